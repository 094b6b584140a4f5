/** What a call does and what came of it, by the sort of tool. A tool that has no look of its own is shown as JSON. */
import { isActionOf, isClientToolCall, type Observation, textOf } from "agent-server-client";
import type { ToolCall } from "agent-server-client/conversation";
import type { ReactNode } from "react";
import { Chart } from "./chart.js";
import { chartOf } from "./chart-data.js";
import { Code } from "./code.js";
import { Diff } from "./diff.js";
import { changeOf } from "./file-change.js";
import { Tasks } from "./tasks.js";
import { Terminal } from "./terminal.js";

export function CallBody({ call }: { readonly call: ToolCall }): ReactNode {
  const { action: event, acp } = call;
  const action = event?.action;
  const observation = observationOf(call);
  const output = observation ? textOf(observation) : "";

  if (isActionOf(action, "TerminalAction")) return <Terminal action={action} observation={observation} />;
  if (isActionOf(action, "ThinkAction")) return <p className="call-text">{action.thought}</p>;
  if (isActionOf(action, "TaskTrackerAction")) return <Tasks list={action.task_list ?? []} />;
  const chart = event && isClientToolCall(event, "show_chart") ? chartOf(action) : null;
  if (chart) return <Chart {...chart} />;
  const change = changeOf(action, observation);
  if (change) return <Diff {...change} output={observation?.is_error ? output : ""} />;

  const input = action ?? (acp ? acp.raw_input : event?.tool_call.arguments);
  return (
    <>
      {input !== undefined && input !== null && (
        <details className="call-more">
          <summary>Arguments</summary>
          <Code text={typeof input === "string" ? input : JSON.stringify(input, null, 2)} />
        </details>
      )}
      {output !== "" && <Code text={output} />}
    </>
  );
}

function observationOf({ results }: ToolCall): Observation | undefined {
  const result = results.find(({ kind }) => kind === "ObservationEvent");
  return result?.kind === "ObservationEvent" ? result.observation : undefined;
}
