/** Conversations, runs, commands and refusals: the mock server answers over fetch as 1.52.0 has answered. */
import { expect, test } from "vitest";
import { OPERATIONS, type OperationId } from "../src/generated/operations.js";
import { issuesOf } from "./live/answers.js";
import { recordedTraces } from "./live/areas-recorded.js";
import { CONTRACTS, type ContractName, recordedContract } from "./live/contract.js";
import { mockedContract } from "./support/contract-mocked.js";
import { differencesOf } from "./support/differences.js";
import { useMock } from "./support/mocked.js";
import { operationOf } from "./support/operation-of.js";

const mock = useMock();

test.each(Object.keys(CONTRACTS) as ContractName[])(
  "%s: every step is answered as recorded, and as the document says",
  async (name) => {
    const recorded = recordedContract(name);
    expect(recorded.map(({ step }) => step)).toEqual(CONTRACTS[name].map(({ ask }) => ask));
    const wrong: unknown[] = [];
    const traces = await mockedContract(mock, name, ({ method, path }, { status, headers, body }) => {
      const id = operationOf(method, path);
      if (!id || headers["content-type"] !== "application/json") return;
      // The document has lists only for a refusal with 422, the server has texts too
      const declared = status === 422 ? 400 : status;
      const issues = issuesOf(method, OPERATIONS[id].path, declared, JSON.parse(new TextDecoder().decode(body)));
      if (issues && issues.length > 0) wrong.push({ id, status, issues });
    });
    expect(wrong).toEqual([]);
    expect(differencesOf(traces, recorded)).toEqual([]);
  },
);

test("no operation is left out", () => {
  const steps = [recordedTraces(), ...(Object.keys(CONTRACTS) as ContractName[]).map(recordedContract)].flat();
  const asked = new Set(steps.map(({ step }) => operationOf(...(step.split(" ") as [string, string]))));
  expect(Object.keys(OPERATIONS).filter((id) => !asked.has(id as OperationId))).toEqual([]);
});
