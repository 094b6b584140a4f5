/** Issues as the server lists them, and where they are collected. */

/** One thing that is wrong with a request, as the server says it in the `detail` of a 422 answer. */
export interface FastApiIssue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** What is known of a request so far. */
export interface Findings {
  readonly issues: FastApiIssue[];
  /** The server breaks over it, and says this as `exception` of a 500 answer. */
  failure?: string;
}

/** Where in a request. */
export interface Spot {
  readonly loc: readonly (string | number)[];
  /** Objects of a class are looked for here with the words that a request's body gets. */
  readonly isBody: boolean;
  readonly findings: Findings;
}

/** An object of which nothing is known. */
export type Fields = { [field: string]: unknown };

/** Is it an object, and no list? */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A place further in. */
export const inside = (spot: Spot, ...keys: readonly (string | number)[]): Spot => ({
  ...spot,
  loc: [...spot.loc, ...keys],
});

/** Adds an issue. */
export function report(spot: Spot, type: string, msg: string, input: unknown, ctx?: FastApiIssue["ctx"]): undefined {
  spot.findings.issues.push({ type, loc: spot.loc, msg, input, ...(ctx ? { ctx } : {}) });
}

/** A rule that a class has beside those of its fields. */
export const reportError = (spot: Spot, error: string, input: unknown): undefined =>
  report(spot, "value_error", `Value error, ${error}`, input, { error });

/** A field that has to be there is not. */
export const reportMissing = (spot: Spot, input: unknown): undefined =>
  report(spot, "missing", "Field required", input);

/** The first thing that breaks ends it. */
export function fail({ findings }: Spot, exception: string): undefined {
  findings.failure ??= exception;
}

/** What the server calls the type of a JSON value. */
export function pythonType(value: unknown): string {
  if (value === null) return "NoneType";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return { string: "str", boolean: "bool" }[typeof value as "string" | "boolean"] ?? "dict";
}

/** The server takes `kind` out of what should be an object; of anything else it cannot. */
export const failToPop = (spot: Spot, value: unknown): undefined =>
  fail(
    spot,
    Array.isArray(value)
      ? "pop expected at most 1 argument, got 2"
      : `'${pythonType(value)}' object has no attribute 'pop'`,
  );

/** A value in a sentence, as the server's language writes it. */
export function shown(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** "'a', 'b' or 'c'". */
export function listed(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}
