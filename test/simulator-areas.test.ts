/** The simulated server answers for settings, profiles, secrets and files as the real one has answered. */
import { describe, expect, test } from "vitest";
import { OPERATIONS, type OperationId } from "../src/generated/operations.js";
import { AREA_HANDLERS } from "../src/simulator/areas.js";
import { issuesOf } from "./live/answers.js";
import { AREA_STEPS } from "./live/areas.js";
import { recordedTraces } from "./live/areas-recorded.js";
import { differencesOf } from "./support/differences.js";
import { operationOf } from "./support/operation-of.js";
import { simulatedTrace } from "./support/simulated-areas.js";

describe("step by step", () => {
  test("it answers as 1.52.0 does", async () => {
    const traces = await simulatedTrace();
    const recorded = recordedTraces();
    expect(recorded.map(({ step }) => step)).toEqual(AREA_STEPS.map(({ ask }) => ask));
    expect(differencesOf(traces, recorded)).toEqual([]);
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
