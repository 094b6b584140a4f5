/** Recorded or live events, held against what this package reads. */
import { type EventCheckOptions, findingsOf } from "./check-event.js";
import type { Finding } from "./finding.js";

/**
 * Looks at events one by one and tells what this package could not read. Session frames and bash events are known by
 * their fields and may stand among them. It is done with an event, and has given its findings, before it asks for the
 * next one, so that it needs no more memory for many events than for one.
 *
 * Unless `strict`, only what `parseEvent` of `agent-server-client/schemas` refuses is a finding, and it is `breaking`.
 * With `strict` kinds and fields that this version does not list are findings too, and `compatible`: a newer server
 * adds them. The actions of client tools (`ClientAction_…`) are never strangers: their kinds are the client's own.
 *
 * @param events - Parsed JSON, in any order.
 * @returns Findings whose `pointer` is `#/<index of the event>/<field>/…`. Messages name places and types, never values.
 * @throws what `events` throws, and nothing else
 * @example
 * async function* recorded() {
 *   yield* events;
 * }
 * for await (const finding of checkEvents(recorded(), { strict: true })) console.log(finding.pointer, finding.message);
 * @see docs/contract.md for the command that does so with files
 */
export async function* checkEvents(
  events: AsyncIterable<unknown>,
  options: EventCheckOptions = {},
): AsyncGenerator<Finding, void> {
  let index = 0;
  for await (const event of events) {
    yield* findingsOf(event, [index], options);
    index++;
  }
}
