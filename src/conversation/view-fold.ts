/**
 * What the model is sent, event by event: the fold under the view. It changes with each event by what that event says,
 * as in a running agent; `view-rules.ts` takes out what a condensation or a crash has torn.
 */
import type { EventOf } from "../events.js";
import type { Event as AgentEvent, Condensation } from "../generated/types.js";
import { isForModel, type LlmConvertibleEvent, REQUEST, type Role, roleOf } from "./roles.js";
import { createNumberList } from "./view-list.js";

/** A view that grows with its branch. */
export interface ViewFold {
  /** Takes the next event of the branch; how long that takes does not depend on how many there were. */
  append(event: AgentEvent): void;
  /** Was the agent asked to condense, without having done so since? */
  readonly unhandledCondensationRequest: boolean;
  /**
   * What is in view, in order, as places in the branch: how many events were appended before. A summary is at the
   * place of its condensation, which is never in view itself. The array is the caller's own.
   */
  places(): number[];
  /** What is in view at these places. */
  eventsAt(places: readonly number[]): LlmConvertibleEvent[];
  /** What each event that was appended is to the view, by place. */
  readonly roles: readonly Role[];
}

/** How many times larger than what is forgotten a view may be for a look at all of it to be the quicker way. */
const SCAN_FACTOR = 8;

/** The id is made of the condensation's, so that a later condensation can forget the summary by it. */
const summaryOf = (condensation: Condensation, summary: string): EventOf<"CondensationSummaryEvent"> => ({
  kind: "CondensationSummaryEvent",
  id: `${condensation.id}-summary`,
  timestamp: condensation.timestamp,
  source: condensation.source,
  summary,
});

/** The summary that a condensation puts in, and where; one without a text or without a place puts in none. */
const insertionOf = (condensation: Condensation): [offset: number, summary: LlmConvertibleEvent] | undefined => {
  const { summary, summary_offset: offset } = condensation;
  if (typeof summary !== "string" || typeof offset !== "number") return undefined;
  return [offset, summaryOf(condensation, summary)];
};

/** An empty view. */
export function createView(): ViewFold {
  const roles: Role[] = [];
  const met: (LlmConvertibleEvent | undefined)[] = [];
  const list = createNumberList();
  /** Places by event id, of those of the first `indexed` events in view: caught up on when something is forgotten. */
  const placeOf = new Map<string, number>();
  let indexed = 0;
  let requested = false;

  const isAmong = (ids: ReadonlySet<string>, place: number): boolean => ids.has(met[place]?.id ?? "");

  /** Forgetting much of a view is a look at each event in it; little of a large one wants an index, made only then. */
  const placesOf = (ids: readonly string[]): number[] => {
    if (list.size() <= ids.length * SCAN_FACTOR) {
      const forgotten = new Set(ids);
      return list.values().filter((place) => isAmong(forgotten, place));
    }
    for (; indexed < met.length; indexed++) {
      const event = met[indexed];
      if (event !== undefined) placeOf.set(event.id, indexed);
    }
    return ids.map((id) => placeOf.get(id)).filter((place) => place !== undefined);
  };

  const condense = (condensation: Condensation): void => {
    requested = false;
    list.drop(placesOf(condensation.forgotten_event_ids ?? []));
    const insertion = insertionOf(condensation);
    if (insertion !== undefined) list.insert(insertion[0], met.length);
    met.push(insertion?.[1]);
  };

  return {
    append(event) {
      const role = roleOf(event);
      roles.push(role);
      if (isForModel(event, role)) {
        list.append(met.push(event) - 1);
      } else if (event.kind === "Condensation") {
        condense(event);
      } else {
        met.push(undefined);
        if (role === REQUEST) requested = true;
      }
    },
    get unhandledCondensationRequest() {
      return requested;
    },
    places: () => list.values(),
    eventsAt: (places) => places.map((place) => met[place]).filter((event) => event !== undefined),
    roles,
  };
}
