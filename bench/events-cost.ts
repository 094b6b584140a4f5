/**
 * What `agent-contract events` costs on a file of this size: `events-cost.ts MEGABYTES list|lines [--strict]` writes one
 * of recorded events, reads it in a process of its own, and tells what that took, as JSON.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface EventsCost {
  readonly megabytes: number;
  readonly events: number;
  readonly findings: number;
  readonly seconds: number;
  /** The most memory that the process has held. */
  readonly peakMegabytes: number;
}

const TRAFFIC = fileURLToPath(new URL("../test/fixtures/traffic/", import.meta.url));
const SELF = fileURLToPath(import.meta.url);
const BLOCK = 2 ** 20;

/** Writes events over and over until the file is as long as asked for. */
function writeEvents(file: string, megabytes: number, form: string): void {
  const events = readdirSync(TRAFFIC).flatMap((name) => {
    const { rest_search = [] } = JSON.parse(readFileSync(join(TRAFFIC, name), "utf8")) as { rest_search?: unknown[] };
    return rest_search.map((event) => JSON.stringify(event));
  });
  const [open, between, close] = form === "list" ? ["[", ",", "]"] : ["", "\n", "\n"];
  const target = openSync(file, "w");
  let [written, buffer] = [0, open];
  for (let index = 0; written < megabytes * 1e6; index++) {
    buffer += `${index === 0 ? "" : between}${events[index % events.length]}`;
    if (buffer.length < BLOCK && written + buffer.length < megabytes * 1e6) continue;
    written += writeSync(target, buffer);
    buffer = "";
  }
  writeSync(target, close);
  closeSync(target);
}

/** In a process of its own, with a heap that a large file would not fit into. */
export function eventsCost(megabytes: number, form: "list" | "lines", ...options: string[]): EventsCost {
  const folder = mkdtempSync(join(tmpdir(), "events-cost-"));
  try {
    const file = join(folder, "events.json");
    writeEvents(file, megabytes, form);
    const args = ["--max-old-space-size=64", "--import", "tsx", SELF, "read", file, ...options];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr.slice(-500));
    return { megabytes, ...(JSON.parse(stdout) as Omit<EventsCost, "megabytes">) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function read(file: string, options: readonly string[]): Promise<void> {
  const { events } = await import("../src/cli/events.js");
  const begun = performance.now();
  const strict = options.includes("--strict");
  const { facts, findings } = events({ name: "events", files: [file], strict, failOn: "breaking", format: "text" });
  const seconds = (performance.now() - begun) / 1000;
  const peakMegabytes = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ events: facts["events"], findings: findings.length, seconds, peakMegabytes }));
}

if (process.argv[1] === SELF) {
  const [what = "1000", form = "list", ...options] = process.argv.slice(2);
  if (what === "read") await read(form, options);
  else console.log(JSON.stringify(eventsCost(Number(what), form === "lines" ? "lines" : "list", ...options)));
}
