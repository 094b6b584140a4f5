/** Whole conversations: both sockets of the mock server tell them frame by frame as 1.52.0 has told them. */
import { expect, test } from "vitest";
import { CONTRACT_SCENES, recordedScenes, toldScene } from "./live/contract-scenes.js";
import { mockedTheatre } from "./support/contract-mocked.js";
import { MOCKED, useMock } from "./support/mocked.js";

const mock = useMock();
const QUIET_MS = 60;

test("all scenes are recorded", () => {
  expect(recordedScenes().map(({ name }) => name)).toEqual(CONTRACT_SCENES.map(({ name }) => name));
});

test.each(CONTRACT_SCENES)("$name is told as recorded", async (scene) => {
  const told = await toldScene({ ...mockedTheatre(mock), ...MOCKED }, scene, QUIET_MS);
  expect(told).toEqual(recordedScenes().find(({ name }) => name === scene.name));
});
