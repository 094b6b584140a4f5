/** Recorded conversations for the tests of the timeline, and what a reader must find of them. */
import { fileURLToPath } from "node:url";
import { harmless } from "../../examples/timeline/text.js";
import { isActionOf, isObservationOf, matchEvent, textOf } from "../../src/index.js";
import { parseEvents } from "../../src/schemas.js";
import { type Recording, recordings } from "./corpus.js";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export function recording(file: string): Recording {
  const found = recordings().find(({ name }) => name === file);
  if (!found) throw new Error(`no recording ${file}`);
  return found;
}

/** What matters of each event, in its own words. */
const essentialsOf = (events: readonly unknown[]): string[] =>
  parseEvents(events).events.flatMap((event) =>
    matchEvent(event, {
      MessageEvent: (message) => [textOf(message)],
      ActionEvent: ({ tool_name, action }) => {
        if (isActionOf(action, "TerminalAction")) return [`${tool_name} $ ${action.command}`];
        if (isActionOf(action, "FileEditorAction")) return [`${tool_name} ${action.command} ${action.path}`];
        return isActionOf(action, "FinishAction") ? [tool_name, action.message] : [tool_name];
      },
      ObservationEvent: ({ observation }) => [
        isObservationOf(observation, "TerminalObservation") ? `→ exit ${observation.exit_code}` : "→ ",
        harmless(textOf(observation.content[0])).slice(0, 60),
      ],
      AgentErrorEvent: ({ error }) => ["→ error", error.slice(0, 60)],
      UserRejectObservation: (result) => [`→ rejected by ${result.rejection_source}`, result.rejection_reason],
      ConversationErrorEvent: ({ code, detail }) => [code, detail.slice(0, 60)],
      HookExecutionEvent: (hook) => [hook.hook_event_type, `exit ${hook.exit_code}: ${hook.hook_command}`, hook.stderr],
      LLMCompletionLogEvent: ({ model_name }) => [model_name],
      Condensation: ({ summary, forgotten_event_ids: ids }) => [summary ?? "", `${ids.length} events forgotten`],
      _: () => [],
    }),
  );

/** Lines are wrapped anywhere: only what is no space is compared. */
export const dense = (text: string): string => text.replace(/\s+/g, "");

/** What should be found of the events in the text, and is not. */
export const missingIn = (shown: string, events: readonly unknown[]): string[] =>
  essentialsOf(events).filter((essential) => !dense(shown).includes(dense(essential)));

/** The kinds in a value: one sample of each is enough. */
export const kindsOf = (value: unknown): string =>
  (JSON.stringify(value).match(/"(kind|key)":"\w+"/g) ?? []).slice(0, 4).join();

/** Copies of a value, each without one of the properties in it, down to the third level. */
export function withoutEach(value: unknown, depth = 3): unknown[] {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth === 0) return [];
  const properties = Object.entries(value);
  return properties.flatMap(([name, inner]) => [
    Object.fromEntries(properties.filter(([other]) => other !== name)),
    ...withoutEach(inner, depth - 1).map((less) => ({ ...value, [name]: less })),
  ]);
}
