/** An action that waits for an answer: what it would do, and how risky the model thinks it is. */
import { type ActionEvent, parseToolArguments } from "agent-server-client";
import type { ReactNode } from "react";
import { Code } from "../timeline/code.js";

const RISKS: Readonly<Record<string, string>> = { LOW: "Low risk", MEDIUM: "Medium risk", HIGH: "High risk" };

export function PendingAction({ action }: { readonly action: ActionEvent }): ReactNode {
  const { tool_name, security_risk: risk } = action;
  const parsed = parseToolArguments(action);
  return (
    <li>
      <p className="pending-head">
        <code>{tool_name}</code>
        <span className="tag" data-risk={risk ?? "UNKNOWN"}>
          {RISKS[risk ?? ""] ?? "Unknown risk"}
        </span>
      </p>
      <Code text={revealed(parsed.ok ? JSON.stringify(parsed.value, null, 2) : parsed.text)} />
    </li>
  );
}

/** What is not seen, or makes text look other than it is, must not get past who is asked. */
const revealed = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
