/** Begins a conversation, with or without a question before each action. */
import { classifyError, createConversation } from "agent-server-client";
import { type ReactNode, useState } from "react";
import { goTo } from "../route.js";
import { useServer } from "../server.js";
import { startRequest } from "./start-request.js";

interface Props {
  readonly onFailure: (message: string | null) => void;
  readonly onDone: () => void;
}

export function NewConversation({ onFailure, onDone }: Props): ReactNode {
  const { client, settings } = useServer();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const begin = async (): Promise<void> => {
    setBusy(true);
    try {
      const { id } = await createConversation(client, startRequest(settings, isAsking));
      onFailure(null);
      onDone();
      goTo(id);
    } catch (error) {
      onFailure(classifyError(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="new">
      <button type="button" className="button primary wide" disabled={isBusy} onClick={() => void begin()}>
        New conversation
      </button>
      <label className="check">
        <input type="checkbox" checked={isAsking} onChange={({ target }) => setAsking(target.checked)} />
        Confirm every action
      </label>
    </div>
  );
}
