/** Commands: run at once or in the background, found, stopped and forgotten; those of a conversation's runtime too. */

import { BASE, NOBODY, startOf } from "./contract-step.js";
import { get, post, remove, type Step } from "./step.js";

/** What each command does, for a server that runs none. */
export const COMMANDS: Readonly<
  Record<string, { stdout?: string; stderr?: string; exitCode?: number; durationMs?: number }>
> = {
  "echo out": { stdout: "out\n" },
  "echo err >&2": { stderr: "err\n" },
  "echo out; echo err >&2; exit 3": { stdout: "out\n", stderr: "err\n", exitCode: 3 },
  true: {},
  "sleep 30": { durationMs: 30_000 },
  "echo slow; sleep 0.2": { stdout: "slow\n", durationMs: 200 },
};

const ALL = "/api/bash/bash_events";

const done = (base: string, exit_code: number): Step =>
  get(`${base}/bash_events/search?command_id__eq={command}`, {
    until: { "items.0.exit_code": exit_code },
    keep: { output: "items.0.id" },
  });

const RUNNING: readonly Step[] = [
  remove(ALL),
  get(`${ALL}/search`),
  ...Object.keys(COMMANDS)
    .filter((command) => command !== "sleep 30")
    .map((command) => post("/api/bash/execute_bash_command", { command })),
  post("/api/bash/execute_bash_command", { command: "sleep 30", timeout: 1 }),
  post("/api/bash/execute_bash_command", { command: "echo out", cwd: "/" }),
  post("/api/bash/execute_bash_command", {}),
  post("/api/bash/execute_bash_command", { command: "true", timeout: 0 }),
  post("/api/bash/start_bash_command", { command: "echo out" }, { keep: { command: "id" } }),
  done("/api/bash", 0),
  post("/api/bash/start_bash_command", { command: "echo out; echo err >&2; exit 3" }, { keep: { command: "id" } }),
  done("/api/bash", 3),
  get(`${ALL}/{command}`),
  get(`${ALL}/{output}`),
  get(`${ALL}/nowhere`),
  get(`${ALL}/${NOBODY}`),
  get(ALL),
  get(`${ALL}/`),
];

const FINDING: readonly Step[] = [
  get(`${ALL}/search?limit=3`, { keep: { page: "next_page_id" }, only: "kinds" }),
  get(`${ALL}/search?limit=3&page_id={page}`, { only: "kinds" }),
  get(`${ALL}/search?kind__eq=BashOutput`, { only: "kinds" }),
  get(`${ALL}/search?kind__eq=BashCommand&sort_order=TIMESTAMP_DESC&limit=2`, { only: "kinds" }),
  get(`${ALL}/search?kind__eq=Nothing`),
  get(`${ALL}/search?command_id__eq={command}&order__gt=-1`, { only: "kinds" }),
  get(`${ALL}/search?command_id__eq={command}&order__gt=0`, { only: "kinds" }),
  get(`${ALL}/search?command_id__eq=not-an-id`),
  get(`${ALL}/search?timestamp__gte=2100-01-01T00:00:00`),
  get(`${ALL}/search?limit=0`),
  get(`${ALL}/search?limit=101`),
  get(`${ALL}/search?sort_order=SIDEWAYS`),
];

const STOPPING: readonly Step[] = [
  post("/api/bash/start_bash_command", { command: "sleep 30" }, { keep: { command: "id" } }),
  get(`${ALL}/search?command_id__eq={command}`),
  post("/api/bash/bash_commands/{command}/stop"),
  done("/api/bash", -15),
  post("/api/bash/bash_commands/{command}/stop"),
  post(`/api/bash/bash_commands/${NOBODY}/stop`),
  post("/api/bash/bash_commands/not-an-id/stop"),
  remove(ALL, { only: "shape" }),
  get(`${ALL}/search`),
  remove(ALL),
];

const BASH = `${BASE}/{runtime}/bash`;
const OF_A_CONVERSATION: readonly Step[] = [
  post(BASE, startOf(), { only: "status", keep: { runtime: "id" } }),
  post(`${BASH}/execute_bash_command`, { command: "echo out" }),
  post(`${BASH}/execute_bash_command`, { command: "echo out", cwd: "/" }),
  post(`${BASH}/start_bash_command`, { command: "echo slow; sleep 0.2" }, { keep: { command: "id" } }),
  done(BASH, 0),
  get(`${BASH}/bash_events/{output}`),
  get(`${BASH}/bash_events/search`, { only: "kinds" }),
  get(`${ALL}/search`),
  post(`${BASH}/start_bash_command`, { command: "sleep 30" }, { keep: { command: "id" } }),
  post(`${BASH}/bash_commands/{command}/stop`),
  done(BASH, -15),
  remove(`${BASH}/bash_events`),
  get(`${BASH}/bash_events/search`),
  remove(`${BASE}/{runtime}`),
];

export const CONTRACT_STEPS_OF_BASH: readonly Step[] = [...RUNNING, ...FINDING, ...STOPPING, ...OF_A_CONVERSATION];
