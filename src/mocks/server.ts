/** The mock Agent Server: the simulated server behind msw's handlers. */
import { http, type RequestHandler, type WebSocketHandler } from "msw";
import { OPERATIONS, type OperationId } from "../generated/operations.js";
import type { Event as AgentEvent } from "../generated/types.js";
import { NOT_FOUND } from "../simulator/answers.js";
import { canonical, UUID } from "../simulator/ids.js";
import { createSimulator, type Simulator } from "../simulator/simulator.js";
import type { Script } from "../simulator/turns.js";
import type { BashResult, SimulatorVersion } from "../simulator/world.js";
import { type Answer, failure, findingsAnswer, sampleAnswer } from "./answers.js";
import { emit, type MockedEvent } from "./emit.js";
import { otherHandlers } from "./others.js";
import { asRead } from "./query.js";
import { type Recording, replay } from "./recording.js";
import { fieldsOf, received, responseOf } from "./request.js";
import { assertNone, issuesOf, type MockedRequest } from "./requests.js";
import { hasSlash, moved, type Params, paramsOf, pathOf, type Route, routes } from "./routes.js";
import { socketHandlers } from "./sockets.js";
import { createWinder } from "./timer.js";
import { looksForConversationFirst, type RequestFindings, validateRequest, wantsForm } from "./validate.js";

/**
 * What kind of server.
 *
 * @example
 * const older: MockAgentServerOptions = { baseUrl: "http://localhost:8000", version: "1.44", sessionApiKey: "key" };
 * const mock = mockAgentServer(older); // has no session socket: does the page work with that?
 */
export interface MockAgentServerOptions {
  /** Where it is: `http://localhost:8000`. Default: at every address, under whatever path. */
  readonly baseUrl?: string | undefined;
  /** The same seed gives the same ids. Default: 1. */
  readonly seed?: number | undefined;
  /** The server that it is like. Default: `1.52`, that of the document. */
  readonly version?: SimulatorVersion | undefined;
  /** The key that it asks for. Default: it asks for none. */
  readonly sessionApiKey?: string | undefined;
}

/**
 * A server for tests: what it does, and what it was asked.
 *
 * @example
 * const breakDown = (mock: MockAgentServer) => {
 *   mock.fail("search_conversations", 503);
 *   mock.closeSockets(1006, "");
 * };
 * breakDown(mockAgentServer()); // and what does the page say?
 */
export interface MockAgentServer {
  /**
   * For `setupServer` or `setupWorker`: one for each of the 162 operations and for each of the three sockets, and for
   * what the server answers beside them (`/server_info`, 405; with a `baseUrl`, 404).
   */
  readonly handlers: readonly (RequestHandler | WebSocketHandler)[];
  /**
   * What the agents do, after what is still to be done. Each run takes turns until one ends it; when there are none
   * left, the function that was given last is asked for the next one, conversation by conversation. Where that says
   * nothing either, the agent answers with a text.
   */
  script(turns: Script): void;
  /** What comes of commands, those of the bash operations and the bash socket. Default: nothing, and exit code 0. */
  bash(result: (command: string) => BashResult): void;
  /** A conversation that was recorded, or made up: its log and its state are there from now on. Gives its id. */
  replay(recording: Recording): string;
  /**
   * An event that happens in a conversation. It gets its place in the log, its parent, and an id of its own when the
   * one it has is taken. What a server does not keep (`StreamingDeltaEvent`, `full_state`) goes to sockets only.
   *
   * @throws {RangeError} when the server has no such conversation
   */
  emit(conversationId: string, event: MockedEvent): AgentEvent;
  /**
   * From now on an operation fails with this status, until `reset`. Default of `body`: what the server says then. For
   * `send_message` and 429 it does what the server does, too: the message is there, and does not run.
   *
   * @throws {RangeError} when the document has no such operation
   */
  fail(operationId: OperationId, status: number, body?: unknown): void;
  /** Closes every open socket. The code 1006 breaks the connection. */
  closeSockets(code: number, reason: string): void;
  /** What was asked since the beginning or the last `reset`, oldest first. */
  readonly requests: readonly MockedRequest[];
  /** @throws {Error} that lists each request that the document does not allow, also those that the server takes */
  assertNoInvalidRequests(): void;
  /** A fresh server: no conversations, no script, no failures, no requests; sockets and requests that wait break. */
  reset(): void;
}

/**
 * Makes a server that answers every operation of the document and all sockets as the real one does, with all it knows
 * in memory.
 *
 * @example
 * const mock = mockAgentServer({ sessionApiKey: "key" });
 * mock.script([{ text: "It is done." }]);
 * console.log(mock.handlers.length > 165); // true: setupServer(...mock.handlers)
 * @see docs/mocks.md
 */
export function mockAgentServer(options: MockAgentServerOptions = {}): MockAgentServer {
  const { baseUrl, seed = 1, version = "1.52", sessionApiKey } = options;
  const origin = baseUrl === undefined ? "*" : baseUrl.replace(/\/+$/, "");
  const start = (): Simulator => {
    const keys = sessionApiKey === undefined ? [] : [sessionApiKey];
    const made = createSimulator({ version, seed, now: winder.now, keys });
    made.script([]); // there is somebody who plays the agent
    return made;
  };
  const winder = createWinder(() => simulator);
  let simulator = start();
  let life = new AbortController();
  const requests: MockedRequest[] = [];
  const failures = new Map<OperationId, Answer>();
  let isFull = false;

  const respond = async ({ id, operation }: Route, request: Request, given: Params): Promise<Response> => {
    const { method, path } = operation;
    const params = paramsOf(given);
    const sent = await received(request, wantsForm(id));
    const findings = validateRequest(id, { ...sent, path: params });
    const body = sent.form ? await fieldsOf(sent.form) : findings.body;
    const asked = { ...sent, method, path: pathOf(path, params), query: asRead(id, sent.query), body };
    simulator.world.busy = id === "send_message" && isFull ? 1 : 0;
    const answer =
      failures.get(id) ??
      simulator.unauthorised(asked) ??
      (isOfNoConversation(simulator, id, params, findings) ? undefined : findingsAnswer(findings)) ??
      simulator.rest(asked, () => sampleAnswer(id));
    const { status } = answer;
    requests.push({
      operationId: id,
      method,
      path,
      params,
      query: sent.query,
      body,
      status,
      issues: issuesOf(findings),
    });
    winder.wind();
    const isSettled = answer.settled === undefined || (await settledBefore(answer.settled, life.signal));
    return isSettled ? responseOf(answer) : Response.error();
  };

  const all = routes();
  const handlerOf = (route: Route): RequestHandler => {
    const resolver = async ({ request, params }: { request: Request; params: Params }): Promise<Response> =>
      moved(route.pattern, request.url) ??
      (hasSlash(paramsOf(params)) ? responseOf(NOT_FOUND) : respond(route, request, params));
    const method = route.operation.method.toLowerCase() as Lowercase<Route["operation"]["method"]>;
    return http[method](`${origin}${route.pattern}`, resolver);
  };

  return {
    handlers: [
      ...all.map(handlerOf),
      ...otherHandlers(origin, all, () => simulator),
      ...socketHandlers(
        origin,
        () => simulator,
        () => winder.wind(),
      ),
    ],
    script: (turns) => simulator.script(turns),
    bash: (result) => simulator.bashResult(result),
    replay: (recording) => replay(simulator, recording),
    emit(conversationId, event) {
      const told = emit(simulator, conversationId, event);
      winder.wind();
      return told;
    },
    fail(operationId, status, body) {
      if (!Object.hasOwn(OPERATIONS, operationId))
        throw new RangeError(`expected the name of an operation of the document, not ${operationId}`);
      const isToFill = operationId === "send_message" && status === 429 && body === undefined;
      if (operationId === "send_message") isFull = isToFill;
      if (isToFill) failures.delete(operationId);
      else failures.set(operationId, failure(status, body));
    },
    closeSockets: (code, reason) => simulator.closeSockets(code, reason),
    requests,
    assertNoInvalidRequests: () => assertNone(requests),
    reset() {
      simulator.kill();
      life.abort();
      life = new AbortController();
      winder.stop();
      simulator = start();
      requests.length = 0;
      failures.clear();
      isFull = false;
    },
  };
}

/** False: the end came first, and what the server was about to answer nobody hears. */
const settledBefore = (settled: Promise<void>, end: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    end.addEventListener("abort", () => resolve(false), { once: true });
    void settled.then(() => resolve(true));
  });

/** Of a conversation that is not there the server says so before it looks at the rest of a request, if it can be read. */
function isOfNoConversation(
  { world }: Simulator,
  operation: OperationId,
  params: Readonly<Record<string, string>>,
  { refused }: RequestFindings,
): boolean {
  const name = "runtime_conversation_id" in params ? "runtime_conversation_id" : "conversation_id";
  const id = params[name] ?? "";
  const isReadable = UUID.test(id) && !refused.some(({ type }) => type === "json_invalid");
  return looksForConversationFirst(operation) && isReadable && !world.conversations.has(canonical(id));
}
