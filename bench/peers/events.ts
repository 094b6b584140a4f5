/** The events that validators are tried on. */
import { EVENT_KINDS } from "../../src/generated/kinds.js";
import { type Fields, goldenEvents, liveRecordings, recordedEvents } from "../../test/support/corpus.js";
import { instanceOf } from "../../test/support/instances.js";
import { randomFrom } from "../../test/support/random.js";
import { normalisedDocument } from "../../test/support/reference.js";

/** The first event of each kind: real ones, and for kinds that were never recorded one made up after the document. */
export function kindsOfEvents(): { readonly events: readonly Fields[]; readonly real: number } {
  const random = randomFrom(1);
  const { document } = normalisedDocument();
  const met = new Map<unknown, Fields>();
  const live = liveRecordings().flatMap(({ rest_search }) => rest_search);
  for (const event of [...recordedEvents(), ...live, ...goldenEvents()])
    if (!met.has(event["kind"])) met.set(event["kind"], event);
  const made = EVENT_KINDS.map((kind) => met.get(kind) ?? (instanceOf(document, kind, random) as Fields));
  return { events: made, real: EVENT_KINDS.filter((kind) => met.has(kind)).length };
}
