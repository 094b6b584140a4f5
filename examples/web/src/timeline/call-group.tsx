/** The calls of one answer of the model, side by side, under what the model said and thought. */
import { isActionOf, textOf } from "agent-server-client";
import { reasoningOf, type ToolCall } from "agent-server-client/conversation";
import type { ReactNode } from "react";
import { Reasoning } from "./reasoning.js";
import { RichText } from "./rich-text.js";
import { ToolCallCard } from "./tool-call-card.js";

export function CallGroup({ calls }: { readonly calls: readonly ToolCall[] }): ReactNode {
  const action = calls[0]?.action;
  const said = action ? textOf(action) : "";
  const cards = calls.filter(({ action: own }) => !isActionOf(own?.action, "FinishAction"));
  return (
    <>
      {action && <Reasoning text={reasoningOf(action)} />}
      {said !== "" && (
        <article className="message" data-from="agent">
          <div className="bubble">
            <RichText text={said} />
          </div>
        </article>
      )}
      {cards.length > 0 && (
        <div className="calls">
          {cards.map((call) => (
            <ToolCallCard key={call.key} call={call} />
          ))}
        </div>
      )}
      {calls.map(
        ({ key, action: own }) =>
          isActionOf(own?.action, "FinishAction") && <Finish key={key} text={own.action.message} />,
      )}
    </>
  );
}

/** The answer of an agent that ends its run with a tool. */
const Finish = ({ text }: { readonly text: string }): ReactNode => (
  <article className="message" data-from="agent">
    <div className="bubble">
      <RichText text={text} />
    </div>
  </article>
);
