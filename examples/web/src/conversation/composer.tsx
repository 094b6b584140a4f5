/** Where the user writes. Enter sends, Shift+Enter begins a new line. */
import { useConversation } from "agent-server-client/react";
import type { FormEvent, KeyboardEvent, ReactNode, Ref } from "react";
import { useServer } from "../server.js";

interface Props {
  readonly id: string;
  readonly input: Ref<HTMLTextAreaElement>;
  readonly draft: string;
  readonly onDraft: (text: string) => void;
  /** What is not sent comes back, to be sent again; the banner says why. */
  readonly onUnsent: (text: string) => void;
}

export function Composer({ id, input, draft, onDraft, onUnsent }: Props): ReactNode {
  const { client } = useServer();
  const { snapshot, send, pause, interrupt, resume } = useConversation(client, id, { select: ({ status }) => status });
  const isRunning = snapshot === "running";

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    const text = draft.trim();
    if (text === "") return;
    onDraft("");
    void send(text).then((isSent) => !isSent && onUnsent(text));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // While an input method is open, Enter is part of a word
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={input}
        aria-label="Message"
        placeholder="Write a message"
        rows={1}
        value={draft}
        onChange={({ target }) => onDraft(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="composer-line">
        <p className="hint keys">
          <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> breaks the line
        </p>
        <div className="buttons">
          {snapshot === "paused" && (
            <button type="button" className="button" onClick={() => void resume()}>
              Continue
            </button>
          )}
          {isRunning && (
            <>
              <button type="button" className="button" onClick={() => void pause()}>
                Pause
              </button>
              <button type="button" className="button danger" onClick={() => void interrupt()}>
                Stop
              </button>
            </>
          )}
          <button type="submit" className="button primary" disabled={draft.trim() === ""}>
            Send
          </button>
        </div>
      </div>
    </form>
  );
}
