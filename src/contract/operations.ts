/** The operations below `/api`, as both documents are compared by them: path and method, parameters, body, answers. */
import {
  type At,
  below,
  entriesOf,
  inside,
  isNode,
  itemsOf,
  member,
  resolved,
  type Source,
  textOr,
} from "./document.js";

/** One method of one path. */
export interface Operation {
  /** `POST /api/conversations`. */
  readonly name: string;
  readonly at: At;
  /** By place and name. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly body: At | undefined;
  /** By status. */
  readonly answers: ReadonlyMap<string, At>;
}

/** One parameter of an operation. */
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required: boolean;
  readonly at: At;
  readonly schema: At;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Is it a path that this package calls? */
export const isApi = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/** Two paths that differ in nothing but what their parameters are called are one on the wire. */
const shapeOfPath = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, "{}");

/** The operations of a document, by method and path without the names of path parameters. */
export function operationsOf(source: Source): Map<string, Operation> {
  const paths = entriesOf({ value: source.root["paths"], pointer: "#/paths" }).filter(([path]) => isApi(path));
  return new Map(
    paths.flatMap(([path, item]) => {
      const found = resolved(source, item);
      const shared = itemsOf(inside(found, "parameters"));
      return METHODS.map((method) => [method, inside(found, method)] as const)
        .filter(([, at]) => isNode(at.value))
        .map(([method, at]): [string, Operation] => [
          `${method} ${shapeOfPath(path)}`,
          operationOf(source, `${method.toUpperCase()} ${path}`, at, shared),
        ]);
    }),
  );
}

function operationOf(source: Source, name: string, at: At, shared: readonly At[]): Operation {
  const parameters = [...shared, ...itemsOf(inside(at, "parameters"))].map((each) =>
    parameterOf(resolved(source, each)),
  );
  const places = positions(name);
  const body = resolved(source, inside(at, "requestBody"));
  const answers = entriesOf(inside(at, "responses")).map(
    ([status, each]) => [status.toUpperCase(), resolved(source, each)] as const,
  );
  return {
    name,
    at,
    parameters: new Map(parameters.map((each) => [keyOf(each, places), each])),
    body: isNode(body.value) ? body : undefined,
    answers: new Map(answers),
  };
}

/** What stands in braces in the path, in order: path parameters are known by where they stand. */
const positions = (name: string): string[] => [...name.matchAll(/\{([^{}]*)\}/g)].map(([, inBraces = ""]) => inBraces);

function keyOf({ in: place, name }: Parameter, places: readonly string[]): string {
  if (place === "path") return `path ${places.indexOf(name)}`;
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

function parameterOf(at: At): Parameter {
  const place = textOr(member(at.value, "in"), "");
  const [media] = entriesOf(inside(at, "content"));
  return {
    in: place,
    name: textOr(member(at.value, "name"), ""),
    required: place === "path" || member(at.value, "required") === true,
    at,
    schema: inside(media ? media[1] : at, "schema"),
  };
}

/** The schemas of a body or an answer, by media type. */
export const mediaOf = (at: At | undefined): Map<string, At> =>
  new Map(
    at ? entriesOf(inside(at, "content")).map(([type, media]) => [type.toLowerCase(), inside(media, "schema")]) : [],
  );

/** How a parameter is written into the request, its defaults written out. */
export function styleOf({ in: place, at: { value } }: Parameter): string {
  const style = textOr(member(value, "style"), place === "query" || place === "cookie" ? "form" : "simple");
  const explode = member(value, "explode") ?? style === "form";
  const [media = "schema"] = entriesOf({ value: member(value, "content"), pointer: "" }).map(([type]) => type);
  return `${style}${explode ? ", exploded" : ""}${media === "schema" ? "" : `, ${media}`}`;
}

/** Every schema that stands in an operation itself, and whether it is sent. */
export function schemasOf({ parameters, body, answers }: Operation): { readonly at: At; readonly sent: boolean }[] {
  const sent = [...[...parameters.values()].map(({ schema }) => schema), ...mediaOf(body).values()];
  const received = [...answers.values()].flatMap((answer) => [...mediaOf(answer).values()]);
  return [...sent.map((at) => ({ at, sent: true })), ...received.map((at) => ({ at, sent: false }))];
}

/** The pointer of an operation's security: its own, or the document's. */
export const securityAt = ({ root }: Source, { at }: Operation): At =>
  member(at.value, "security") === undefined
    ? { value: root["security"], pointer: below("#", "security") }
    : inside(at, "security");
