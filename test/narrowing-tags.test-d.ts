/** The unions told apart by something other than `kind` stay closed, and narrow all the same. */
import { expectTypeOf } from "vitest";
import { isImageContent, isTextContent, type Schema } from "../src/index.js";

export function credential(value: Schema<"MCPAuthCredential">): void {
  // @ts-expect-error no credential has this strategy
  if (value.strategy === "oauth") return;
  switch (value.strategy) {
    case "none":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPNoneAuthCredential">>();
      break;
    case "api_key":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPApiKeyAuthCredential">>();
      break;
    case "bearer":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPBearerAuthCredential">>();
      break;
    case "basic":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPBasicAuthCredential">>();
      break;
    case "header":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPHeaderAuthCredential">>();
      break;
    case "oauth2":
      expectTypeOf(value).toEqualTypeOf<Schema<"MCPOAuthAuthCredential">>();
      break;
    default:
      expectTypeOf(value).toBeNever();
  }
}

export function sentCredential(server: Schema<"MCPServerInput">): void {
  if (server.auth?.strategy === "bearer") {
    expectTypeOf(server.auth).toEqualTypeOf<Schema<"MCPBearerAuthCredentialInput">>();
  }
  // @ts-expect-error no credential has this strategy
  if (server.auth?.strategy === "beerer") return;
}

export function content(block: Schema<"Message">["content"][number]): void {
  if (block.type === "text") expectTypeOf(block).toEqualTypeOf<Schema<"TextContent">>();
  else expectTypeOf(block).toEqualTypeOf<Schema<"ImageContent">>();
  // @ts-expect-error no block has this type
  if (block.type === "img") return;
  if (isTextContent(block)) expectTypeOf(block).toEqualTypeOf<Schema<"TextContent">>();
  else expectTypeOf(block).toEqualTypeOf<Schema<"ImageContent">>();
  if (!isImageContent(block)) expectTypeOf(block.text).toBeString();
}

export function thinking(block: Schema<"ActionEvent">["thinking_blocks"][number]): void {
  if (block.type === "redacted_thinking") expectTypeOf(block).toEqualTypeOf<Schema<"RedactedThinkingBlock">>();
  else expectTypeOf(block).toEqualTypeOf<Schema<"ThinkingBlock">>();
}

export function trigger(skill: Schema<"Skill">): void {
  const { trigger } = skill;
  switch (trigger?.type) {
    case "keyword":
      expectTypeOf(trigger).toEqualTypeOf<Schema<"KeywordTrigger">>();
      break;
    case "task":
      expectTypeOf(trigger).toEqualTypeOf<Schema<"TaskTrigger">>();
      break;
    case "path":
      expectTypeOf(trigger).toEqualTypeOf<Schema<"PathTrigger">>();
      break;
    // @ts-expect-error no trigger has this type
    case "keywords":
      break;
    default:
      expectTypeOf(trigger).toEqualTypeOf<null | undefined>();
  }
}

export function mcpServer({ server }: Schema<"MCPTestRequest">): void {
  if (server.type === "stdio") expectTypeOf(server).toEqualTypeOf<Schema<"StdioMCPServerSpec">>();
  else expectTypeOf(server).toEqualTypeOf<Schema<"RemoteMCPServerSpec">>();
  // @ts-expect-error no server has this type
  if (server.type === "websocket") return;
}

export function mcpTest(answer: Schema<"MCPTestResponse">): void {
  if (answer.ok) expectTypeOf(answer).toEqualTypeOf<Schema<"MCPTestSuccess">>();
  else expectTypeOf(answer).toEqualTypeOf<Schema<"MCPTestFailure">>();
  if (answer.ok === false) expectTypeOf(answer.error).toBeString();
  // @ts-expect-error the tag is a boolean, not its name
  if (answer.ok === "true") return;
}

export function profile({ profile }: Schema<"MaterializeAgentProfileRequest">): void {
  if (profile?.agent_kind === "acp") expectTypeOf(profile).toEqualTypeOf<Schema<"ACPAgentProfile">>();
  // @ts-expect-error no profile has this kind
  if (profile?.agent_kind === "ACP") return;
}

export function condenserSettings(condenser: NonNullable<Schema<"OpenHandsAgentProfile">["condenser"]>): void {
  if (condenser.condenser_kind === "no_op") {
    expectTypeOf(condenser).toEqualTypeOf<Schema<"NoOpCondenserSettings">>();
  }
  if (condenser.condenser_kind === "llm_summarizing") {
    expectTypeOf(condenser).toEqualTypeOf<Schema<"LLMSummarizingCondenserSettings">>();
  }
  // @ts-expect-error no condenser has this kind
  if (condenser.condenser_kind === "none") return;
}
