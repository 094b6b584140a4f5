/** What the server answers beside its operations: how it is, and to whom asks for what it does not have. */
import { http, type RequestHandler } from "msw";
import { NOT_FOUND, refuse, type SimulatedAnswer } from "../simulator/answers.js";
import type { Simulator } from "../simulator/simulator.js";
import { responseOf } from "./request.js";
import { moved, type Route } from "./routes.js";

const SERVER_PATHS = ["/", "/server_info", "/ready", "/health", "/alive"];

/** Of the methods of a path the server names the first of these when it is asked by another. */
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const;

/**
 * To be asked after the operations. Where the server is at an address of its own, all else there is not found; where it
 * is everywhere, that is left to others.
 */
export function otherHandlers(
  origin: string,
  all: readonly Route[],
  current: () => Pick<Simulator, "rest">,
): RequestHandler[] {
  const isOwn = origin !== "*";
  const methods = new Map<string, Set<string>>();
  for (const { pattern, operation } of all) {
    methods.set(pattern, (methods.get(pattern) ?? new Set()).add(operation.method));
  }
  const at = (pattern: string, resolve: () => Response): RequestHandler =>
    http.all(`${origin}${pattern}`, ({ request }) => moved(pattern, request.url) ?? resolve());
  // Found without its slash too
  const shortened = [...methods.keys()].filter((pattern) => pattern.endsWith("/"));
  return [
    ...SERVER_PATHS.filter((path) => isOwn || path !== "/").map((path) =>
      http.get(`${origin}${path}`, () => responseOf(current().rest({ method: "GET", path }))),
    ),
    ...[...methods].map(([pattern, taken]) => at(pattern, () => responseOf(notAllowed(taken)))),
    ...shortened.map((pattern) =>
      http.all(`${origin}${pattern.slice(0, -1)}`, ({ request }) => moved(pattern, request.url)),
    ),
    ...SERVER_PATHS.filter((path) => isOwn || path !== "/").map((path) =>
      at(path, () => responseOf(notAllowed(new Set(["GET"])))),
    ),
    ...(isOwn ? [http.all(`${origin}/*`, () => responseOf(NOT_FOUND))] : []),
  ];
}

function notAllowed(taken: ReadonlySet<string>): SimulatedAnswer {
  const { headers, ...answer } = refuse(405, "Method Not Allowed");
  return { ...answer, headers: { ...headers, allow: METHODS.find((method) => taken.has(method)) ?? "" } };
}
