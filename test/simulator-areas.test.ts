/** The simulated server answers for settings, profiles, secrets and files as the real one has answered. */
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../src/generated/operations.js";
import { AREA_HANDLERS } from "../src/simulator/areas.js";
import { issuesOf } from "./live/answers.js";
import { AREA_STEPS } from "./live/areas.js";
import { recordedTraces } from "./live/areas-recorded.js";
import { simulatedTrace } from "./support/simulated-areas.js";

type OperationId = keyof typeof OPERATIONS;

/** The operation that a request is for: of those whose paths fit, the one with the most fixed parts. */
function operationOf(method: string, path: string): OperationId | undefined {
  const [plain = ""] = path.split("?");
  const fits = (id: OperationId): boolean => {
    const form = OPERATIONS[id].path.replace("{file_path}", ".*").replace(/\{\w+\}/g, "[^/]+");
    return OPERATIONS[id].method === method && new RegExp(`^${form}$`).test(plain);
  };
  const values = (id: OperationId): number => OPERATIONS[id].path.split("{").length;
  return (Object.keys(OPERATIONS) as OperationId[]).filter(fits).sort((a, b) => values(a) - values(b))[0];
}

describe("step by step", () => {
  test("it answers as 1.52.0 does", async () => {
    const traces = await simulatedTrace();
    const recorded = recordedTraces();
    expect(recorded.map(({ step }) => step)).toEqual(AREA_STEPS.map(({ ask }) => ask));
    const differing = traces.flatMap((trace, at) =>
      JSON.stringify(sorted(trace)) === JSON.stringify(sorted(recorded[at]))
        ? []
        : [{ at, is: trace, recorded: recorded[at] }],
    );
    expect(differing).toEqual([]);
  });

  test("every answer is as the document says", async () => {
    const wrong: unknown[] = [];
    const asked = new Set<OperationId>();
    await simulatedTrace(({ method, path }, { status, headers, body }) => {
      const id = operationOf(method, path);
      if (!id || !AREA_HANDLERS[id]) return;
      asked.add(id);
      if (headers["content-type"] !== "application/json") return;
      // The document has lists only for a refusal with 422, the server has texts too
      const declared = status === 422 ? 400 : status;
      const issues = issuesOf(method, OPERATIONS[id].path, declared, JSON.parse(new TextDecoder().decode(body)));
      if (issues && issues.length > 0) wrong.push({ id, status, issues });
    });
    expect(wrong).toEqual([]);
    // Every operation of the areas is asked at least once
    const left = (Object.keys(AREA_HANDLERS) as OperationId[]).filter((id) => !asked.has(id));
    expect(left).toEqual([]);
  });
});

/** The order of fields does not matter. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([field, inner]) => [field, sorted(inner)]));
};
