/** Whole conversations: what both sockets are recorded to tell is still what the server tells. */
import { expect, test } from "vitest";
import { CONTRACT_SCENES, SCENES_FILE, type ToldScene, textOfScenes, toldScene } from "./contract-scenes.js";
import { useBenches } from "./live.js";

const benchOf = useBenches();
const QUIET_MS = 700;

test("1.52.0 tells every scene as it is recorded", { timeout: 400_000 }, async () => {
  const told: ToldScene[] = [];
  for (const scene of CONTRACT_SCENES) told.push(await toldScene(benchOf("1.52.0"), scene, QUIET_MS));
  await expect(textOfScenes(told)).toMatchFileSnapshot(SCENES_FILE);
});
