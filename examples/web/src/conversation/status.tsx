/** What a conversation does just now, as a small sign. */
import type { StateValue } from "agent-server-client";
import type { ReactNode } from "react";

type ExecutionStatus = StateValue<"execution_status">;

const WORDS: Readonly<Record<string, string>> = { waiting_for_confirmation: "waiting for you" };

export const Status = ({ status }: { readonly status: ExecutionStatus | null }): ReactNode => (
  <span className="status" data-state={status ?? "idle"}>
    {WORDS[status ?? ""] ?? status ?? "idle"}
  </span>
);
