/** The smaller unions told apart by `kind`, open in answers and closed in requests, and session frames by `type`. */
import { expectTypeOf } from "vitest";
import type { BashEvent, Schema, UnknownBashEvent } from "../src/index.js";

export function bash(event: BashEvent): string {
  // @ts-expect-error no bash event has this kind
  if (event.kind === "BashOutputs") return "";
  switch (event.kind) {
    case "BashCommand":
      return event.command;
    case "BashOutput":
      return event.stdout ?? "";
    case "BashError":
      return event.code;
    default:
      expectTypeOf(event).toEqualTypeOf<UnknownBashEvent>();
      return event.kind;
  }
}

export function workspace(value: Schema<"BaseWorkspace">): string {
  // @ts-expect-error no workspace has this kind
  if (value.kind === "DockerWorkspace") return "";
  if (value.kind === "RemoteWorkspace") expectTypeOf(value).toEqualTypeOf<Schema<"RemoteWorkspace">>();
  switch (value.kind) {
    case "LocalWorkspace":
      return value.working_dir;
    case "RemoteWorkspace":
      return value.host;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownWorkspace">>();
      return value.kind;
  }
}

export function agent(value: Schema<"AgentBase">, input: Schema<"AgentBaseInput">): string {
  // @ts-expect-error no agent has this kind
  if (value.kind === "agent") return "";
  // @ts-expect-error no agent has this kind
  if (input.kind === "agent") return "";
  if (input.kind === "ACPAgent") expectTypeOf(input).toEqualTypeOf<Schema<"ACPAgentInput">>();
  else expectTypeOf(input).toEqualTypeOf<Schema<"AgentInput">>();
  switch (value.kind) {
    case "Agent":
      return value.llm.model;
    case "ACPAgent":
      return value.acp_command.join(" ");
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownAgent">>();
      return value.kind;
  }
}

export function condenser(value: Schema<"CondenserBase">, input: Schema<"CondenserBaseInput">): number {
  // @ts-expect-error no condenser has this kind
  if (value.kind === "NoCondenser") return 0;
  switch (input.kind) {
    case "LLMSummarizingCondenser":
      expectTypeOf(input).toEqualTypeOf<Schema<"LLMSummarizingCondenserInput">>();
      break;
    case "NoOpCondenser":
      expectTypeOf(input).toEqualTypeOf<Schema<"NoOpCondenserInput">>();
      break;
    case "PipelineCondenser":
      expectTypeOf(input.condensers).toEqualTypeOf<Schema<"CondenserBaseInput">[]>();
      break;
    // @ts-expect-error no condenser has this kind
    case "Pipeline":
      break;
    default:
      expectTypeOf(input).toBeNever();
  }
  switch (value.kind) {
    case "LLMSummarizingCondenser":
      return value.max_size;
    case "PipelineCondenser":
      return value.condensers.length;
    case "NoOpCondenser":
      return 0;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownCondenser">>();
      return 0;
  }
}

export function policy(
  value: Schema<"ConfirmationPolicyBase">,
  input: Schema<"ConfirmationPolicyBaseInput">,
): Schema<"SecurityRisk"> | undefined {
  // @ts-expect-error no policy has this kind
  if (input.kind === "Never") return undefined;
  if (input.kind === "ConfirmRisky") expectTypeOf(input).toEqualTypeOf<Schema<"ConfirmRiskyInput">>();
  else expectTypeOf(input.kind).toEqualTypeOf<"AlwaysConfirm" | "NeverConfirm">();
  switch (value.kind) {
    case "ConfirmRisky":
      return value.threshold;
    case "AlwaysConfirm":
    case "NeverConfirm":
      return undefined;
    // @ts-expect-error no policy has this kind
    case "Always":
      return undefined;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownConfirmationPolicy">>();
      return undefined;
  }
}

export function critic(value: Schema<"CriticBase">, input: Schema<"CriticBaseInput">): string {
  // @ts-expect-error no critic has this kind
  if (value.kind === "ApiBasedCritic") return "";
  if (input.kind === "APIBasedCritic") expectTypeOf(input).toEqualTypeOf<Schema<"APIBasedCriticInput">>();
  else expectTypeOf(input.kind).toEqualTypeOf<"AgentFinishedCritic" | "EmptyPatchCritic" | "PassCritic">();
  switch (value.kind) {
    case "APIBasedCritic":
      return value.server_url;
    case "AgentFinishedCritic":
    case "EmptyPatchCritic":
    case "PassCritic":
      return value.mode;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownCritic">>();
      return value.kind;
  }
}

export function secret(value: Schema<"SecretSource">, input: Schema<"SecretSourceInput">): void {
  // @ts-expect-error no secret has this kind
  if (value.kind === "Static") return;
  if (input.kind === "LookupSecret") expectTypeOf(input).toEqualTypeOf<Schema<"LookupSecretInput">>();
  else expectTypeOf(input).toEqualTypeOf<Schema<"StaticSecretInput">>();
  switch (value.kind) {
    case "LookupSecret":
      expectTypeOf(value.url).toBeString();
      break;
    case "StaticSecret":
      expectTypeOf(value.value).toEqualTypeOf<string | null | undefined>();
      break;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownSecretSource">>();
  }
}

export function analyzer(value: Schema<"SecurityAnalyzerBase">, input: Schema<"SecurityAnalyzerBaseInput">): void {
  // @ts-expect-error no analyzer has this kind
  if (value.kind === "GraySwan") return;
  if (input.kind === "EnsembleSecurityAnalyzer") {
    expectTypeOf(input.analyzers).toEqualTypeOf<Schema<"SecurityAnalyzerBaseInput">[]>();
  }
  switch (value.kind) {
    case "EnsembleSecurityAnalyzer":
      expectTypeOf(value.analyzers).toEqualTypeOf<Schema<"SecurityAnalyzerBase">[]>();
      break;
    case "GraySwanAnalyzer":
    case "LLMSecurityAnalyzer":
    case "PatternSecurityAnalyzer":
    case "PolicyRailSecurityAnalyzer":
    case "ToolShieldLLMSecurityAnalyzer":
      break;
    default:
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownSecurityAnalyzer">>();
  }
}

export function frame(value: Schema<"SessionFrame">): void {
  // @ts-expect-error no frame has this type
  if (value.type === "events") return;
  if (value.type === "durable") expectTypeOf(value.event).toEqualTypeOf<Schema<"Event">>();
  switch (value.type) {
    case "sync":
      expectTypeOf(value).toEqualTypeOf<Schema<"SyncFrame">>();
      break;
    case "delta":
      expectTypeOf(value.kind).toEqualTypeOf<"text" | "reasoning">();
      break;
    case "durable":
    case "transient":
    case "item_started":
    case "item_aborted":
    case "error":
      break;
    default: {
      expectTypeOf(value).toEqualTypeOf<Schema<"UnknownSessionFrame">>();
      const type: string = value.type;
      expectTypeOf(type).toBeString();
    }
  }
}
