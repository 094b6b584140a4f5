/** `npm run audit`: fails when what users install has a known vulnerability. Says so when the registry answers no audits. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Report {
  readonly metadata?: {
    readonly vulnerabilities: { readonly total: number };
    readonly dependencies: { readonly prod: number };
  };
}

/** What the output of `npm audit --json` says, and the exit code. Pure. */
export function verdict(output: string): { readonly line: string; readonly code: number } {
  const { metadata } = JSON.parse(output || "{}") as Report;
  if (!metadata) return { line: "not audited: the registry does not answer", code: 0 };
  const { vulnerabilities, dependencies } = metadata;
  const line = `${vulnerabilities.total} known vulnerabilities in ${dependencies.prod} packages`;
  return { line, code: vulnerabilities.total > 0 ? 1 : 0 };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { line, code } = verdict(spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" }).stdout);
  console.log(line);
  process.exitCode = code;
}
