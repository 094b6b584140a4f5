/** What was said. */
import { isAgentMessage, isImageContent, isUserMessage, type MessageEvent, textOf } from "agent-server-client";
import { reasoningOf } from "agent-server-client/conversation";
import type { ReactNode } from "react";
import { Reasoning } from "./reasoning.js";
import { RichText } from "./rich-text.js";

interface Props {
  readonly message: MessageEvent;
  readonly onRewrite: (message: MessageEvent) => void;
}

export function Message({ message, onRewrite }: Props): ReactNode {
  const from = isUserMessage(message) ? "user" : isAgentMessage(message) ? "agent" : "other";
  const images = (message.llm_message.content ?? []).filter(isImageContent).length;
  return (
    <article className="message" data-from={from}>
      <h2 className="visually-hidden">{from === "user" ? "You" : from === "agent" ? "Agent" : message.source}</h2>
      <Reasoning text={reasoningOf(message)} />
      <div className="bubble">
        <RichText text={textOf(message)} />
        {images > 0 && <p className="hint">{`${images} × image`}</p>}
      </div>
      {from === "user" && (
        <button type="button" className="button quiet small rewrite" onClick={() => onRewrite(message)}>
          Ask differently
        </button>
      )}
    </article>
  );
}
