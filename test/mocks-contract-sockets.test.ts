/** Sockets opened in every way: the mock server tells over them, and closes them, as 1.52.0 has done. */
import { expect, test } from "vitest";
import { COMMANDS } from "./live/contract-bash.js";
import { CASES } from "./live/contract-socket-cases.js";
import { recordedSockets, socketTraces } from "./live/contract-sockets.js";
import { mockedTheatre } from "./support/contract-mocked.js";
import { differencesOf } from "./support/differences.js";
import { MOCKED, useMock } from "./support/mocked.js";

const mock = useMock();
const QUIET_MS = 30;

test("what comes on every socket, and how it ends, is as recorded", async () => {
  mock.script([]);
  mock.bash((command) => COMMANDS[command] ?? {});
  const recorded = recordedSockets();
  expect(recorded.map(({ name }) => name)).toEqual(CASES.map(({ name }) => name));
  expect(differencesOf(await socketTraces({ ...mockedTheatre(mock), ...MOCKED }, QUIET_MS), recorded)).toEqual([]);
});
