/** Every GET operation that can be asked safely answers within the types and schemas of this package, on every version. */
import type { AgentClient } from "agent-server-client";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "../../src/generated/operations.js";
import { changeEverything } from "./changes.js";
import { type Furniture, furnish } from "./furnish.js";
import { ABSENT, ASKED, type Asked, type GetOperation } from "./get-operations.js";
import { mismatches, useBenches, VERSION_NAMES } from "./live.js";

const benchOf = useBenches();

/** openapi-fetch's GET for any path: the table is typed by operation instead. */
type AnyGet = (
  path: string,
  init: { params: Asked },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

interface Answer {
  readonly id: GetOperation;
  readonly status: number;
  readonly data: unknown;
  readonly error: unknown;
}

async function ask(client: AgentClient, id: GetOperation, things: Furniture): Promise<Answer> {
  const params = ASKED[id]?.(things) ?? {};
  const { data, error, response } = await (client.GET as AnyGet)(OPERATIONS[id].path, { params });
  return { id, status: response.status, data, error };
}

describe.each(VERSION_NAMES)("%s", (version) => {
  test("every GET operation that it has answers as the document says", async () => {
    const bench = benchOf(version);
    const things = await furnish(bench);
    const answers: Answer[] = [];
    for (const id of Object.keys(ASKED) as GetOperation[]) answers.push(await ask(bench.client, id, things));
    const absent = answers.filter(({ status }) => status !== 200);
    expect(absent.map(({ id, status, error }) => [id, status, error])).toEqual(
      ABSENT[version].map((id) => [id, 404, { detail: "Not Found" }]),
    );
    const files = answers.filter(({ id, status }) => status === 200 && OPERATIONS[id].parseAs === "blob");
    expect(files.filter(({ data }) => !(data instanceof Blob && data.size > 0))).toEqual([]);
    expect(answers.find(({ id }) => id === "get_secret_value")?.data).toBe("not-so-secret");
    const checked = new Set(bench.checked.map(({ operation }) => operation));
    const json = answers.filter(({ id, status }) => status === 200 && OPERATIONS[id].parseAs === "json");
    expect(json.filter(({ id }) => !checked.has(`GET ${OPERATIONS[id].path}`))).toEqual([]);
    expect(mismatches(bench)).toEqual([]);
  });

  test("and so do the operations that change conversations, files, commands, settings, profiles and secrets", async () => {
    const bench = benchOf(version);
    const before = bench.checked.length;
    const statuses = await changeEverything(bench);
    // The oldest cannot stop a command
    expect(statuses.filter(([, status]) => status >= 300)).toEqual(
      version === "1.44.0" ? [["command stopped", 404]] : [],
    );
    expect(bench.checked.length - before).toBeGreaterThanOrEqual(statuses.length);
    expect(mismatches(bench)).toEqual([]);
  });
});
