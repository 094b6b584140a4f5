/** Where a conversation has several branches: which one goes on. */
import { type AgentEvent, isMessageEvent, textOf } from "agent-server-client";
import type { ReactNode } from "react";
import type { Branch } from "./use-branch.js";

interface Props {
  readonly branch: Branch;
  readonly isBusy: boolean;
}

export function BranchMenu({ branch: { leaves, leafId, navigate }, isBusy }: Props): ReactNode {
  if (leaves.length < 2) return null;
  const isAtLeaf = leaves.some(({ id }) => id === leafId);
  return (
    <label className="branches">
      <span>Branch</span>
      <select value={leafId ?? ""} disabled={isBusy} onChange={({ target }) => navigate(target.value)}>
        {!isAtLeaf && <option value={leafId ?? ""}>A new one, from here</option>}
        {leaves.map((leaf, index) => (
          <option key={leaf.id} value={leaf.id}>
            {`${index + 1}: ${nameOf(leaf)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

function nameOf(leaf: AgentEvent): string {
  const text = isMessageEvent(leaf) ? textOf(leaf).replace(/[*`]/g, "").replace(/\s+/g, " ") : leaf.kind;
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
