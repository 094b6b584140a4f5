/** `npm run audit`: fails when what users install has a known vulnerability, or when nobody knows. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Report {
  readonly metadata?: {
    readonly vulnerabilities: { readonly total: number };
    readonly dependencies: { readonly prod: number };
  };
  /** Of the registry's answer, when it was an error. */
  readonly statusCode?: number;
  readonly message?: string;
  readonly error?: { readonly code?: string; readonly summary?: string };
}

/** A registry that is a mirror may know packages and no audits. */
const KNOWS_NO_AUDITS: readonly (number | undefined)[] = [404, 405, 501];

/** What the output of `npm audit --json` says, and the exit code. Pure. */
export function verdict(output: string): { readonly line: string; readonly code: number } {
  const { metadata, statusCode, message, error } = reportIn(output);
  if (metadata) {
    const { vulnerabilities, dependencies } = metadata;
    const line = `${vulnerabilities.total} known vulnerabilities in ${dependencies.prod} packages`;
    return { line, code: vulnerabilities.total > 0 ? 1 : 0 };
  }
  if (KNOWS_NO_AUDITS.includes(statusCode)) return { line: `not audited: the registry answers ${statusCode}`, code: 0 };
  const why = error?.summary ?? error?.code ?? message ?? "npm audit said nothing that can be read";
  return { line: `not audited: ${why}`, code: 1 };
}

function reportIn(output: string): Report {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return {};
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
  const { line, code } = verdict(stdout ?? "");
  console.log(line);
  process.exitCode = code;
}
