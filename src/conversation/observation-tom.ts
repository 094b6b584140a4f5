/** Two kinds of observation that the server's tools have and its document does not list. */
import type { Observation } from "../generated/types.js";

const stringOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** A share as whole per cent; a half goes to the even one, as Python formats it. */
function percentOf(share: number): string {
  const value = share * 100;
  const below = Math.floor(value);
  const isHalf = value - below === 0.5;
  return `${isHalf ? below + (below % 2) : Math.round(value)}%`;
}

type Fields = Readonly<Record<string, unknown>>;

function adviceText(observation: Fields): string {
  const suggestions = stringOf(observation["suggestions"]);
  if (suggestions === "") return "Tom agent did not provide suggestions.";
  const reasoning = stringOf(observation["reasoning"]);
  const confidence = numberOf(observation["confidence"]);
  return [
    `Tom agent's guidance:\n${suggestions}`,
    ...(reasoning === "" ? [] : [`\nReasoning: ${reasoning}`]),
    ...(confidence === undefined ? [] : [`\nConfidence: ${percentOf(confidence)}`]),
  ].join("\n");
}

function indexingText(observation: Fields): string {
  const count = numberOf(observation["sessions_processed"]) ?? 0;
  const done =
    count > 0 ? `Successfully indexed ${count} conversation(s) for user modeling.` : "Sleeptime compute completed.";
  return `${done}\n${stringOf(observation["message"])}`;
}

/** What a model reads of one of the two; of others undefined. Their errors are not marked as such. */
export function tomText(observation: Observation): string | undefined {
  const kind: string = observation.kind;
  if (kind === "ConsultTomObservation") return adviceText({ ...observation });
  return kind === "SleeptimeComputeObservation" ? indexingText({ ...observation }) : undefined;
}
