/** The operations of the document as msw finds them: more exact paths first. */
import { OPERATIONS, type Operation, type OperationId } from "../generated/operations.js";

/** Where an operation is found. */
export interface Route {
  readonly id: OperationId;
  readonly operation: Operation;
  /** As msw has it: `/api/conversations/:conversation_id`. */
  readonly pattern: string;
}

/** The one parameter that reaches over slashes. */
const LONG = "file_path";

/** All operations. One with a word where another has a parameter comes before it. */
export const routes = (): Route[] =>
  Object.entries(OPERATIONS as Readonly<Record<OperationId, Operation>>)
    .map(([id, operation]) => ({ id: id as OperationId, operation, pattern: patternOf(operation.path) }))
    .sort((a, b) => (exactness(a.pattern) < exactness(b.pattern) ? -1 : 1));

const patternOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `:${name}${name === LONG ? "+" : ""}`);

/** Sorts words before parameters, segment by segment, and a slash at the end before none: that fits too. */
const exactness = (pattern: string): string => `${pattern.replaceAll(/:\w+/g, "~")}~`;

/**
 * The server sends who has a slash too many at the end, or one too few, to the right address. What is below a workspace
 * may end with one.
 */
export function moved(pattern: string, url: string): Response | undefined {
  const { href, pathname, search } = new URL(url);
  const isWanted = pattern.endsWith("/");
  if (pathname.endsWith("/") === isWanted || /\/workspace(?:\/:\w+\+)?$/.test(pattern)) return undefined;
  const bare = href.slice(0, href.length - search.length).replace(/\/$/, "");
  return Response.redirect(`${bare}${isWanted ? "/" : ""}${search}`, 307);
}

/** The values in a path as msw gives them: a long one in pieces. */
export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The server reads a path's `%2F` as a slash before it looks for who answers: then nobody does. */
export const hasSlash = (params: Readonly<Record<string, string>>): boolean =>
  Object.entries(params).some(([name, value]) => name !== LONG && value.includes("/"));

/** The values in a path, by the names that the document has for them. */
export const paramsOf = (params: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params)
      .filter(([name]) => !/^\d+$/.test(name))
      .map(([name, value = ""]) => [name, typeof value === "string" ? value : value.join("/")]),
  );

/** The path that was asked for, without the address before it. */
export const pathOf = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    return name === LONG ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value);
  });
