/** One conversation: what happens in it, and what the user can do. */
import type { MessageEvent } from "agent-server-client";
import { textOf } from "agent-server-client";
import { type ReactNode, useCallback, useState } from "react";
import { Timeline } from "../timeline/timeline.js";
import { Composer } from "./composer.js";
import { ConfirmDialog } from "./confirm-dialog.js";
import { Header } from "./header.js";
import { ProblemBanner } from "./problem-banner.js";
import { Usage } from "./usage.js";
import { useBranch } from "./use-branch.js";

interface Props {
  readonly id: string;
  readonly onSettings: () => void;
}

export function Conversation({ id, onSettings }: Props): ReactNode {
  const [draft, setDraft] = useState("");
  const branch = useBranch(id);
  const { navigate } = branch;
  const rewrite = useCallback(
    (message: MessageEvent) => {
      setDraft(textOf(message));
      navigate(message.parent_id ?? null);
    },
    [navigate],
  );
  return (
    <section className="conversation" aria-label="Conversation">
      <Header id={id} branch={branch} />
      <Timeline id={id} events={branch.events} onRewrite={rewrite} />
      <div className="dock">
        <ProblemBanner id={id} failure={branch.failure} onSettings={onSettings} onSent={() => setDraft("")} />
        <ConfirmDialog id={id} />
        <Composer id={id} draft={draft} onDraft={setDraft} />
        <Usage id={id} />
      </div>
    </section>
  );
}
