/** Which actions wait for a yes, and what comes of those that nobody has scripted. */
import type { Call } from "./agent-events.js";
import type { Config } from "./config.js";
import { fieldsOf } from "./fields.js";
import { observationOf } from "./tools.js";
import type { NewEvent, WireEvent } from "./world.js";

const RISKS: readonly unknown[] = ["LOW", "MEDIUM", "HIGH"];

/** Whether a batch has to wait. A single `finish` or `think` never does. */
export function confirms(
  { confirmation_policy }: Config,
  calls: readonly Pick<Call, "isHarmless" | "risk">[],
): boolean {
  const { kind, threshold, confirm_unknown } = confirmation_policy;
  if (calls.length === 0 || (calls.length === 1 && calls[0]?.isHarmless)) return false;
  if (kind !== "ConfirmRisky") return kind === "AlwaysConfirm";
  return calls.some(({ risk }) =>
    risk === "UNKNOWN" ? confirm_unknown === true : RISKS.indexOf(risk) >= RISKS.indexOf(threshold),
  );
}

/** The usual result of an action that is in the log and nowhere else. */
export function resultOfAction({ id, action, tool_name, tool_call_id }: WireEvent): NewEvent {
  const fields = fieldsOf(action);
  const kind = String(fields["kind"])
    .replace(/^ClientAction_.*$/, "ClientToolAction")
    .replace(/Action$/, "Observation");
  const observation = observationOf(kind, String(tool_name), fields, {});
  return {
    source: "environment",
    tool_name,
    tool_call_id,
    observation,
    action_id: id,
    extended_content: [],
    kind: "ObservationEvent",
  };
}
