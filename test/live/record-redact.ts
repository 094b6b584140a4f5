/** Takes out of a recording what is of the machine that it was made on, and what only makes it long. */
import { homedir, hostname, userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { type Recording, redactedRecording } from "../../src/cli/recording.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Where the recording was made. */
export interface Place {
  readonly modelUrl: string;
  readonly workingDir: string;
  /** The server's own folder. */
  readonly data: string;
}

const LONGEST_DESCRIPTION = 50;

/** A recording that tells nothing of where it was made. */
export function withoutPlace(recording: Recording, { modelUrl, workingDir, data }: Place): unknown {
  const names = [
    [modelUrl, "http://127.0.0.1:18152/v1"],
    [workingDir, "/tmp/labws"],
    [data, "/srv/lab"],
    [process.execPath, "/srv/agent"],
    [ROOT, "/srv/agent"],
    [homedir(), "/home/lab"],
  ] as const;
  const text = names.reduce(
    (json, [from, to]) => json.replaceAll(from, to),
    JSON.stringify(redactedRecording(recording)),
  );
  return JSON.parse(text, (name, value: unknown) => shorter(name, value));
}

function shorter(name: string, value: unknown): unknown {
  if (typeof value === "string") {
    const isLong = value.length > LONGEST_DESCRIPTION;
    return name === "description" && isLong ? `${value.slice(0, LONGEST_DESCRIPTION)} (cut)` : value;
  }
  if (name === "system_prompt" && isText(value)) return { ...value, text: "You are an agent. (prompt cut)" };
  if (name === "dynamic_context" && isText(value)) return { ...value, text: "(context cut)" };
  return value;
}

const isText = (value: unknown): value is { readonly text: string } =>
  typeof value === "object" && value !== null && "text" in value;

/** What of the machine is still in a text; there must be nothing. */
export const placesLeftIn = (text: string): string[] =>
  [homedir(), hostname(), ROOT, `"${userInfo().username}"`, `/${userInfo().username}/`].filter((name) =>
    text.includes(name),
  );
