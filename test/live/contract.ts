/** Steps over conversations, their runs and commands, and every way to be refused; with what 1.52.0 answers. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CONTRACT_STEPS_OF_BASH } from "./contract-bash.js";
import { CONTRACT_STEPS_OF_CONVERSATIONS } from "./contract-conversations.js";
import { CONTRACT_STEPS_OF_REFUSALS } from "./contract-refusals.js";
import { CONTRACT_STEPS_OF_LIMITS, CONTRACT_STEPS_OF_RUNS } from "./contract-runs.js";
import type { Answered, Asked, Trace } from "./trace.js";
import { traceOf } from "./trace.js";

/** Each part is for a server that nobody else has asked for conversations. */
export const CONTRACTS = {
  refusals: CONTRACT_STEPS_OF_REFUSALS,
  conversations: CONTRACT_STEPS_OF_CONVERSATIONS,
  runs: CONTRACT_STEPS_OF_RUNS,
  bash: CONTRACT_STEPS_OF_BASH,
  limits: CONTRACT_STEPS_OF_LIMITS,
} as const;

export type ContractName = keyof typeof CONTRACTS;

/** Where a server is, where its tools work, and where its model is. */
export interface Premises {
  readonly baseUrl: string;
  readonly key: string;
  readonly work: string;
  readonly model: string;
}

export const contractTrace = (
  name: ContractName,
  { baseUrl, key, work, model }: Premises,
  ask: (asked: Asked) => Promise<Answered>,
): Promise<Trace[]> => traceOf(CONTRACTS[name], { server: baseUrl, key, work, model }, ask);

export const contractFile = (name: ContractName): string =>
  fileURLToPath(new URL(`../fixtures/mocks/contract-${name}-1.52.0.json`, import.meta.url));

export const recordedContract = (name: ContractName): readonly Trace[] =>
  JSON.parse(readFileSync(contractFile(name), "utf8")) as Trace[];
