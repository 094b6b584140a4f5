/** Exhaustive matching over events. */
import { EVENT_KINDS, type EventKind } from "./generated/kinds.js";
import type { Event as AgentEvent, EventByKind, UnknownEvent } from "./generated/types.js";

/**
 * A handler for every listed kind, and one for kinds that are not listed.
 *
 * @example
 * const labels: Pick<EventHandlers<string>, "MessageEvent" | "ActionEvent"> = {
 *   MessageEvent: (message) => textOf(message),
 *   ActionEvent: (call) => `${call.tool_name}: ${call.summary ?? ""}`,
 * };
 * render(matchEvent(event, { ...labels, _: () => null }));
 */
export type EventHandlers<R = unknown> = { readonly [K in EventKind]: (event: EventByKind[K]) => R } & {
  /** For events of newer servers. */
  readonly UnknownEvent: (event: UnknownEvent) => R;
};

interface Rest {
  readonly _: (event: AgentEvent) => unknown;
}

/** What is missing for every event to have a handler, and what names no kind. */
type Complete<H> = ("_" extends keyof H ? unknown : EventHandlers) & {
  readonly [K in Exclude<keyof H, keyof EventHandlers | "_">]: never;
};

/** What any of the handlers returns. */
type Result<H> = { [K in keyof H]: H[K] extends (event: never) => infer R ? R : never }[keyof H];

/**
 * Calls the handler for the event's kind and returns what it returns. Either every kind has a handler, or `_` takes the
 * rest. An event of a kind that this version does not list goes to `UnknownEvent`, else to `_`. A kind that a later
 * version lists breaks exhaustive callers on purpose, at compile time.
 *
 * @throws TypeError when no handler takes the event: only code that is not type-checked brings that about
 * @example
 * const line = matchEvent(event, {
 *   MessageEvent: (message) => textOf(message),
 *   ActionEvent: (action) => action.tool_name,
 *   _: (other) => `(${other.kind})`,
 * });
 * @see `openapi.json#/components/schemas/Event`
 */
export function matchEvent<const H extends Partial<EventHandlers & Rest>>(
  event: AgentEvent,
  handlers: H & Complete<H>,
): Result<H> {
  const table = handlers as Partial<Record<string, (event: AgentEvent) => Result<H>>>;
  const kind: string = event.kind;
  const isListed = (EVENT_KINDS as readonly string[]).includes(kind);
  const handler = (isListed ? own(table, kind) : own(table, "UnknownEvent")) ?? own(table, "_");
  if (!handler) throw new TypeError(`matchEvent: no handler for ${isListed ? kind : "UnknownEvent"}, and no _`);
  return handler(event);
}

const own = <T>(table: Partial<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
