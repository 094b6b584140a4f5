/** One conversation: what happens in it, and what the user can do. */
import type { MessageEvent } from "agent-server-client";
import { textOf } from "agent-server-client";
import { type ReactNode, useCallback, useRef } from "react";
import { Timeline } from "../timeline/timeline.js";
import { Composer } from "./composer.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { putBack, takeOut, useDraft, writeDraft } from "./drafts.js";
import { Header } from "./header.js";
import { ProblemBanner } from "./problem-banner.js";
import { Usage } from "./usage.js";
import { useBranch } from "./use-branch.js";
import { useKeptFocus } from "./use-kept-focus.js";

interface Props {
  readonly id: string;
  readonly onSettings: () => void;
}

export function Conversation({ id, onSettings }: Props): ReactNode {
  const draft = useDraft(id);
  const place = useRef<HTMLElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const branch = useBranch(id);
  const { navigate } = branch;
  const rewrite = useCallback(
    (message: MessageEvent) => {
      writeDraft(id, textOf(message));
      navigate(message.parent_id ?? null);
      input.current?.focus(); // the message goes, and its button with it
    },
    [id, navigate],
  );
  useKeptFocus(place, input);
  return (
    <section ref={place} className="conversation" aria-label="Conversation">
      <Header id={id} branch={branch} />
      <Timeline id={id} events={branch.events} onRewrite={rewrite} />
      <div className="dock">
        <ProblemBanner id={id} failure={branch.failure} onSettings={onSettings} onSent={() => takeOut(id)} />
        <ConfirmDialog id={id} />
        <Composer
          id={id}
          input={input}
          draft={draft}
          onDraft={(text) => writeDraft(id, text)}
          onUnsent={(text) => putBack(id, text)}
        />
        <Usage id={id} />
      </div>
    </section>
  );
}
