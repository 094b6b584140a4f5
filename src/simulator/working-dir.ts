/** Where a conversation works. */
import { normalPath } from "./file-tree.js";
import { configOrDefault } from "./info.js";
import type { Conversation } from "./world.js";

/** The folder that a conversation works in, absolute. */
export const workingDirOf = (conversation: Conversation): string =>
  normalPath(String(configOrDefault(conversation).workspace["working_dir"]));
