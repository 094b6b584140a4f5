/** The mock server answers over fetch what the real one has answered: the same cases, compared with the same recordings. */
import { expect, test } from "vitest";
import { OPERATIONS } from "../src/generated/operations.js";
import { AREA_STEPS } from "./live/areas.js";
import { recordedTraces } from "./live/areas-recorded.js";
import { areaTrace } from "./live/areas-server.js";
import { recordedVerdicts, type Send, type Verdict, verdictsOf } from "./live/invalid-requests.js";
import { differencesOf } from "./support/differences.js";
import { MOCKED, useMock } from "./support/mocked.js";

useMock();

test("every step over settings, profiles, secrets and files is answered as recorded", async () => {
  expect(recordedTraces().map(({ step }) => step)).toEqual(AREA_STEPS.map(({ ask }) => ask));
  expect(differencesOf(await areaTrace(MOCKED), recordedTraces())).toEqual([]);
});

/** A text in a Blob: a plain one would get a type of its own. */
const send: Send = async (url, method, headers, content) => {
  const body = content === undefined ? {} : { body: new Blob([content]) };
  const response = await fetch(url, { method, headers, ...body });
  return { status: response.status, text: await response.text() };
};

const hasBodyInGet = ({ operation, body, text, form }: Verdict): boolean =>
  OPERATIONS[operation].method === "GET" && [body, text, form].some((part) => part !== undefined);

/** The issues of one request come in another order here: sorted by their places. Of settings the server says more. */
const comparable = ({ detail, ...verdict }: Verdict): object => {
  if (!Array.isArray(detail)) return { ...verdict, detail };
  const isInShort = verdict.name.startsWith("start_conversation: settings ");
  const issues = (detail as readonly { readonly type: string; readonly loc: unknown }[]).map((issue) =>
    JSON.stringify(isInShort ? [issue.loc, issue.type] : Object.entries(issue).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return { ...verdict, detail: issues.sort() };
};

test("every invalid request that fetch can send is answered as recorded", async () => {
  const recorded = recordedVerdicts();
  const sendable = recorded.filter((verdict) => !hasBodyInGet(verdict));
  const verdicts = await verdictsOf(MOCKED, sendable, send);
  expect(differencesOf(verdicts.map(comparable), sendable.map(comparable))).toEqual([]);
  // No fetch sends a body with GET
  expect(recorded.filter(hasBodyInGet).map(({ name }) => name)).toEqual([
    "batch_get_bash_events: an object",
    "batch_get_bash_events: numbers",
  ]);
});
