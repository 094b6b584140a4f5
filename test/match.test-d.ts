/** matchEvent: exhaustive or with `_`; the result is what the handlers return. */
import { expectTypeOf } from "vitest";
import {
  type AgentEvent,
  type EventHandlers,
  type EventKind,
  type EventOf,
  type KnownEvent,
  matchEvent,
  type UnknownEvent,
} from "../src/index.js";

declare const event: AgentEvent;
declare const all: EventHandlers<string>;
declare const listed: { readonly [K in EventKind]: (event: EventOf<K>) => string };

export function exhaustive(): void {
  expectTypeOf(matchEvent(event, all)).toBeString();
  expectTypeOf(matchEvent(event, { ...listed, UnknownEvent: (unknown) => unknown.timestamp.length })).toEqualTypeOf<
    string | number
  >();
  expectTypeOf<keyof EventHandlers>().toEqualTypeOf<EventKind | "UnknownEvent">();
  expectTypeOf<Parameters<EventHandlers["ActionEvent"]>>().toEqualTypeOf<[event: EventOf<"ActionEvent">]>();
  expectTypeOf<Parameters<EventHandlers["UnknownEvent"]>>().toEqualTypeOf<[event: UnknownEvent]>();
}

export function withRest(): void {
  const result = matchEvent(event, {
    ActionEvent: (action) => {
      expectTypeOf(action).toEqualTypeOf<EventOf<"ActionEvent">>();
      return action.tool_name;
    },
    UnknownEvent: (unknown) => {
      expectTypeOf(unknown).toEqualTypeOf<UnknownEvent>();
      return null;
    },
    _: (other) => {
      expectTypeOf(other).toEqualTypeOf<AgentEvent>();
      return 0;
    },
  });
  expectTypeOf(result).toEqualTypeOf<string | number | null>();
  expectTypeOf(matchEvent(event, { _: ({ kind }) => kind as string })).toBeString();
  expectTypeOf(matchEvent(event, { ...all, _: () => undefined })).toEqualTypeOf<string | undefined>();
}

export function results(): void {
  expectTypeOf(matchEvent(event, { PauseEvent: () => {}, _: () => {} })).toBeVoid();
  expectTypeOf(matchEvent(event, { PauseEvent: async () => 1, _: () => 2 })).toEqualTypeOf<number | Promise<number>>();
  expectTypeOf(
    matchEvent(event, {
      MessageEvent: ({ llm_message }) => llm_message.role,
      _: (): never => {
        throw new TypeError("not a message");
      },
    }),
  ).toEqualTypeOf<"user" | "system" | "assistant" | "tool">();
}

export function refused(known: KnownEvent, withoutPause: Omit<EventHandlers<string>, "PauseEvent">): void {
  // @ts-expect-error a kind is missing, and there is no rest
  matchEvent(event, { ...listed });
  // @ts-expect-error PauseEvent is missing, and there is no rest
  matchEvent(event, withoutPause);
  // @ts-expect-error nothing takes an event
  matchEvent(event, {});
  // @ts-expect-error no event has this kind
  matchEvent(event, { ActionEvnet: () => 1, _: () => 2 });
  // @ts-expect-error no event has this kind, beside all that there are
  matchEvent(event, { ...all, MesageEvent: () => "" });
  // @ts-expect-error a handler takes its own kind of event
  matchEvent(event, { ActionEvent: (message: EventOf<"MessageEvent">) => message.id, _: () => "" });
  // @ts-expect-error a handler is a function
  matchEvent(event, { ActionEvent: "tool_name", _: () => "" });
  // @ts-expect-error an action of its event has no such field
  matchEvent(event, { ActionEvent: (action) => action.tool_nmae, _: () => "" });
  // @ts-expect-error what has only a kind is no event
  matchEvent({ kind: "PauseEvent" }, all);
  expectTypeOf(matchEvent(known, all)).toBeString();
}
