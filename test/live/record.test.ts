/** The recorder, on one conversation: what it writes is what the tests of this package read. */
import { readFileSync } from "node:fs";
import { isStateUpdate } from "agent-server-client";
import { parseConversation, parseEvents, parseSessionFrame } from "agent-server-client/schemas";
import { expect, test } from "vitest";
import { frameEvents, groupOf, type Recording } from "../support/corpus.js";
import { useBenches } from "./live.js";
import { recordScene } from "./record.js";
import { placesLeftIn } from "./record-redact.js";
import { SCENES } from "./scenes.js";

const benchOf = useBenches();
const ids = (events: readonly { readonly [name: string]: unknown }[]): unknown[] => events.map(({ id }) => id);

test.each(["hello", "hello-stream"])("the scene %s is recorded over all channels as it was before", async (name) => {
  const scene = SCENES.find((each) => each.name === name);
  if (!scene) throw new Error("no such scene");
  const recording = (await recordScene(benchOf("1.52.0"), scene)) as Recording;
  const before = JSON.parse(
    readFileSync(new URL(`../fixtures/traffic/${name}.json`, import.meta.url), "utf8"),
  ) as Recording;
  expect(Object.keys(recording)).toEqual(Object.keys(before));
  expect(placesLeftIn(JSON.stringify(recording))).toEqual([]);
  expect(JSON.stringify(recording)).not.toContain("sk-scripted");

  const { conversation, rest_search, rest_get, ws_events, ws_session } = recording;
  expect(parseConversation(conversation)).toBe(conversation);
  expect(parseEvents([...rest_search, ...rest_get, ...ws_events, ...frameEvents(recording)]).failures).toEqual([]);
  for (const frame of ws_session) expect(parseSessionFrame(frame)).toBe(frame);

  expect(ids(rest_get)).toEqual(ids(rest_search));
  const durable = ws_session.filter(({ type }) => type === "durable").map(({ event }) => event as { id: string });
  expect(new Set(ids(durable))).toEqual(new Set(ids(rest_search)));
  expect(ids(ws_events)).toEqual(expect.arrayContaining(ids(rest_search)));
  const kinds = (events: readonly Recording["rest_search"][number][]): Set<string> =>
    new Set(events.filter((event) => !isStateUpdate(event, "tags")).map(groupOf));
  expect(kinds(rest_search)).toEqual(kinds(before.rest_search));
  expect(kinds(ws_session)).toEqual(kinds(before.ws_session));
});
