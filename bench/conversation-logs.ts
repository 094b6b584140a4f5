/** Long logs out of the golden ones: each repetition of a case has ids of its own. */
import { readFileSync } from "node:fs";

interface LogEvent {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

interface Case {
  readonly events: readonly LogEvent[];
}

const goldenCases = (): readonly Case[] => {
  const url = new URL("../test/fixtures/golden/events-to-messages.json", import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { cases: Case[] }).cases;
};

const IDS = ["id", "action_id", "tool_call_id", "llm_response_id"];

const renamed = (event: LogEvent, suffix: string): LogEvent =>
  JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (IDS.includes(key) && typeof value === "string") return value + suffix;
    return key === "forgotten_event_ids" ? (value as string[]).map((id) => id + suffix) : value;
  }) as LogEvent;

function repeated(cases: readonly Case[], count: number): LogEvent[] {
  const log: LogEvent[] = [];
  for (let repetition = 0; log.length < count; repetition++) {
    for (const [index, { events }] of cases.entries()) {
      for (const event of events) log.push({ ...renamed(event, `-${repetition}-${index}`), parent_id: null });
    }
  }
  return log.slice(0, count);
}

const EVERY = 100;
const KEPT = 38;

/** As a condenser works: every so often all but the first and the last events make room for a summary. */
function rolling(plain: readonly LogEvent[]): LogEvent[] {
  const log: LogEvent[] = [];
  let view: string[] = [];
  for (const event of plain) {
    log.push(event);
    view.push(event.id);
    if (view.length <= EVERY + KEPT) continue;
    const id = `condensation-${log.length}`;
    const forgotten_event_ids = view.slice(1, -KEPT);
    log.push({
      kind: "Condensation",
      id,
      timestamp: "2026-01-02T03:04:05",
      source: "environment",
      llm_response_id: id,
      forgotten_event_ids,
      summary: "What happened so far.",
      summary_offset: 1,
    });
    view = [...view.slice(0, 1), `${id}-summary`, ...view.slice(-KEPT)];
  }
  return log;
}

/** Logs of `count` events: without condensations, with many that leave most, with a condenser at work. */
export function longLogs(count: number): Readonly<Record<string, readonly LogEvent[]>> {
  const cases = goldenCases();
  const plainCases = cases.filter(({ events }) => events.every(({ kind }) => kind !== "Condensation"));
  const plain = repeated(plainCases, count);
  return { plain, mixed: repeated(cases, count), rolling: rolling(plain).slice(0, count) };
}
