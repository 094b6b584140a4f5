/** One event, frame or bash event: what is wrong with it, and what of it is new. Pure. */
import type { ContractError, Issue } from "../errors.js";
import { BashEventBaseShape, EventShape, SessionFrameShape, type Shape } from "../generated/shapes.js";
import { parseBashEvent, parseEvent, parseSessionFrame } from "../parse.js";
import { field } from "../tags.js";
import type { Finding } from "./finding.js";
import { type Stranger, strangersIn } from "./unknowns.js";

/**
 * How to look at events.
 *
 * @example
 * const strict: EventCheckOptions = { strict: true };
 * async function* recorded() {
 *   yield { ...event, added_lately: true };
 * }
 * for await (const finding of checkEvents(recorded(), strict)) console.log(finding.rule); // event-unknown-field
 */
export interface EventCheckOptions {
  /** Kinds and fields that this version does not list are findings too. */
  readonly strict?: boolean | undefined;
}

type Path = readonly (string | number)[];

const BASH_KINDS: ReadonlySet<unknown> = new Set(["BashCommand", "BashError", "BashOutput"]);

interface Sort {
  readonly parse: (value: unknown) => unknown;
  readonly shape: Shape;
  readonly called: string;
}
const EVENT: Sort = { parse: parseEvent, shape: EventShape, called: "event" };
const BASH: Sort = { parse: parseBashEvent, shape: BashEventBaseShape, called: "bash event" };
const FRAME: Sort = { parse: parseSessionFrame, shape: SessionFrameShape, called: "frame" };

/** Events have an id, frames a type and none. A frame may have a `kind`, which is another thing there. */
function sortOf(value: unknown): Sort {
  if (BASH_KINDS.has(field(value, "kind"))) return BASH;
  return typeof field(value, "type") === "string" && typeof field(value, "id") !== "string" ? FRAME : EVENT;
}

/** Whether it says by itself that it is an event or a frame. */
export const isTraffic = (value: unknown): boolean =>
  typeof field(value, "kind") === "string" || typeof field(value, "type") === "string";

/** The findings of one value; `at` is where it stands, as names and indices from the root of what it is part of. */
export function findingsOf(value: unknown, at: Path, { strict = false }: EventCheckOptions = {}): Finding[] {
  const sort = sortOf(value);
  const name = nameOf(value, sort);
  try {
    sort.parse(value);
  } catch (error) {
    return (error as ContractError).issues.map((issue) => ofIssue(issue, at, name)); // parsers throw nothing else
  }
  if (!strict) return [];
  return strangersOf(sort, value).map(({ what, path }) => {
    const place = path.length === 0 ? [] : [path.join(".")];
    const [who, told] =
      what === "field"
        ? [name, "a field that this version does not list"]
        : [path.length === 0 ? sort.called : name, `${kindAt(value, path)} is a kind that this version does not list`];
    return {
      severity: "compatible",
      rule: `event-unknown-${what}`,
      pointer: pointerOf([...at, ...path]),
      message: [who, ...place, told].join(": "),
    };
  });
}

/** A value that can be read only once, or throws, has been parsed by now: it has none. */
function strangersOf({ shape }: Sort, value: unknown): Stranger[] {
  try {
    return strangersIn(shape, value);
  } catch {
    return [];
  }
}

const RULES: Readonly<Record<string, string>> = {
  missing: "event-field-missing",
  invalid_type: "event-field-type",
  invalid_value: "event-field-value",
};

const ofIssue = ({ path, code, message }: Issue, at: Path, name: string): Finding => ({
  severity: "breaking",
  rule: RULES[code] ?? "event-unreadable",
  pointer: pointerOf([...at, ...path]),
  message: [name, ...(path.length > 0 ? [path.join(".")] : []), message].join(": "),
});

/** A JSON pointer as a URI fragment, but that nothing is percent-encoded: it is to be read. */
export const pointerOf = (path: Path): string =>
  `#${path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

/** A kind or a type is a word. Anything else may be whatever it likes, and is not repeated. */
const word = (value: unknown): string | undefined =>
  typeof value === "string" && /^\w{1,80}$/.test(value) ? value : undefined;

function nameOf(value: unknown, sort: Sort): string {
  const tag = word(field(value, sort === FRAME ? "type" : "kind"));
  return sort === FRAME ? ["frame", tag ?? []].flat().join(" ") : (tag ?? sort.called);
}

function kindAt(value: unknown, path: Path): string {
  const object = path.reduce<unknown>((at, key) => field(at, String(key)), value);
  return word(field(object, "kind")) ?? word(field(object, "type")) ?? "it";
}
