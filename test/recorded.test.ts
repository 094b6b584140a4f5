import {
  BashEventBaseSchema,
  ConversationInfoSchema,
  EventSchema,
  parseBashEvent,
  parseConversation,
  parseEvent,
  parseEventPage,
  parseEvents,
  parseSessionFrame,
  SessionFrameSchema,
} from "agent-server-client/schemas";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  bashEvents,
  exchanges,
  type Fields,
  frameEvents,
  goldenEvents,
  goldenObservations,
  isFields,
  recordedEvents,
  recordings,
  treeEvents,
} from "./support/corpus.js";

/** How many values there are, and that each comes back as the very same object. */
function sameObjects(values: readonly unknown[], parse: (value: unknown) => unknown): number {
  return values.filter((value) => Object.is(parse(value), value)).length;
}

const refusedByZod = (values: readonly unknown[], schema: z.ZodMiniType): unknown[] =>
  values.flatMap((value) => {
    const result = z.safeParse(schema, value);
    return result.success ? [] : [result.error.issues];
  });

const socketFrames = (): Fields[] =>
  exchanges().flatMap(({ socket, got = [] }) => (socket?.startsWith("session") === true ? got.filter(isFields) : []));

describe("recorded events", () => {
  it("are all there: 26 conversations over four channels", () => {
    const all = recordings();
    expect(all).toHaveLength(26);
    expect({
      rest_search: all.flatMap((recording) => recording.rest_search).length,
      rest_get: all.flatMap((recording) => recording.rest_get).length,
      ws_events: all.flatMap((recording) => recording.ws_events).length,
      ws_session: all.flatMap(frameEvents).length,
    }).toEqual({ rest_search: 380, rest_get: 380, ws_events: 490, ws_session: 444 });
  });

  it("are valid and come back as the same objects", () => {
    expect(sameObjects(recordedEvents(), parseEvent)).toBe(1694);
    expect(sameObjects(treeEvents(), parseEvent)).toBe(33);
  });

  it("are valid for the zod schema, unchanged", () => {
    expect(refusedByZod([...recordedEvents(), ...treeEvents()], EventSchema)).toEqual([]);
    for (const event of recordedEvents()) expect(z.parse(EventSchema, event)).toEqual(event);
  });

  it("are all listed by parseEvents, without a failure", () => {
    const values = recordedEvents();
    const { events, failures } = parseEvents(values);
    expect(failures).toEqual([]);
    expect(events.every((event, index) => Object.is(event, values[index]))).toBe(true);
    expect(events).toHaveLength(1694);
  });
});

describe("other recorded values", () => {
  it("frames of the session socket are valid, the same objects, in both renderings", () => {
    const frames = recordings().flatMap(({ ws_session }) => ws_session);
    expect(sameObjects(frames, parseSessionFrame)).toBe(516);
    expect(refusedByZod(frames, SessionFrameSchema)).toEqual([]);
    const others = socketFrames();
    expect(sameObjects(others, parseSessionFrame)).toBe(others.length);
    expect(new Set([...frames, ...others].map(({ type }) => type))).toEqual(
      new Set(["delta", "durable", "error", "item_started", "sync", "transient"]),
    );
  });

  it("conversations are valid, the same objects, in both renderings", () => {
    const created = exchanges().flatMap(({ status, body }) => (status === 201 && isFields(body) ? [body] : []));
    const conversations = [
      ...recordings().map(({ conversation }) => conversation),
      ...created.filter((body) => "agent" in body),
    ];
    expect(sameObjects(conversations, parseConversation)).toBe(28);
    expect(refusedByZod(conversations, ConversationInfoSchema)).toEqual([]);
  });

  it("bash events are valid, the same objects, in both renderings", () => {
    expect(sameObjects(bashEvents(), parseBashEvent)).toBe(4);
    expect(refusedByZod(bashEvents(), BashEventBaseSchema)).toEqual([]);
    const page = exchanges().find(({ req }) => req?.[1] === "/api/bash/bash_events/search");
    const items = (page?.body as { items: unknown[] } | undefined)?.items ?? [];
    expect(items.length).toBeGreaterThan(0);
    expect(sameObjects(items, parseBashEvent)).toBe(items.length);
  });

  it("the ServerErrorEvent of a legacy socket is valid", () => {
    const events = exchanges()
      .flatMap(({ got = [] }) => got.filter(isFields))
      .filter(({ kind }) => kind === "ServerErrorEvent");
    expect(events.length).toBeGreaterThan(0);
    expect(sameObjects(events, parseEvent)).toBe(events.length);
    expect(refusedByZod(events, EventSchema)).toEqual([]);
  });

  it("event pages are valid, and their items the same objects", () => {
    const pages = exchanges().filter(
      ({ req, status, body }) => req?.[1].endsWith("/events/search") && status === 200 && isFields(body),
    );
    const sizes = pages.map(({ body }) => {
      const { events, failures, nextPageId } = parseEventPage(body);
      const { items, next_page_id } = body as { items: unknown[]; next_page_id: string | null };
      expect(failures).toEqual([]);
      expect(events.every((event, index) => Object.is(event, items[index]))).toBe(true);
      expect(nextPageId).toBe(next_page_id);
      return events.length;
    });
    expect(sizes).toEqual([3, 0]);
  });
});

describe("golden values", () => {
  it("events are valid, the same objects, in both renderings", () => {
    expect(sameObjects(goldenEvents(), parseEvent)).toBe(1496);
    expect(refusedByZod(goldenEvents(), EventSchema)).toEqual([]);
  });

  it("observations are valid in an ObservationEvent", () => {
    const frame = goldenEvents().find(({ kind }) => kind === "ObservationEvent");
    const events = goldenObservations().map((observation) => ({ ...frame, observation }));
    expect(sameObjects(events, parseEvent)).toBe(24);
    expect(refusedByZod(events, EventSchema)).toEqual([]);
  });
});
