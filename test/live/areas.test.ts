/** Settings, profiles, secrets and files: the recorded answers are still those of the server that they are of. */
import { afterAll, expect, test } from "vitest";
import { AREAS_FILE } from "./areas-recorded.js";
import { areaTrace } from "./areas-server.js";
import { endRun } from "./processes.js";
import { startServer } from "./server.js";
import { textOfTraces } from "./trace.js";

afterAll(endRun);

// A server of its own: on those of the run the other suites change the settings too
test("1.52.0 answers every step as it is recorded", async () => {
  const server = await startServer({ version: "1.52.0" });
  const traces = await areaTrace(server);
  await server.stop();
  await expect(textOfTraces(traces)).toMatchFileSnapshot(AREAS_FILE);
});
