/** What a recording holds, counted. Pure. */
import type { AgentEvent } from "agent-server-client";
import { isACPToolCallEvent, isErrorEvent, isObservationEvent } from "agent-server-client";
import { toolCalls } from "agent-server-client/conversation";
import type { Item } from "./read.js";
import { harmless, oneLine } from "./text.js";

export interface Totals {
  readonly kinds: ReadonlyMap<string, number>;
  readonly tools: ReadonlyMap<string, number>;
  /** Error events of all sorts, error frames of the socket, and results that say they are errors. */
  readonly errors: number;
  readonly invalid: number;
}

export function totalsOf(items: readonly Item[]): Totals {
  const events = items.flatMap((item) => (item.type === "event" ? [item.event] : []));
  const bash = items.flatMap((item) => (item.type === "bash" ? [item.event.kind] : []));
  const frames = items.flatMap((item) => (item.type === "frame" ? [item.frame] : []));
  return {
    kinds: counted([...events.map(({ kind }) => kind), ...bash, ...frames.map(({ type }) => `${type} frame`)]),
    tools: counted(toolsOf(events)),
    errors:
      events.filter(isFailure).length +
      bash.filter((kind) => kind === "BashError").length +
      frames.filter(({ type }) => type === "error").length,
    invalid: items.filter(({ type }) => type === "invalid").length,
  };
}

const isFailure = (event: AgentEvent): boolean =>
  isErrorEvent(event) ||
  (isObservationEvent(event) && event.observation.is_error) ||
  (isACPToolCallEvent(event) && event.is_error);

/** One name per call. The titles of an ACP agent's calls are all different. */
const toolsOf = (events: readonly AgentEvent[]): string[] =>
  toolCalls(events).flatMap(({ name, action, acp }) => (acp ? `ACP ${acp.tool_kind ?? "tool"}` : action ? name : []));

/** The most frequent first. */
function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

/** An aligned table, one section under the other. */
export function renderTotals({ kinds, tools, errors, invalid }: Totals): string[] {
  const sections: [title: string, rows: [name: string, count: number][]][] = [
    ["events", [...kinds]],
    ["tool calls", [...tools]],
    [
      "problems",
      [
        ["errors", errors],
        ["invalid items", invalid],
      ],
    ],
  ];
  const named = sections.map(
    ([title, rows]) => [title, rows.map(([name, count]) => [oneLine(harmless(name), 60), count] as const)] as const,
  );
  const widest = Math.max(...named.flatMap(([, rows]) => rows.map(([name]) => name.length)));
  const digits = Math.max(...named.flatMap(([, rows]) => rows.map(([, count]) => String(count).length)));
  return named.flatMap(([title, rows]) =>
    (rows.length > 0 ? rows : [["none", 0] as const]).map(
      ([name, count], index) =>
        `${(index === 0 ? title : "").padEnd(12)}${name.padEnd(widest)}  ${String(count).padStart(digits)}`,
    ),
  );
}
