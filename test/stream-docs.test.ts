/** docs/stream.md says what the code does. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { closeAction } from "../src/stream/closes.js";
import type { ConnectionUpdate, StreamUpdate } from "../src/stream.js";

const PAGE = "../docs/stream.md";
const page = readFileSync(new URL(PAGE, import.meta.url), "utf8");

/** What servers and proxies close with, and what they mean by it. */
const CLOSES: readonly (readonly [code: number, reason: string, meaning: string])[] = [
  [4001, "Authentication failed", "the key is not accepted, or came too late"],
  [4004, "Conversation not found", "it does not exist, or is deleted"],
  [1013, "credential_binding_activation_required", "the credentials of the model have to be activated first"],
  [1013, "frame_too_large", "the next event is over 4 MiB"],
  [1013, "slow_consumer", "over 16 MiB were not read"],
  [1013, "Too many connections for this conversation", "it has its 50 listeners"],
  [1013, "Too many bash event connections", "the same for bash events"],
  [1011, "subscribe_failed", "the server could not listen to the conversation"],
  [1011, "keepalive ping timeout", "the network went away"],
  [1012, "", "the server shuts down"],
  [1009, "", "a frame of ours was too large"],
  [1008, "", "a proxy does not know the server behind it"],
  [1006, "", "no close at all: a crash, or the network"],
  [1001, "", "the server goes away"],
  [1000, "", "an end without a reason"],
];

test("its table of closes is that of the code", async () => {
  const rows = CLOSES.map(
    ([code, reason, meaning]) => `| ${code} | ${reason} | ${meaning} | ${closeAction(code, reason)} |`,
  );
  const table = ["| code | reason | what it means | what is done |", "| --- | --- | --- | --- |", ...rows].join("\n");
  const written = page.replace(/(<!-- closes -->\n)[\s\S]*(<!-- \/closes -->)/, `$1${table}\n$2`);
  expect(written).toContain(table);
  await expect(written).toMatchFileSnapshot(PAGE);
});

test("every action that a close can ask for is in the table and explained below it", () => {
  const actions = new Set(CLOSES.map(([code, reason]) => closeAction(code, reason)));
  expect([...actions].sort()).toEqual(["credentials", "fetch", "final", "later", "now"]);
  for (const action of actions) expect(page.split("<!-- /closes -->")[1]).toContain(`\`${action}\``);
});

/** A new type or status does not compile until it stands here, and fails until the page has it. */
const TYPES: Record<StreamUpdate["type"], true> = {
  event: true,
  state: true,
  item: true,
  live: true,
  reset: true,
  gap: true,
  error: true,
  connection: true,
};
const STATUSES: Record<ConnectionUpdate["status"], true> = {
  connecting: true,
  open: true,
  waiting: true,
  paused: true,
  closed: true,
};

test.each([...Object.keys(TYPES), ...Object.keys(STATUSES)])("%s has its row, with nothing left empty", (name) => {
  const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
  const cells = row?.split("|").slice(1, -1) ?? [];
  expect(cells).toHaveLength(Object.hasOwn(TYPES, name) ? 3 : 2);
  for (const cell of cells) expect(cell.trim()).not.toBe("");
});
