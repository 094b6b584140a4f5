/** Whole conversations: what both sockets are recorded to tell is still what the server tells. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { compareDocuments } from "agent-server-client/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { specText } from "../support/spec.js";
import { CONTRACT_SCENES, SCENES_FILE, type ToldScene, textOfScenes, toldScene } from "./contract-scenes.js";
import { type Model, startModel } from "./model.js";
import { endRun } from "./processes.js";
import { startServer } from "./server.js";

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(async () => {
  await model.close();
  await endRun();
});

const QUIET_MS = 700;

// A server of its own: with other settings agents begin otherwise
test("1.52.0 tells every scene as it is recorded", { timeout: 400_000 }, async () => {
  const server = await startServer({ version: "1.52.0" });
  const workingDir = join(server.data, "project");
  mkdirSync(workingDir);
  const told: ToldScene[] = [];
  for (const scene of CONTRACT_SCENES) told.push(await toldScene({ ...server, model, workingDir }, scene, QUIET_MS));
  // What it has run is in its document now
  const answer = await fetch(`${server.baseUrl}/openapi.json`);
  const document = await answer.text();
  await server.stop();
  await expect(textOfScenes(told)).toMatchFileSnapshot(SCENES_FILE);
  expect(document).toContain("TerminalActionWithRisk");
  expect(compareDocuments(JSON.parse(specText("1.52.0")), JSON.parse(document))).toEqual([]);
});
