/** One call of a tool beside what came of it. */
import type { ToolCall } from "agent-server-client/conversation";
import { memo, type ReactNode } from "react";
import { CallBody } from "./call-body.js";

const WORDS = { open: "pending", ok: "done", error: "failed", rejected: "refused" } as const;

export const ToolCallCard = memo(function ToolCallCard({ call }: { readonly call: ToolCall }): ReactNode {
  const { key, name, status, action } = call;
  const risk = action?.security_risk ?? "UNKNOWN";
  return (
    <article className="call" data-call={name} data-status={status} aria-labelledby={`call-${key}`}>
      <header className="call-head">
        <h2 id={`call-${key}`}>{name}</h2>
        {risk === "HIGH" && (
          <span className="tag" data-risk={risk}>
            high risk
          </span>
        )}
        <span className="call-status">{WORDS[status]}</span>
      </header>
      <CallBody call={call} />
      {call.results.map((result) => {
        if (result.kind === "AgentErrorEvent")
          return (
            <p key={result.id} className="call-note">
              {result.error}
            </p>
          );
        if (result.kind !== "UserRejectObservation") return null;
        const by = result.rejection_source === "hook" ? "a hook" : "you";
        return (
          <p
            key={result.id}
            className="call-note"
          >{`Refused by ${by}: ${result.rejection_reason ?? "no reason given"}`}</p>
        );
      })}
    </article>
  );
});
