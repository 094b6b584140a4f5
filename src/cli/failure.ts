/** That the command could not do what it was asked for, as opposed to what it has found. */

/** Its message is one line: what is wrong, and what to do about it. It holds no key, no answer, no content of a file. */
export class Failure extends Error {
  override readonly name = "Failure";
}

const OF_FILES: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EISDIR: "is a folder; expected a file",
  ENOTDIR: "no such file: a part of the path is a file itself",
  EACCES: "may not be read or written by this user",
  EPERM: "may not be read or written by this user",
  ENOSPC: "cannot be written: no space is left",
};

/** A failure of reading or writing, as one of ours. What the system does not say by a code is a defect, thrown on. */
export function failureOfFile(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = codeOf(error);
  if (code === undefined) throw error;
  return new Failure(`${file}: ${OF_FILES[code] ?? `cannot be read or written (${code})`}`);
}

/** The code that the system, or what lies under fetch, gives to an error: letters, never a value. */
export function codeOf(error: unknown): string | undefined {
  for (let at: unknown = error; typeof at === "object" && at !== null; at = "cause" in at ? at.cause : undefined) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(at.code)) return at.code;
  }
  return undefined;
}

/** On one line whatever it holds: no line breaks, no control characters that a terminal or a report would obey. */
export const oneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
