/** The rules of the view as the server's SDK applies them: in rounds over sets of ids. Slow and plain on purpose. */
import type { AgentEvent, EventOf } from "agent-server-client";
import { isLlmConvertible, isObservationLike } from "agent-server-client";

type Events = readonly AgentEvent[];
type Ids = ReadonlySet<string>;

const actions = (events: Events): EventOf<"ActionEvent">[] => events.filter((event) => event.kind === "ActionEvent");
const answers = (events: Events) => events.filter((event) => isObservationLike(event));

function folded(events: Events): AgentEvent[] {
  let view: AgentEvent[] = [];
  for (const event of events) {
    if (isLlmConvertible(event)) view.push(event);
    if (event.kind !== "Condensation") continue;
    view = view.filter(({ id }) => !event.forgotten_event_ids.includes(id));
    if (event.summary == null || event.summary_offset == null) continue;
    const { timestamp, source, summary } = event;
    const made = { kind: "CondensationSummaryEvent" as const, id: `${event.id}-summary`, timestamp, source, summary };
    view.splice(event.summary_offset, 0, made);
  }
  return view;
}

const second = (view: Events): Ids => {
  const seen = new Set<string>();
  const again = answers(view).filter(({ tool_call_id }) => seen.size === seen.add(tool_call_id).size);
  return new Set(again.map(({ id }) => id));
};

const tornBatches = (view: Events, all: Events): Ids => {
  const there = new Set(view.map(({ id }) => id));
  const torn = actions(all).filter(({ id }) => !there.has(id));
  const responses = new Set(torn.map(({ llm_response_id }) => llm_response_id));
  return new Set(actions(view).flatMap(({ id, llm_response_id }) => (responses.has(llm_response_id) ? [id] : [])));
};

const unmatched = (view: Events): Ids => {
  const called = new Set(actions(view).map(({ tool_call_id }) => tool_call_id));
  const answered = new Set(answers(view).map(({ tool_call_id }) => tool_call_id));
  const alone = [
    ...actions(view).filter(({ tool_call_id }) => !answered.has(tool_call_id)),
    ...answers(view).filter(({ tool_call_id }) => !called.has(tool_call_id)),
  ];
  return new Set(alone.map(({ id }) => id));
};

const tornLoops = (view: Events, all: Events): Ids => {
  const there = new Set(view.map(({ id }) => id));
  const loops: string[][] = [];
  let open: string[] | undefined;
  for (const event of all) {
    const begins = event.kind === "ActionEvent" && event.thinking_blocks.length > 0;
    if (begins) {
      open = [];
      loops.push(open);
    }
    if (event.kind !== "ActionEvent" && !isObservationLike(event)) open = undefined;
    open?.push(event.id);
  }
  return new Set(loops.filter((ids) => ids.some((id) => !there.has(id))).flat());
};

/** The view of a list of events, rules enforced. */
export function referenceView(all: Events): AgentEvent[] {
  let view = folded(all);
  for (;;) {
    const rules = [second, tornBatches, unmatched, tornLoops];
    const before = view;
    const gone = rules.map((rule) => rule(before, all)).find((ids) => before.some(({ id }) => ids.has(id)));
    if (gone === undefined) return view;
    view = view.filter(({ id }) => !gone.has(id));
  }
}
