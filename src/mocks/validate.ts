/** What the server finds wrong with a request before it does anything, and what only the types find wrong. */
import * as z from "zod/mini";
import type { Issue } from "../errors.js";
import { OPERATIONS, type OperationId } from "../generated/operations.js";
import { BODY_SCHEMAS, MODELS, type ParameterRule, REQUESTS, type RequestRule } from "../generated/requests.js";
import { jsonFault } from "../simulator/json-fault.js";
import { type FastApiIssue, type Findings, isFields, reportMissing, type Spot } from "./validate-issue.js";
import { checkValue } from "./validate-value.js";

/** A request, taken apart. */
export interface RequestParts {
  /** The values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The header `content-type`. */
  readonly contentType?: string | null | undefined;
  /** The body as a text; undefined or empty: there is none. */
  readonly text?: string | undefined;
  /** The body of a form; the text is then not looked at. */
  readonly form?: FormData | undefined;
}

/** What is wrong with a request. */
export interface RequestFindings {
  /** The server refuses it with status 422 and this as `detail`. Empty: it goes on. */
  readonly refused: readonly FastApiIssue[];
  /** The server breaks over it: status 500, with this as `exception`. */
  readonly failure?: string;
  /** The types do not allow it, and the server takes it nevertheless. */
  readonly undeclared: readonly Issue[];
  /** The body as JSON, where there is one that can be read. */
  readonly body?: unknown;
}

/**
 * Looks at a request as the server does: path, query and body together, each fault at its place. Objects may have
 * fields that are not listed, unless the document closes them. What `input` shows of secrets is redacted.
 *
 * @see https://fastapi.tiangolo.com/tutorial/handling-errors/ and the 422 answers of the document
 */
export function validateRequest(operation: OperationId, parts: RequestParts): RequestFindings {
  const rule = REQUESTS[operation] ?? {};
  const findings: Findings = { issues: [] };
  const body = rule.body && !rule.body.form ? bodyOf(parts) : { state: "none" as const };
  if (body.state === "fault") return { refused: [body.issue], undeclared: [] };
  const parameters = rule.parameters ?? [];
  const [first, rest] = [parameters.filter(isOfRuntime), parameters.filter((one) => !isOfRuntime(one))];
  for (const parameter of [...first, ...rest]) checkParameter(parameter, parts, findings);
  checkBody(rule.body, body, parts, findings);
  const { issues, failure } = findings;
  const json = body.state === "json" ? { body: body.value } : {};
  if (failure !== undefined) return { refused: [], failure, undeclared: [], ...json };
  if (issues.length > 0) {
    if (isBash(operation) && issues.some(({ loc }) => loc[1] === RUNTIME_ID))
      return { refused: [], failure: NO_RUNTIME, undeclared: [] };
    const isBytes = body.state === "bytes" && issues.some(({ loc }) => loc.length === 1);
    if (isBytes) return { refused: [], failure: "Object of type bytes is not JSON serializable", undeclared: [] };
    return { refused: issues.map(sanitised), undeclared: [], ...json };
  }
  return { refused: [], undeclared: undeclaredIn(operation, rule, parts, body), ...json };
}

/**
 * Does the server look for the conversation of the path before it looks at the rest of the request? Of one that is not
 * there it then says 404, unless the body is no JSON or the id no UUID.
 */
export const looksForConversationFirst = (operation: OperationId): boolean =>
  /\/\{runtime_conversation_id\}\/|\/\{conversation_id\}\/events/.test(OPERATIONS[operation].path);

/** Whether the body of an operation is a form. */
export const wantsForm = (operation: OperationId): boolean => REQUESTS[operation]?.body?.form === true;

/** Whose runtime it is, is looked at before anything else; those of commands break over an id that is none. */
const RUNTIME_ID = "runtime_conversation_id";
const NO_RUNTIME = "'State' object has no attribute 'runtime_event_service'";
const isOfRuntime = ({ name }: ParameterRule): boolean => name === RUNTIME_ID;
const isBash = (operation: OperationId): boolean => OPERATIONS[operation].path.includes(`/{${RUNTIME_ID}}/bash/`);

type Body =
  | { readonly state: "none" }
  | { readonly state: "json"; readonly value: unknown }
  /** A body that does not say that it is JSON is not read as such. */
  | { readonly state: "bytes"; readonly text: string }
  | { readonly state: "fault"; readonly issue: FastApiIssue };

function bodyOf({ text, contentType }: RequestParts): Body {
  if (text === undefined || text === "") return { state: "none" };
  if (!/^application\/(?:json|[^;\s]*\+json)\s*(?:;|$)/i.test(contentType ?? "")) return { state: "bytes", text };
  const json = text.replace(/^\uFEFF/, "");
  const fault = jsonFault(json);
  if (fault) {
    const { at, error } = fault;
    const issue = { type: "json_invalid", loc: ["body", at], msg: "JSON decode error", input: {}, ctx: { error } };
    return { state: "fault", issue };
  }
  // Numbers that only the server's language has in JSON; it tells them as null
  const plain = json.replace(/"(?:[^"\\]|\\.)*"|NaN|-?Infinity/g, (token) => (token.startsWith('"') ? token : "null"));
  return { state: "json", value: JSON.parse(plain) };
}

/** The last of several values counts, unless a list is asked for. */
function checkParameter(
  { in: place, name, required, rule }: ParameterRule,
  parts: RequestParts,
  findings: Findings,
): undefined {
  const spot: Spot = { loc: [place, name], isBody: true, findings };
  const inner = rule.is === "nullable" ? rule.of : rule;
  const all = place === "path" ? [parts.path[name]].flatMap((value) => value ?? []) : parts.query.getAll(name);
  const last = all.at(-1);
  if (last !== undefined) checkValue(inner, inner.is === "list" ? all : last, spot);
  else if (required) reportMissing(spot, null);
}

function checkBody(rule: RequestRule["body"], body: Body, { form }: RequestParts, findings: Findings): undefined {
  if (!rule) return;
  const spot: Spot = { loc: ["body"], isBody: true, findings };
  if (rule.form || isEmbedded(rule)) {
    const given = rule.form && form ? Object.fromEntries(form) : body.state === "json" ? body.value : {};
    return checkEach(rule, isFields(given) ? structuredFields(given) : {}, spot);
  }
  if (body.state === "json") return checkValue(rule.rule, structuredClone(body.value), spot);
  if (body.state === "bytes") return checkValue(rule.rule, body.text, spot);
  if (rule.required) reportMissing(spot, null);
}

const structuredFields = (fields: { readonly [field: string]: unknown }): { [field: string]: unknown } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Blob ? value : structuredClone(value)]),
  );

const modelOf = ({ rule }: NonNullable<RequestRule["body"]>) => (rule.is === "model" ? MODELS[rule.name] : undefined);
const isEmbedded = (body: NonNullable<RequestRule["body"]>): boolean => modelOf(body)?.name === "Body";

/** A body that is no object of a class but a bag of values, each looked for by itself. */
function checkEach(
  body: NonNullable<RequestRule["body"]>,
  given: { [field: string]: unknown },
  { loc, ...spot }: Spot,
): undefined {
  const { fields = {}, required = [] } = modelOf(body) ?? {};
  for (const [field, rule] of Object.entries(fields)) {
    const at: Spot = { ...spot, loc: [...loc, field] };
    if (Object.hasOwn(given, field)) checkValue(rule, given[field], at);
    else if (required.includes(field)) reportMissing(at, null);
  }
}

/** Nobody knows such a parameter, or the body is not what the types allow. */
function undeclaredIn(operation: OperationId, rule: RequestRule, { query }: RequestParts, body: Body): Issue[] {
  const known = (rule.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const strangers = [...new Set(query.keys())].filter((name) => !known.includes(name));
  const schema = BODY_SCHEMAS[operation];
  const isLeftOut = body.state !== "json" || (rule.body?.rule.is === "nullable" && body.value === null);
  const parsed = schema && !isLeftOut ? z.safeParse(schema, body.value) : undefined;
  return [
    ...strangers.map((name) => ({
      path: ["query", name],
      code: "unrecognized_keys",
      message: `${OPERATIONS[operation].path} has no such parameter`,
    })),
    ...(parsed?.error?.issues ?? []).map(({ path, code }) => ({
      path: ["body", ...path.map((key) => (typeof key === "symbol" ? String(key) : key))],
      code,
      message: "not what the types of this request allow",
    })),
  ];
}

const SECRET_KEY = /AUTHORIZATION|COOKIE|CREDENTIAL|KEY|PASSWORD|SECRET|SESSION|TOKEN/i;
const ALL_SECRET = /^(?:environment|env|headers)$/i;
const REDACTED = "<redacted>";

const sanitised = (issue: FastApiIssue): FastApiIssue => ({ ...issue, input: sanitise(issue.input, false) });

function sanitise(value: unknown, isSecret: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => sanitise(item, isSecret));
  if (!isFields(value) || value instanceof Blob) return isSecret ? REDACTED : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isSecret || ALL_SECRET.test(name)) return [name, sanitise(item, true)];
      return [name, SECRET_KEY.test(name) ? REDACTED : sanitise(item, false)];
    }),
  );
}
