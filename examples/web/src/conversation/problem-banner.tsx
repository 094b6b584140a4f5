/** What went wrong, in the package's words, and the one thing that helps. */
import type { Classification } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import { type ReactNode, useState } from "react";
import { useServer } from "../server.js";

interface Props {
  readonly id: string;
  /** What else failed here, beside what the conversation knows of. */
  readonly failure: Classification | null;
  readonly onSettings: () => void;
  /** A message that was not sent is sent now. */
  readonly onSent: () => void;
}

const NOTHING = (): null => null;

export function ProblemBanner({ id, failure, onSettings, onSent }: Props): ReactNode {
  const { client } = useServer();
  const { problem: own, retry } = useConversation(client, id, { select: NOTHING });
  const [dismissed, setDismissed] = useState<Classification | null>(null);
  const problem = own ?? failure;
  if (!problem || problem === dismissed) return null;

  const again = async (): Promise<void> => {
    const wasUnsent = own?.during === "send" && own.reason !== "message_saved";
    if ((await retry()) && wasUnsent) onSent();
  };
  const advice = problem.user_action;
  return (
    <div role="alert" className="banner" data-reason={problem.reason}>
      <p>
        <strong>{problem.message}</strong>
        {problem.error_id && <span className="hint"> Error {problem.error_id}</span>}
      </p>
      <div className="buttons">
        {own && advice === "retry" && problem.retryable && (
          <button type="button" className="button" onClick={() => void again()}>
            Retry
          </button>
        )}
        {advice === "settings" && (
          <button type="button" className="button" onClick={onSettings}>
            Open settings
          </button>
        )}
        <button type="button" className="button quiet" onClick={() => setDismissed(problem)}>
          Dismiss
        </button>
      </div>
    </div>
  );
}
