/** Builders by kind: what a test gets when it asks for an event, an action or an observation. */

import { gzipSync } from "node:zlib";
import * as mocks from "agent-server-client/mocks";
import {
  mockAction,
  mockActionEvent,
  mockEvent,
  mockObservation,
  mockObservationEvent,
} from "agent-server-client/mocks";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { checkBashEventBase, checkEvent } from "../src/generated/checks.js";
import { ACTION_KINDS, EVENT_KINDS, OBSERVATION_KINDS } from "../src/generated/kinds.js";
import { isKnownAction, isKnownObservation } from "../src/index.js";
import { ROOT } from "./support/compile.js";
import { grouped, recordedEvents } from "./support/corpus.js";
import { normalisedDocument, strictReference } from "./support/reference.js";

const reference = strictReference(normalisedDocument());
const isAjvValid = reference("Event");

describe("mockEvent", () => {
  it.each(EVENT_KINDS)("%s: valid, of its kind, and the same every time", (kind) => {
    const event = mockEvent(kind);
    expect(event.kind).toBe(kind);
    expect(checkEvent(event)).toBe(true);
    expect(isAjvValid(event)).toBe(true);
    expect(mockEvent(kind)).toEqual(event);
    expect(mockEvent(kind)).not.toBe(event);
  });

  it("gives each kind an id of its own, in the server's form, and a local time without a zone", () => {
    const events = EVENT_KINDS.map((kind) => mockEvent(kind));
    expect(new Set(events.map(({ id }) => id)).size).toBe(EVENT_KINDS.length);
    for (const { id, timestamp } of events) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
    }
  });

  it("has every field that all recorded events of the kind have, but its parent", () => {
    const missing = [...grouped(recordedEvents())].flatMap(([kind, events]) => {
      const found = EVENT_KINDS.find((name) => name === kind);
      if (found === undefined) return [];
      const sample = mockEvent(found);
      const [first = {}, ...rest] = events;
      const always = Object.keys(first).filter((field) => rest.every((event) => (event[field] ?? null) !== null));
      // Where an event hangs is for its log to say
      const wanted = always.filter((field) => first[field] !== null && field !== "parent_id");
      return wanted.filter((field) => !(field in sample)).map((field) => `${kind}.${field}`);
    });
    expect(missing).toEqual([]);
  });

  it("takes the fields that it is given, as they are", () => {
    const llm_message = { ...mocks.mockMessage(), role: "assistant" as const };
    const event = mockEvent("MessageEvent", { id: "mine", source: "agent", llm_message });
    expect(event).toMatchObject({ kind: "MessageEvent", id: "mine", source: "agent" });
    expect(event.llm_message).toBe(llm_message);
  });
});

describe("mockAction and mockObservation", () => {
  it.each(ACTION_KINDS)("%s fits into an ActionEvent", (kind) => {
    const action = mockAction(kind);
    expect(isKnownAction(action)).toBe(true);
    expect(isAjvValid(mockEvent("ActionEvent", { action }))).toBe(true);
    expect(action.kind).toBe(kind);
  });

  it.each(OBSERVATION_KINDS)("%s fits into an ObservationEvent", (kind) => {
    const observation = mockObservation(kind);
    expect(isKnownObservation(observation)).toBe(true);
    expect(isAjvValid(mockEvent("ObservationEvent", { observation }))).toBe(true);
    expect(observation.kind).toBe(kind);
  });
});

describe("an ActionEvent", () => {
  it("and an ObservationEvent belong together", () => {
    const action = mockEvent("ActionEvent");
    const result = mockEvent("ObservationEvent");
    expect(result).toMatchObject({
      action_id: action.id,
      tool_call_id: action.tool_call_id,
      tool_name: action.tool_name,
    });
    expect(mockEvent("UserRejectObservation")).toMatchObject({ action_id: action.id });
    expect(action.tool_call).toMatchObject({
      id: action.tool_call_id,
      name: "terminal",
      arguments: expect.stringContaining('"command":"ls"'),
    });
  });

  it("calls the tool of its action, with the action's arguments", () => {
    const { tool_name, tool_call } = mockActionEvent({ action: mockAction("FinishAction", { message: "Done" }) });
    expect([tool_name, tool_call.name, JSON.parse(tool_call.arguments)]).toEqual([
      "finish",
      "finish",
      { message: "Done" },
    ]);
  });

  it("calls the client's tool that its action is of", () => {
    const action = mocks.mockUnknownAction();
    const kind = "ClientAction_open_file" as string as typeof action.kind;
    expect(mockActionEvent({ action: { ...action, kind, path: "/a" } })).toMatchObject({
      tool_name: "open_file",
      tool_call: { name: "open_file", arguments: '{"path":"/a"}' },
    });
  });

  it("of an MCP tool has the tool's arguments", () => {
    const action = mockAction("MCPToolAction", { data: { a: 1 } });
    expect(mockActionEvent({ action, tool_name: "fetch" })).toMatchObject({
      tool_name: "fetch",
      tool_call: { name: "fetch", arguments: '{"a":1}' },
    });
  });

  it("keeps to the call that it is given", () => {
    const tool_call = mocks.mockMessageToolCall({ id: "c", name: "glob" });
    expect(mockActionEvent({ tool_call })).toMatchObject({ tool_call_id: "c", tool_name: "glob", tool_call });
    expect(mockActionEvent({ tool_call_id: "c" }).tool_call.id).toBe("c");
  });

  it("can be without an action, as one of an unknown tool is", () => {
    expect(mockActionEvent({ action: null })).toMatchObject({ action: null, tool_name: "terminal" });
  });
});

describe("an ObservationEvent", () => {
  it("is of the tool of its observation, unless it is said", () => {
    const observation = mockObservation("FileEditorObservation");
    expect(mockObservationEvent({ observation }).tool_name).toBe("file_editor");
    expect(mockObservationEvent({ observation, tool_name: "edit" }).tool_name).toBe("edit");
  });
});

describe("events of commands", () => {
  it("have ids without dashes, and times in UTC", () => {
    const events = [mocks.mockBashCommand(), mocks.mockBashOutput(), mocks.mockBashError()];
    for (const event of events) {
      expect(checkBashEventBase(event)).toBe(true);
      expect(event.id).toMatch(/^[0-9a-f]{32}$/);
      expect(event.timestamp).toMatch(/Z$/);
    }
    expect(mocks.mockBashOutput().command_id).toBe(mocks.mockBashCommand().id);
  });
});

describe("size", () => {
  const sizeOf = async (contents: string): Promise<number> => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: ROOT, loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
    });
    return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length;
  };

  it("of what is not used is nothing", async () => {
    const event = await sizeOf('export { mockEvent } from "./src/mocks.ts";');
    const action = await sizeOf('export { mockActionEvent } from "./src/mocks.ts";');
    const one = await sizeOf('export { mockPauseEvent } from "./src/mocks.ts";');
    console.log(`gzipped: mockEvent ${event} B, mockActionEvent ${action} B, mockPauseEvent ${one} B`);
    expect(one).toBeLessThan(300);
    expect(action).toBeLessThan(1_500);
    expect(event).toBeLessThan(6_000);
  });
});
