/** Conversations, runs, commands, refusals and sockets: the recorded answers are still those of the server that they are of. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CONTRACTS, type ContractName, contractFile, contractTrace } from "./contract.js";
import { SOCKETS_FILE, socketTraces, textOfSockets } from "./contract-sockets.js";
import { type Model, startModel } from "./model.js";
import { endRun } from "./processes.js";
import { startServer } from "./server.js";
import { textOfTraces } from "./trace.js";
import { askerOf } from "./trace-ask.js";

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(async () => {
  await model.close();
  await endRun();
});

const QUIET_MS = 400;
const ONE_RUN = { OH_MAX_CONCURRENT_RUNS: "1" };

// Each part has a server of its own: what there is on it is counted
test.each(Object.keys(CONTRACTS) as ContractName[])("%s: 1.52.0 answers every step as it is recorded", async (name) => {
  const server = await startServer({ version: "1.52.0", env: name === "limits" ? ONE_RUN : {} });
  const work = join(server.data, "work");
  mkdirSync(work);
  const traces = await contractTrace(name, { ...server, work, model: model.url }, askerOf(server));
  await server.stop();
  await expect(textOfTraces(traces)).toMatchFileSnapshot(contractFile(name));
});

test("1.52.0 tells over every socket what is recorded", async () => {
  const server = await startServer({ version: "1.52.0" });
  const workingDir = join(server.data, "project");
  mkdirSync(workingDir);
  const traces = await socketTraces({ ...server, model, workingDir }, QUIET_MS);
  await server.stop();
  await expect(textOfSockets(traces)).toMatchFileSnapshot(SOCKETS_FILE);
});
