/** A conversation with an agent: what was said and done, what is being written, what waits for an answer, what failed. */
import { type AgentClient, type AgentEvent, isActionEvent, isLlmConvertible, textOf } from "agent-server-client";
import { type ConversationActions, type ConversationProblem, useConversation } from "agent-server-client/react";
import { type FormEvent, memo, type ReactNode, useState } from "react";

interface Place {
  readonly client: AgentClient;
  readonly id: string;
}

/** Each part selects what it shows, and renders when that changes. */
export function Conversation({ client, id }: Place): ReactNode {
  const { snapshot, problem, ...actions } = useConversation(client, id, { select: ({ status }) => status });
  return (
    <section aria-label="Conversation">
      <p role="status">{snapshot ?? "loading"}</p>
      <Events client={client} id={id} />
      <Writing client={client} id={id} />
      {snapshot === "waiting_for_confirmation" && <Confirmation client={client} id={id} />}
      {problem && <Problem problem={problem} retry={actions.retry} />}
      {snapshot === "running" && (
        <button type="button" onClick={() => actions.interrupt()}>
          Stop
        </button>
      )}
      <MessageForm send={actions.send} />
    </section>
  );
}

function Events({ client, id }: Place): ReactNode {
  const { snapshot } = useConversation(client, id, { select: ({ events }) => events });
  return (
    <ol>
      {snapshot.filter(isLlmConvertible).map((event) => (
        <Line key={event.id} event={event} />
      ))}
    </ol>
  );
}

const Line = memo(({ event }: { readonly event: AgentEvent }): ReactNode => {
  if (isActionEvent(event)) return <li>{event.summary ?? event.tool_name}</li>;
  return event.kind === "MessageEvent" ? <li>{textOf(event)}</li> : null;
});

function Writing({ client, id }: Place): ReactNode {
  const { snapshot } = useConversation(client, id, { select: ({ items }) => items });
  return snapshot.map(({ itemId, text, reasoning }) => (
    <p key={itemId} role="log">
      {text || reasoning}
    </p>
  ));
}

function Confirmation({ client, id }: Place): ReactNode {
  const { snapshot, confirm, reject } = useConversation(client, id, { select: ({ pending }) => pending });
  return (
    <fieldset>
      <legend>May the agent use {snapshot.map(({ tool_name }) => tool_name).join(", ")}?</legend>
      <button type="button" onClick={() => confirm()}>
        Allow
      </button>
      <button type="button" onClick={() => void reject("Not allowed by the user.")}>
        Refuse
      </button>
    </fieldset>
  );
}

interface ProblemProps extends Pick<ConversationActions, "retry"> {
  readonly problem: ConversationProblem;
}

/** The message says what, `user_action` what to do about it. */
function Problem({ problem: { message, retryable, user_action }, retry }: ProblemProps): ReactNode {
  return (
    <p role="alert">
      {message} {user_action === "settings" && "Please look at the settings."}
      {retryable && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}

const MessageForm = memo(({ send }: Pick<ConversationActions, "send">): ReactNode => {
  const [text, setText] = useState("");
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await send(text)) setText("");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <input aria-label="Message" required value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">Send</button>
    </form>
  );
});
