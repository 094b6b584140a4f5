/** What all guards stand on: reading a tag without ever throwing, and the mark of a name known only at run time. */

declare const tested: unique symbol;

/**
 * Marks a value tested against a name that is only known at run time: its false branch says nothing about the type.
 *
 * @example
 * const name: string = JSON.parse('"terminal"'); // known at run time only
 * const isCallOf = (given: unknown): given is ActionEvent & Tested => isToolCall(given, name);
 * const others = events.filter((given) => !isCallOf(given)); // of these the type still says that they may be actions
 */
export interface Tested {
  /** In types only: no value has it at run time. */
  readonly [tested]: true;
}

/** One literal, not `string` and not a union of names of which only one was tested. */
type IsLiteral<Name extends string> = string extends Name ? false : [Name] extends [Intersection<Name>] ? true : false;
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void ? I : never;

/** The mark of a name: none for one literal. */
export type MarkOf<Name extends string> = IsLiteral<Name> extends true ? unknown : Tested;
/** The mark of a list of names: none when each is one literal. */
export type MarkOfAll<Names extends readonly string[]> = false extends {
  [I in keyof Names]: IsLiteral<Names[I]>;
}[number]
  ? Tested
  : unknown;

/** Reads one field of anything; a getter or a proxy that throws reads as undefined. */
export function field(value: unknown, name: string | symbol): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Record<string | symbol, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Is its `kind` one of these? */
export const kindIn = (kinds: readonly string[], value: unknown): boolean => {
  const kind = field(value, "kind");
  return typeof kind === "string" && kinds.includes(kind);
};

/** Has it a `kind` that is none of these? */
export const isOfUnknownKind = (kinds: readonly string[], value: unknown): boolean =>
  typeof field(value, "kind") === "string" && !kindIn(kinds, value);

/** A text as it is, and "" for anything else. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
