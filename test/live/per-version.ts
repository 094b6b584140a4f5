/** What each version is expected to show, and how a refusal is put into a line. */
import { classifyError } from "agent-server-client";
import type { VersionName } from "./versions.js";

/** An answer of the client, or of a plain fetch. */
export interface Answer {
  readonly response: Response;
  readonly error?: unknown;
}

/** The same on all versions, or not. */
export type PerVersion = string | Readonly<Record<VersionName, string>>;

export const inVersion = (texts: PerVersion, version: VersionName): string =>
  typeof texts === "string" ? texts : texts[version];

/** One thing up to 1.57, another since. */
export const since158 = (before: string, since: string): PerVersion => ({
  "1.44.0": before,
  "1.52.0": before,
  "1.58.2": since,
});

const LONGEST = 120;

/** Status, body without ids that differ from call to call, and what this package makes of it. */
export function textOf(answer: Answer): string {
  const { status } = answer.response;
  if (status < 400) return String(status);
  const body = JSON.stringify(answer.error).replace(ANY_ID, "<id>");
  const text = body.length > LONGEST ? `${body.slice(0, LONGEST)}…` : body;
  return `${status} ${text} ${classifyError(answer).reason}`;
}

const ANY_ID = /\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/g;
