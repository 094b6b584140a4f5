/** Where a conversation works. */
import { normalPath } from "./file-tree.js";

/** The folder that a conversation works in, absolute. One that says nothing works where the server does. */
export function workingDirOf(conversation: object): string {
  const { workspace } = conversation as { readonly workspace?: { readonly working_dir?: unknown } | undefined };
  return normalPath(typeof workspace?.working_dir === "string" ? workspace.working_dir : "workspace");
}
