/** A conversation: what was said and done, what is being written, and what waits for an answer. */
import { type AgentEvent, isActionEvent, isAgentMessage, isUserMessage, textOf } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Api } from "./api.js";

export function Conversation({ api: { client }, id }: { readonly api: Api; readonly id: string }): ReactNode {
  const { snapshot, problem, send, confirm, reject } = useConversation(client, id);
  const [text, setText] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setText("");
    void send(text);
  };
  return (
    <section aria-label="Conversation">
      <p role="status">{snapshot.status ?? "idle"}</p>
      <ol>
        {snapshot.events.map((event) => (
          <Line key={event.id} event={event} />
        ))}
      </ol>
      {snapshot.items.map(({ itemId, text: written }) => (
        <p key={itemId} role="log">
          {written}
        </p>
      ))}
      {snapshot.status === "waiting_for_confirmation" && (
        <p>
          {snapshot.pending.map(({ tool_name }) => tool_name).join(", ")}
          <button type="button" onClick={() => void confirm()}>
            Allow
          </button>
          <button type="button" onClick={() => void reject()}>
            Refuse
          </button>
        </p>
      )}
      {problem && <p role="alert">{problem.message}</p>}
      <form onSubmit={submit}>
        <input aria-label="Message" value={text} onChange={({ target }) => setText(target.value)} />
        <button type="submit">Send</button>
      </form>
    </section>
  );
}

function Line({ event }: { readonly event: AgentEvent }): ReactNode {
  if (isUserMessage(event) || isAgentMessage(event)) return <li>{textOf(event)}</li>;
  if (isActionEvent(event)) return <li>{event.summary ?? event.tool_name}</li>;
  return null;
}
