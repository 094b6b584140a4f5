/** Where the server stops reading a text that is no JSON, and what it says there: as its language reads JSON. */

/** What is wrong, and at which character. */
export interface JsonFault {
  readonly at: number;
  readonly error: string;
}

/** Either where reading went on to, or what stopped it. */
type Step = number | JsonFault;

const fault = (error: string, at: number): JsonFault => ({ error, at });
const isFault = (step: Step): step is JsonFault => typeof step === "object";

/** The first fault of a text; undefined when it is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  const begin = skipSpace(text, 0);
  const end = value(text, begin);
  if (isFault(end)) return end;
  const rest = skipSpace(text, end);
  return rest < text.length ? fault("Extra data", rest) : undefined;
}

function skipSpace(text: string, at: number): number {
  let next = at;
  while (" \t\n\r".includes(text.charAt(next) || "x")) next++;
  return next;
}

const SCALAR = /(?:null|true|false|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;

function value(text: string, at: number): Step {
  switch (text.charAt(at)) {
    case "{":
      return object(text, at + 1);
    case "[":
      return list(text, at + 1);
    case '"':
      return string(text, at);
    default:
      SCALAR.lastIndex = at;
      return SCALAR.test(text) ? SCALAR.lastIndex : fault("Expecting value", at);
  }
}

function object(text: string, begin: number): Step {
  const first = skipSpace(text, begin);
  if (text.charAt(first) === "}") return first + 1;
  let at = first;
  for (;;) {
    if (text.charAt(at) !== '"') return fault("Expecting property name enclosed in double quotes", at);
    const named = string(text, at);
    if (isFault(named)) return named;
    const colon = skipSpace(text, named);
    if (text.charAt(colon) !== ":") return fault("Expecting ':' delimiter", colon);
    const end = value(text, skipSpace(text, colon + 1));
    if (isFault(end)) return end;
    const comma = skipSpace(text, end);
    if (text.charAt(comma) === "}") return comma + 1;
    if (text.charAt(comma) !== ",") return fault("Expecting ',' delimiter", comma);
    at = skipSpace(text, comma + 1);
    if (text.charAt(at) === "}") return fault("Illegal trailing comma before end of object", comma);
  }
}

function list(text: string, begin: number): Step {
  const first = skipSpace(text, begin);
  if (text.charAt(first) === "]") return first + 1;
  let at = first;
  for (;;) {
    const end = value(text, at);
    if (isFault(end)) return end;
    const comma = skipSpace(text, end);
    if (text.charAt(comma) === "]") return comma + 1;
    if (text.charAt(comma) !== ",") return fault("Expecting ',' delimiter", comma);
    at = skipSpace(text, comma + 1);
    if (text.charAt(at) === "]") return fault("Illegal trailing comma before end of array", comma);
  }
}

function string(text: string, begin: number): Step {
  for (let at = begin + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character < " ") return fault("Invalid control character at", at);
    if (character !== "\\") continue;
    at++;
    const escaped = text.charAt(at);
    if (escaped === "") break;
    if (escaped === "u") {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) return fault("Invalid \\uXXXX escape", at);
      at += 4;
    } else if (!'"\\/bfnrt'.includes(escaped)) return fault("Invalid \\escape", at - 1);
  }
  return fault("Unterminated string starting at", begin);
}
