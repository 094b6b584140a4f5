/** What an edit changed, from what the tool found out, else from what it was asked. */
import { type Action, isActionOf, isObservationOf, type Observation } from "agent-server-client";

export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Null: nothing was to be changed. */
export function changeOf(action: Action | null | undefined, observation: Observation | undefined): FileChange | null {
  if (isActionOf(action, "FileEditorAction")) {
    if (action.command === "view" || action.command === "undo_edit") return null;
    const { path } = action;
    // The whole file where it is known, so that the lines have their numbers
    if (isObservationOf(observation, "FileEditorObservation") && typeof observation.new_content === "string")
      return { path, before: observation.old_content ?? "", after: observation.new_content };
    return { path, before: action.old_str ?? "", after: action.file_text ?? action.new_str ?? "" };
  }
  if (isActionOf(action, "EditAction"))
    return { path: action.file_path, before: action.old_string, after: action.new_string };
  if (isActionOf(action, "WriteFileAction")) return { path: action.file_path, before: "", after: action.content };
  return null;
}
