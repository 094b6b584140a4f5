/**
 * What two documents say differently, word by word: a second opinion on `compareDocuments`, which shares no code with it.
 * No judgement, no other spellings; texts for people are passed over, and so is what `/api` operations do not reach.
 */

/** One thing that one document says and the other does not. */
export interface RawDifference {
  /** "operation `GET /api/x`, answer 200", "schema `X`". */
  readonly owner: string;
  /** Names of fields on the way down. */
  readonly field: string;
  /** What is said: a keyword, or a keyword and one of its entries. */
  readonly keyword: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Json = { readonly [key: string]: unknown };
const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const TEXTS =
  "description title examples example readOnly writeOnly acp_compatible openhands_settings openhands_settings_section".split(
    " ",
  );

interface Said {
  readonly owner: string;
  readonly field: string;
  readonly keyword: string;
  readonly value: string;
}

/** Everything that a document says about its `/api` operations and what they reach. */
function sayings(document: unknown): Map<string, Said> {
  const said = new Map<string, Said>();
  const todo: string[] = [];
  const seen = new Set<string>();
  const say = (owner: string, field: string, keyword: string, value: unknown): void => {
    said.set(`${owner} ${field} ${keyword}`, { owner, field, keyword, value: JSON.stringify(value) ?? "" });
  };
  const walk = (owner: string, field: string, schema: unknown): void => {
    for (const [keyword, value] of Object.entries(object(schema))) {
      if (TEXTS.includes(keyword)) continue;
      if (keyword === "properties")
        for (const [name, property] of Object.entries(object(value))) {
          const below = field === "" ? name : `${field}.${name}`;
          say(owner, below, "exists", true);
          walk(owner, below, property);
        }
      else if (keyword === "items") walk(owner, `${field}[]`, value);
      else if (keyword === "additionalProperties" && typeof value === "object")
        walk(owner, field === "" ? "*" : `${field}.*`, value);
      else if (keyword === "anyOf" || keyword === "oneOf")
        for (const member of list(value)) {
          say(owner, field, `${keyword} ${labelOf(member)}`, true);
          walk(owner, field, member);
        }
      else if (keyword === "required" || keyword === "enum")
        for (const item of list(value)) say(owner, field, `${keyword} ${JSON.stringify(item)}`, true);
      else if (keyword === "discriminator") {
        say(owner, field, "discriminator", object(value)["propertyName"]);
        for (const [key, target] of Object.entries(object(object(value)["mapping"])))
          say(owner, field, `mapping ${key}`, target);
      } else say(owner, field, keyword, value);
      if (keyword === "$ref") todo.push(String(value).split("/").at(-1) ?? "");
    }
  };
  for (const [path, methods] of Object.entries(object(object(document)["paths"]))) {
    if (!path.startsWith("/api")) continue;
    for (const [method, operation] of Object.entries(object(methods)))
      sayOperation(`operation \`${method.toUpperCase()} ${path}\``, object(operation), say, walk);
  }
  const schemas = object(object(object(document)["components"])["schemas"]);
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    say(`schema \`${name}\``, "", "exists", true);
    walk(`schema \`${name}\``, "", schemas[name]);
  }
  return said;
}

function sayOperation(
  owner: string,
  operation: Json,
  say: (owner: string, field: string, keyword: string, value: unknown) => void,
  walk: (owner: string, field: string, schema: unknown) => void,
): void {
  say(owner, "", "exists", true);
  for (const keyword of ["operationId", "deprecated", "security"]) say(owner, "", keyword, operation[keyword]);
  for (const parameter of list(operation["parameters"]).map(object)) {
    const place = `${owner}, ${String(parameter["in"])} parameter \`${String(parameter["name"])}\``;
    say(place, "", "exists", true);
    say(place, "", "needed", parameter["required"] === true);
    walk(place, "", parameter["schema"]);
  }
  const body = object(operation["requestBody"]);
  if ("requestBody" in operation) say(`${owner}, request body`, "", "exists", true);
  say(`${owner}, request body`, "", "needed", body["required"] === true);
  const holders: [string, Json][] = [["request body", body]];
  for (const [status, answer] of Object.entries(object(operation["responses"]))) {
    say(`${owner}, answer ${status}`, "", "exists", true);
    holders.push([`answer ${status}`, object(answer)]);
  }
  for (const [part, holder] of holders)
    for (const [type, media] of Object.entries(object(holder["content"]))) {
      say(`${owner}, ${part}`, "", `media ${type}`, true);
      walk(`${owner}, ${part}`, "", object(media)["schema"]);
    }
}

/** A member of a union: the schema that it names, or what it says itself. */
const labelOf = (member: unknown): string =>
  JSON.stringify(member, (key, value: unknown) => (TEXTS.includes(key) ? undefined : value));

/** What one document says and the other does not, or says otherwise. */
export function rawDifferences(pinned: unknown, actual: unknown): RawDifference[] {
  const [before, after] = [sayings(pinned), sayings(actual)];
  return [...new Map([...before, ...after])].flatMap(([key, { owner, field, keyword }]) => {
    const [was, is] = [before.get(key)?.value, after.get(key)?.value];
    return was === is ? [] : [{ owner, field, keyword, before: was, after: is }];
  });
}
