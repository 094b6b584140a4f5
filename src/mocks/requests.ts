/** What was asked of a mock server, and what of it was wrong. */
import type { Issue } from "../errors.js";
import type { OperationId } from "../generated/operations.js";
import type { RequestFindings } from "./validate.js";

/**
 * One request, with the status that it was answered with.
 *
 * @example
 * const mock = mockAgentServer();
 * const sent = ({ operationId, status }: MockedRequest) => operationId === "send_message" && status === 200;
 * console.log(mock.requests.filter(sent).length); // how many messages the code under test has sent
 */
export interface MockedRequest {
  /** Which operation, by the name that `fail` takes. */
  readonly operationId: OperationId;
  /** In capitals: `GET`. */
  readonly method: string;
  /** The path's template: `/api/conversations/{conversation_id}`. */
  readonly path: string;
  /** The values of the path's parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** The query as it was sent. */
  readonly query: URLSearchParams;
  /** JSON; the fields of a form; undefined without a body. */
  readonly body: unknown;
  /** What it was answered with. */
  readonly status: number;
  /** What is not as the document says, each with its place. Empty: nothing. */
  readonly issues: readonly Issue[];
}

/** All that is not as the document says, whether the server minds it or not. */
export const issuesOf = ({ refused, failure, undeclared }: RequestFindings): Issue[] => [
  ...refused.map(({ loc, type, msg }) => ({ path: loc, code: type, message: msg })),
  ...(failure === undefined ? [] : [{ path: [], code: "server_error", message: failure }]),
  ...undeclared,
];

/** @throws {Error} that lists every request with issues */
export function assertNone(requests: readonly MockedRequest[]): void {
  const invalid = requests.filter(({ issues }) => issues.length > 0);
  if (invalid.length === 0) return;
  const [count, is] = invalid.length === 1 ? ["One request", "is"] : [`${invalid.length} requests`, "are"];
  throw new Error(`${count} ${is} not as the document says:\n${invalid.map(lines).join("\n")}`);
}

const lines = ({ method, path, status, issues }: MockedRequest): string =>
  [
    `  ${method} ${path} (answered ${status})`,
    ...issues.map((issue) => `    ${issue.path.map(String).join(".")}: ${issue.message}`),
  ].join("\n");
