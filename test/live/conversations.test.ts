/** Conversations with the scripted model, on every version: what they send is valid, whatever channel it takes. */
import {
  type AgentEvent,
  classifyDetail,
  classifyError,
  isConversationErrorEvent,
  type Observation,
} from "agent-server-client";
import { safeParseEvent } from "agent-server-client/schemas";
import { describe, expect, test } from "vitest";
import { conversationOf, eventsOf } from "./conversation.js";
import { mismatches, useBenches, VERSION_NAMES } from "./live.js";
import { perform } from "./perform.js";
import { FAILING_SCENES, SCENES } from "./scenes.js";

const benchOf = useBenches();

/** What an event is, and what it carries. */
function namesOf(event: AgentEvent): string[] {
  const { kind } = event as { kind: string };
  if (isConversationErrorEvent(event)) return [kind, `${kind}/${event.code}`];
  const { action, observation } = event as { action?: { kind: string } | null; observation?: Observation };
  const payload: { kind: string } | null | undefined = action ?? observation;
  return payload ? [kind, `${kind}/${payload.kind}`] : [kind];
}

describe.each(VERSION_NAMES)("%s", (version) => {
  test.concurrent.each(SCENES)("the scene $name ends as it should, and its events are valid", async (scene) => {
    const bench = benchOf(version);
    const [id, status] = await perform(bench, scene);
    const events = await eventsOf(bench.client, id);
    const names = new Set(events.flatMap(namesOf));
    expect(scene.events.filter((name) => !names.has(name))).toEqual([]);
    expect(status).toBe(scene.status);
    expect(events.map(safeParseEvent).filter(({ ok }) => !ok)).toEqual([]);
  });

  test.concurrent.each(FAILING_SCENES)("the scene $name fails with its code, and is classified", async (scene) => {
    const bench = benchOf(version);
    const [id, status] = await perform(bench, scene);
    const events = await eventsOf(bench.client, id);
    expect(status).toBe("error");
    expect(events.flatMap(namesOf)).toEqual(expect.arrayContaining([...scene.events]));
    expect(events.map(safeParseEvent).filter(({ ok }) => !ok)).toEqual([]);
    const error = events.find(isConversationErrorEvent);
    expect(classifyError(error).basis).toMatch(/server|refined/);
    // The server's own classification is what this package's table gives for the same code and text
    const expected = classifyDetail(error?.code ?? "", error?.detail ?? "");
    expect({ error_id: null, ...error?.classification }).toEqual(expected);
    expect((await conversationOf(bench.client, id)).execution_status).toBe("error");
  });

  test("no answer was other than the document says", () => {
    const bench = benchOf(version);
    expect(bench.checked.length).toBeGreaterThan(0);
    expect(mismatches(bench)).toEqual([]);
  });
});
