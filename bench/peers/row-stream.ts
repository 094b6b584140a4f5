/** Row "stream": following a conversation over a real socket, fast and over connections that die. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { node } from "./child.js";
import { userProject } from "./packed.js";
import { inCache, ROOT } from "./places.js";
import { type Followed, OFFICIAL_AS_MODULE, STREAM_CLIENTS, type StreamClient } from "./stream-clients.js";
import type { Begin, Begun, Happen, Happened } from "./stream-server.js";
import { type Cell, count, figureOf, type Line, type Table } from "./table.js";
import { bundled } from "./validators.js";

const HISTORY = 10_000;
const LIVE = 5_000;
const RUNS = 5;
const KILLED = { history: 5, live: 400, overMs: 12_000 };
const PATIENCE_MS = 120_000;

async function ask<T>(server: ChildProcess, wanted: Begin | Happen): Promise<T> {
  server.send(wanted);
  const [answer] = (await once(server, "message")) as [T];
  return answer;
}

async function built({ source }: StreamClient, index: number): Promise<string> {
  const file = inCache(`follow-${index}.cjs`);
  writeFileSync(file, await bundled(source, { platform: "node", format: "cjs", minify: false }));
  return file;
}

/** Follows in a process of its own; `happens` is called when that has the history. */
async function follow<T>(file: string, args: readonly string[], happens: () => Promise<T>): Promise<[Followed, T]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const timer = setTimeout(() => child.kill(), PATIENCE_MS);
  let told: Promise<T> | undefined;
  let followed: Followed | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "live") told = happens();
    else followed = JSON.parse(line) as Followed;
  }
  clearTimeout(timer);
  if (followed === undefined || told === undefined) throw new Error(`${file} has not come to the end`);
  return [followed, await told];
}

interface Rates {
  readonly all: number[];
  readonly cpu: number[];
}

async function speed(server: ChildProcess, file: string, rates: Rates): Promise<void> {
  const { url, id } = await ask<Begun>(server, { begin: HISTORY, kill: false });
  const [{ ids, ms, cpuMs }] = await follow(file, [url, id, String(HISTORY)], () =>
    ask<Happened>(server, { happen: LIVE, overMs: 0 }),
  );
  rates.all.push(ids.length / (ms / 1000));
  rates.cpu.push((cpuMs * 1000) / ids.length);
}

async function losses(server: ChildProcess, file: string): Promise<Record<string, Cell>> {
  const { history, live, overMs } = KILLED;
  const { url, id } = await ask<Begun>(server, { begin: history, kill: true });
  const happens = () => ask<Happened>(server, { happen: live, overMs });
  const [followed, happened] = await follow(file, [url, id, String(history)], happens);
  const got = new Set(followed.ids);
  return {
    "connections killed": count(happened.killed),
    "events lost": count(happened.ids.filter((one) => !got.has(one)).length),
    "events doubled": count(followed.ids.length - got.size),
  };
}

async function asModule(server: ChildProcess): Promise<string> {
  const { url, id } = await ask<Begun>(server, { begin: 1, kill: false });
  const file = join(await userProject(), "as-module.mjs");
  writeFileSync(file, OFFICIAL_AS_MODULE);
  return node<string>([file, url, id]);
}

export async function stream(): Promise<Table> {
  const tsx = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  const server = fork(join(import.meta.dirname, "stream-server.ts"), { execArgv: ["--import", tsx] });
  try {
    await once(server, "message");
    const files = await Promise.all(STREAM_CLIENTS.map(built));
    const rates = files.map((): Rates => ({ all: [], cpu: [] }));
    for (let run = 0; run < RUNS; run++)
      for (const [index, file] of files.entries()) await speed(server, file, rates[index] as Rates);
    const lines: Line[] = [];
    for (const [index, { name: tool, isOurs, reconnects }] of STREAM_CLIENTS.entries()) {
      const { all, cpu } = rates[index] as Rates;
      const costs = { "events/s": figureOf(all, 0), "CPU µs an event": figureOf(cpu, 1) };
      const lost = reconnects ? await losses(server, files[index] ?? "") : { "events lost": "does not connect again" };
      lines.push({ tool, isOurs, cells: { ...costs, ...lost } });
    }
    return table(lines, await asModule(server));
  } finally {
    server.disconnect();
  }
}

function table(lines: readonly Line[], said: string): Table {
  return {
    row: "stream",
    how: `A simulated server of version 1.52 on TCP in a process of its own, \`ws\` on both sides. A log of ${HISTORY} events is read, then ${LIVE} happen at once, all on a machine that the server shares, so that the CPU time of the following process says more than the rate; ${RUNS} runs in turn, each in a fresh process. Then ${KILLED.live} events over ${KILLED.overMs / 1000} s, while every connection is killed after 20 to 40 kB, with everybody's usual waits. The official client's socket imported as a module in Node says: "${said}".`,
    columns: [
      { name: "events/s", better: "higher" },
      { name: "CPU µs an event", better: "lower" },
      { name: "connections killed", better: "none" },
      { name: "events lost", better: "lower" },
      { name: "events doubled", better: "lower" },
    ],
    lines,
  };
}
