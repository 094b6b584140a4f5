/** The events that costs are measured on. */

import { EVENT_KINDS } from "../src/generated/kinds.js";
import { type Fields, goldenEvents, grouped, recordedEvents } from "../test/support/corpus.js";
import { instanceOf } from "../test/support/instances.js";
import { randomFrom } from "../test/support/random.js";
import { normalisedDocument } from "../test/support/reference.js";
import type { Texts } from "./parse-cost.js";

/** One event of each kind of event, action and observation: recorded or golden, made up where there is neither. */
function onePerKind(): Fields[] {
  const met = grouped([...recordedEvents(), ...goldenEvents()]);
  const random = randomFrom(1);
  const { document } = normalisedDocument();
  const missing = EVENT_KINDS.filter((kind) => ![...met.keys()].some((group) => group.split("/")[0] === kind));
  return [...met.values()]
    .flatMap((events) => events.slice(0, 1))
    .concat(missing.map((kind) => instanceOf(document, kind, random) as Fields));
}

export function eventSets(): Texts {
  const texts = (events: readonly Fields[]): string[] => events.map((event) => JSON.stringify(event));
  const recorded = recordedEvents();
  return {
    recorded: texts(recorded),
    "recorded, no state updates": texts(recorded.filter(({ kind }) => kind !== "ConversationStateUpdateEvent")),
    "one per kind": texts(onePerKind()),
  };
}
