/** What the server takes for a number, a yes or a time: it reads texts generously. */
import type { Rule } from "../generated/requests.js";
import { listed, report, type Spot } from "./validate-issue.js";

type RuleOf<Is extends Rule["is"]> = Extract<Rule, { readonly is: Is }>;

const INTEGER = /^[+-]?\d+(?:_\d+)*(?:\.0*)?$/;
const FLOAT = /^[+-]?(?:(?:\d+(?:_\d+)*\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i;

/** A number, or a text that is one; yes is 1. */
export function checkNumber(rule: RuleOf<"int" | "float">, value: unknown, spot: Spot): undefined {
  const { is } = rule;
  const word = is === "int" ? "integer" : "number";
  if (typeof value === "string") {
    const text = value.trim();
    if ((is === "int" ? INTEGER : FLOAT).test(text))
      return checkBounds(rule, Number(text.replaceAll("_", "")), value, spot);
    const msg = `Input should be a valid ${word}, unable to parse string as ${is === "int" ? "an" : "a"} ${word}`;
    return report(spot, `${is}_parsing`, msg, value);
  }
  if (typeof value === "boolean") return checkBounds(rule, Number(value), value, spot);
  if (typeof value !== "number") return report(spot, `${is}_type`, `Input should be a valid ${word}`, value);
  if (is === "int" && !Number.isInteger(value)) {
    return report(
      spot,
      "int_from_float",
      "Input should be a valid integer, got a number with a fractional part",
      value,
    );
  }
  checkBounds(rule, value, value, spot);
}

function checkBounds(rule: RuleOf<"int" | "float">, number: number, input: unknown, spot: Spot): undefined {
  const { le, lt, ge, gt } = rule;
  const say = (type: string, words: string, name: string, bound: number): undefined =>
    report(spot, type, `Input should be ${words} ${bound}`, input, { [name]: bound });
  if (le !== undefined && !(number <= le)) say("less_than_equal", "less than or equal to", "le", le);
  else if (lt !== undefined && !(number < lt)) say("less_than", "less than", "lt", lt);
  else if (ge !== undefined && !(number >= ge)) say("greater_than_equal", "greater than or equal to", "ge", ge);
  else if (gt !== undefined && !(number > gt)) say("greater_than", "greater than", "gt", gt);
}

const YES_OR_NO = /^(?:0|off|f|false|n|no|1|on|t|true|y|yes)$/i;

/** Yes or no, also as a text or as 1 and 0. */
export function checkBoolean(value: unknown, spot: Spot): undefined {
  if (typeof value === "boolean" || value === 0 || value === 1) return;
  if (typeof value === "string" ? YES_OR_NO.test(value) : false) return;
  if (typeof value === "string" || (typeof value === "number" && Number.isInteger(value))) {
    return report(spot, "bool_parsing", "Input should be a valid boolean, unable to interpret input", value);
  }
  report(spot, "bool_type", "Input should be a valid boolean", value);
}

const lengthOf = (text: string): number => Array.from(text).length;
/** "1 item", "2 items". */
export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

/** A text within its bounds. Nothing else becomes one. */
export function checkString(rule: RuleOf<"str">, value: unknown, spot: Spot): undefined {
  if (typeof value !== "string") return report(spot, "string_type", "Input should be a valid string", value);
  const { min, max, pattern, isSecret } = rule;
  const length = lengthOf(value);
  if (min !== undefined && length < min) {
    if (isSecret) return reportShort(spot, "Value", min, length, value);
    return report(spot, "string_too_short", `String should have at least ${count(min, "character")}`, value, {
      min_length: min,
    });
  }
  if (max !== undefined && length > max) {
    return report(spot, "string_too_long", `String should have at most ${count(max, "character")}`, value, {
      max_length: max,
    });
  }
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
    report(spot, "string_pattern_mismatch", `String should match pattern '${pattern}'`, value, { pattern });
  }
}

/** Of things that are counted otherwise than texts are. */
export const reportShort = (spot: Spot, what: string, min: number, actual: number, value: unknown): undefined =>
  report(
    spot,
    "too_short",
    `${what} should have at least ${count(min, "item")} after validation, not ${actual}`,
    value,
    {
      field_type: what,
      min_length: min,
      actual_length: actual,
    },
  );

/** One of some values. */
export function checkOneOf(rule: RuleOf<"enum" | "literal"> | RuleOf<"const">, value: unknown, spot: Spot): undefined {
  const values: readonly unknown[] = rule.is === "const" ? [rule.value] : rule.values;
  if (values.includes(value)) return;
  const expected = listed(values);
  report(spot, rule.is === "enum" ? "enum" : "literal_error", `Input should be ${expected}`, value, { expected });
}

const GROUPS = [8, 4, 4, 4, 12];

/** Why a text is no UUID, in the words of the library that the server reads them with. */
function uuidFault(text: string): string | undefined {
  const bare = /^(?:urn:uuid:(.*)|\{(.*)\})$/s.exec(text);
  const inner = bare?.[1] ?? bare?.[2] ?? text;
  if (/^[0-9a-f]{32}$/i.test(inner) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(inner)) return undefined;
  const wrong = Array.from(inner).findIndex((character) => !/[0-9a-f-]/i.test(character));
  if (wrong >= 0) return `invalid character: found \`${Array.from(inner)[wrong]}\` at ${wrong}`;
  const groups = inner.split("-");
  if (groups.length === 1) return `invalid length: found ${inner.length}`;
  if (groups.length !== GROUPS.length) return `invalid group count: expected 5, found ${groups.length}`;
  const bad = groups.findIndex((group, index) => group.length !== GROUPS[index]);
  // What stands around it counts as part of the last group
  const found = (groups[bad]?.length ?? 0) + (bad === GROUPS.length - 1 ? text.length - inner.length : 0);
  return `invalid group length in group ${bad}: expected ${GROUPS[bad]}, found ${found}`;
}

/** A UUID with or without dashes, in braces, or as a URN. */
export function checkUuid(value: unknown, spot: Spot): undefined {
  if (typeof value !== "string") {
    return report(spot, "uuid_type", "UUID input should be a string, bytes or UUID object", value);
  }
  const error = uuidFault(value);
  if (error !== undefined) report(spot, "uuid_parsing", `Input should be a valid UUID, ${error}`, value, { error });
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)/;
const TIME = /^[Tt_ ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/;

/** A day alone is its midnight, a number counts from 1970. */
function timeFault(text: string): string | undefined {
  if (/^[+-]?\d+(?:\.\d+)?$/.test(text)) return undefined;
  if (text.length < 10) return "input is too short";
  const [day, year, month, date] = DAY.exec(text) ?? [];
  if (day === undefined) return "invalid character in year";
  if (Number(month) < 1 || Number(month) > 12) return "month value is outside expected range of 1-12";
  if (Number(date) < 1 || Number(date) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) {
    return "day value is outside expected range";
  }
  const rest = text.slice(day.length);
  const [time, hour, minute, second = "0"] = TIME.exec(rest) ?? [];
  const isTime = time !== undefined && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return rest === "" || isTime ? undefined : "unexpected extra characters at the end of the input";
}

/** A time in ISO 8601, with a zone or without one. */
export function checkTime(value: unknown, spot: Spot): undefined {
  if (typeof value === "number") return;
  if (typeof value !== "string") return report(spot, "datetime_type", "Input should be a valid datetime", value);
  const error = timeFault(value);
  if (error !== undefined) {
    report(spot, "datetime_from_date_parsing", `Input should be a valid datetime or date, ${error}`, value, { error });
  }
}
