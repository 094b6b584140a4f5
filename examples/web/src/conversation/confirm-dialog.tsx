/** Asks the user before the agent acts. */
import { useConversation } from "agent-server-client/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useServer } from "../server.js";
import { PendingAction } from "./pending-action.js";

export function ConfirmDialog({ id }: { readonly id: string }): ReactNode {
  const { client } = useServer();
  const { snapshot, confirm, reject } = useConversation(client, id, {
    select: ({ live, status, pending }) => (live && status === "waiting_for_confirmation" ? pending : null),
  });
  const [reason, setReason] = useState("");
  const [isBusy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const question = snapshot?.[0]?.id;

  // Each question by itself: the next one may come before the answer to this one is confirmed
  useEffect(() => {
    setReason("");
    if (question) open(dialog.current);
    else dialog.current?.close();
  }, [question]);

  const answer = async (give: () => Promise<boolean>): Promise<void> => {
    dialog.current?.close(); // where it fails, the banner behind says why
    setBusy(true);
    await give();
    setBusy(false);
  };
  const actions = snapshot ?? [];
  return (
    <>
      {question && (
        <div className="banner ask">
          <p>
            <strong>The agent waits for your answer.</strong>
          </p>
          <button type="button" className="button" onClick={() => open(dialog.current)}>
            Review
          </button>
        </div>
      )}
      <dialog ref={dialog} className="dialog" aria-labelledby="confirm-title">
        <h2 id="confirm-title" tabIndex={-1}>
          Confirm actions
        </h2>
        <p className="hint">
          {actions.length === 1 ? "The agent wants to do this:" : "The agent wants to do all of this:"}
        </p>
        <ul className="pending">
          {actions.map((action) => (
            <PendingAction key={action.id} action={action} />
          ))}
        </ul>
        <label className="field">
          <span>Reason, if you refuse</span>
          <input value={reason} onChange={({ target }) => setReason(target.value)} autoComplete="off" />
        </label>
        <div className="buttons">
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Later
          </button>
          <button
            type="button"
            className="button danger"
            disabled={isBusy}
            onClick={() => void answer(() => reject(reason.trim() || undefined))}
          >
            Refuse
          </button>
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void answer(confirm)}>
            Allow
          </button>
        </div>
      </dialog>
    </>
  );
}

/** Begins at its heading, not at a button that a key pressed too early would trigger. */
function open(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) dialog?.showModal();
  dialog?.querySelector("h2")?.focus();
}
