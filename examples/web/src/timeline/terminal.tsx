/** A command and what it wrote. */
import { type ActionOf, isObservationOf, type Observation, textOf } from "agent-server-client";
import type { ReactNode } from "react";
import { Code } from "./code.js";
import { plainText } from "./plain-text.js";

interface Props {
  readonly action: ActionOf<"TerminalAction">;
  readonly observation: Observation | undefined;
}

export function Terminal({ action, observation }: Props): ReactNode {
  const output = observation ? plainText(textOf(observation)).trimEnd() : "";
  const code = isObservationOf(observation, "TerminalObservation") ? observation.exit_code : undefined;
  return (
    <div className="terminal">
      <Code className="command" text={`${action.is_input ? ">" : "$"} ${action.command}`} />
      {output !== "" && <Code className="output" text={output} />}
      {typeof code === "number" && code !== 0 && <p className="exit">exit code {code}</p>}
    </div>
  );
}
