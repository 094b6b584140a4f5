/** What an event looks like. A new kind does not compile until it is decided here. */
import { type AgentEvent, type MessageEvent, matchEvent } from "agent-server-client";
import type { ReactNode } from "react";
import { JsonCard } from "./json-card.js";
import { Message } from "./message.js";
import { Notice } from "./notice.js";

interface Props {
  readonly event: AgentEvent;
  readonly onRewrite: (message: MessageEvent) => void;
}

/** Calls and their results are rows of another sort, and what is quiet has no row: see rows.ts. */
const nothing = (): null => null;

export function EventContent({ event, onRewrite }: Props): ReactNode {
  return matchEvent(event, {
    MessageEvent: (message) => <Message message={message} onRewrite={onRewrite} />,
    SystemPromptEvent: ({ system_prompt, tools }) => (
      <Notice title={`The agent is ready (tools: ${tools?.length ?? 0})`} text={system_prompt.text} isFolded />
    ),
    ConversationErrorEvent: ({ code, detail }) => <Notice tone="bad" title={code} text={detail} />,
    ServerErrorEvent: ({ code, detail }) => <Notice tone="bad" title={code} text={detail} />,
    HookExecutionEvent: ({ hook_event_type, blocked, reason, hook_command }) => (
      <Notice
        tone={blocked ? "warn" : "plain"}
        title={`${hook_event_type} hook ${blocked ? "blocked this" : "ran"}`}
        text={reason ?? hook_command}
      />
    ),
    CondensationRequest: () => <Notice title="A shorter history is asked for" />,
    Condensation: ({ forgotten_event_ids: forgotten, summary }) => (
      <Notice
        tone="warn"
        title={`History condensed (events forgotten: ${forgotten?.length ?? 0})`}
        text={summary ?? ""}
        isFolded
      />
    ),
    CondensationSummaryEvent: ({ summary }) => <Notice title="Summary" text={summary} isFolded />,
    PauseEvent: () => <Notice tone="warn" title="Paused" />,
    InterruptEvent: () => <Notice tone="warn" title="Stopped by you" />,
    UnknownEvent: (unknown) => <JsonCard title={String(unknown.kind)} note="newer than this app" value={unknown} />,
    ActionEvent: nothing,
    ObservationEvent: nothing,
    UserRejectObservation: nothing,
    AgentErrorEvent: nothing,
    ACPToolCallEvent: nothing,
    ConversationStateUpdateEvent: nothing,
    StreamingDeltaEvent: nothing,
    TokenEvent: nothing,
    LLMCompletionLogEvent: nothing,
  });
}
