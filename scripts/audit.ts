/** `npm run audit`: fails when what users install has a known vulnerability. Says so when the registry answers no audits. */
import { spawnSync } from "node:child_process";

interface Report {
  readonly error?: unknown;
  readonly metadata?: {
    readonly vulnerabilities: { readonly total: number };
    readonly dependencies: { readonly prod: number };
  };
}

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8" });
const { metadata } = JSON.parse(stdout || "{}") as Report;
if (!metadata) console.log("not audited: the registry does not answer");
else console.log(`${metadata.vulnerabilities.total} known vulnerabilities in ${metadata.dependencies.prod} packages`);
process.exitCode = metadata && metadata.vulnerabilities.total > 0 ? 1 : 0;
