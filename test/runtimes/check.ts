/** One thing that is to hold. */
export interface Check {
  readonly name: string;
  /** Gives the facts in one line; throws when it does not hold. */
  readonly run: () => Promise<string>;
}
