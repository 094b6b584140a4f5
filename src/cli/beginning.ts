/**
 * Whether a text is JSON, or the beginning of one. The messages of JSON.parse tell it in the engine of Node only. Pure.
 */

/** A sign, a string, or another value, with the blanks before it; the end of a number has to be seen. */
const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])|true|false|null)/y;
/** What a text may break off in. */
const HALF_STRING =
  /^"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*(?:\\(?:u[\dA-Fa-f]{0,3})?)?$/;
const HALF_OTHER = /^(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/;

/** What may come next; `after`: a comma or the end of what is open. */
type Next = "value" | "first value" | "name" | "first name" | "colon" | "after";
const isValue = (next: Next): boolean => next === "value" || next === "first value";
const isName = (next: Next): boolean => next === "name" || next === "first name";

/** Whether a text is JSON, or the beginning of one. */
export function couldGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return isBeginning(text);
  }
}

function isBeginning(text: string): boolean {
  /** The brackets that are to come. */
  const open: string[] = [];
  let next: Next | undefined = "value";
  let at = 0;
  for (; next; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (!found) return couldBreakOff(text.slice(at).replace(/^[ \t\n\r]+/, ""), next);
    const [, sign, string] = found;
    next = sign === undefined ? afterValue(next, string !== undefined) : afterSign(next, sign, open);
  }
  return false;
}

const couldBreakOff = (rest: string, next: Next): boolean =>
  rest === "" ||
  (isValue(next) && HALF_OTHER.test(rest)) ||
  ((isValue(next) || isName(next)) && HALF_STRING.test(rest));

function afterValue(next: Next, isString: boolean): Next | undefined {
  if (isString && isName(next)) return "colon";
  return isValue(next) ? "after" : undefined;
}

/** Undefined where the sign cannot stand. */
function afterSign(next: Next, sign: string, open: string[]): Next | undefined {
  const isFirst = next === (sign === "}" ? "first name" : "first value");
  if (sign === "{" || sign === "[") {
    if (!isValue(next)) return undefined;
    open.push(sign === "{" ? "}" : "]");
    return sign === "{" ? "first name" : "first value";
  }
  if (sign === ":") return next === "colon" ? "value" : undefined;
  if (sign === ",") {
    if (next !== "after" || open.length === 0) return undefined;
    return open.at(-1) === "}" ? "name" : "value";
  }
  return open.pop() === sign && (next === "after" || isFirst) ? "after" : undefined;
}
