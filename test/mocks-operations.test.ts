/** All operations over fetch: every JSON body is what the document says of it, whether there is state behind it or a sample. */
import { expect, test } from "vitest";
import { OPERATIONS, type OperationId } from "../src/generated/operations.js";
import { issuesOf } from "./live/answers.js";
import { AREA_STEPS } from "./live/areas.js";
import { CONTRACTS, type ContractName } from "./live/contract.js";
import { type Answered, type Asked, traceOf } from "./live/trace.js";
import { askerOf } from "./live/trace-ask.js";
import { mockedContract } from "./support/contract-mocked.js";
import { MOCKED, useMock } from "./support/mocked.js";
import { operationOf } from "./support/operation-of.js";

const mock = useMock();

/** Steps that no recording has, since a real server asks others for their answers. */
const SAMPLED: readonly Pick<Asked, "method" | "path" | "body">[] = [
  { method: "GET", path: "/api/skills/marketplace" },
  { method: "GET", path: "/api/plugins/marketplace" },
  { method: "POST", path: "/api/skills/sync", body: {} },
  { method: "POST", path: "/api/llm/subscription/openai/device/start" },
  { method: "POST", path: "/api/llm/subscription/openai/device/poll", body: { device_code: "code" } },
  { method: "POST", path: "/api/mcp/test", body: { server: { type: "http", url: "http://mcp.test" } } },
  { method: "POST", path: "/api/mcp/oauth/start", body: { server: { type: "http", url: "http://mcp.test" } } },
];

test("every operation answers, and each body is valid", async () => {
  const wrong: unknown[] = [];
  const statuses = new Map<OperationId, number[]>();
  const look = ({ method, path }: Pick<Asked, "method" | "path">, { status, headers, body }: Answered): void => {
    const id = operationOf(method, path);
    if (!id) return;
    statuses.set(id, [...(statuses.get(id) ?? []), status]);
    if (headers["content-type"] !== "application/json" || OPERATIONS[id].parseAs !== "json") return;
    // The document has lists only for a refusal with 422, the server has texts too
    const declared = status === 422 ? 400 : status;
    const issues = issuesOf(method, OPERATIONS[id].path, declared, JSON.parse(new TextDecoder().decode(body)));
    if (issues?.length !== 0) wrong.push({ id, status, issues });
  };
  const ask = askerOf(MOCKED);
  const looking = async (asked: Asked): Promise<Answered> => {
    const answered = await ask(asked);
    look(asked, answered);
    return answered;
  };
  await traceOf(AREA_STEPS, { work: "/work", key: MOCKED.key }, looking);
  for (const step of SAMPLED) await looking({ headers: {}, ...step });
  for (const name of Object.keys(CONTRACTS) as ContractName[]) {
    mock.reset();
    await mockedContract(mock, name, look);
  }
  expect(wrong).toEqual([]);
  const ids = Object.keys(OPERATIONS) as OperationId[];
  expect(ids.filter((id) => !statuses.has(id))).toEqual([]);
  // No success without a body in GET, an account, a VS Code, an ACP agent, or a server that waits to be initialised
  expect(ids.filter((id) => !statuses.get(id)?.some((status) => status < 300))).toMatchInlineSnapshot(`
    [
      "batch_get_bash_events",
      "batch_get_bash_events_for_conversation",
      "batch_get_conversation_events",
      "get_init_status",
      "get_mcp_oauth_status",
      "get_runtime_vscode_url_for_conversation",
      "get_vscode_url",
      "git_commit_changes_query_for_conversation",
      "initialize_server",
      "load_conversation_plugin",
      "poll_openai_subscription_device_login",
      "resume_goal_in_conversation",
      "start_goal_in_conversation",
      "submit_mcp_oauth_callback",
      "switch_conversation_acp_model",
      "switch_conversation_profile",
    ]
  `);
});
