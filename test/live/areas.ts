/** Steps over settings, profiles, secrets and files. */
import { AREA_STEPS_OF_EXTENSIONS } from "./areas-extensions.js";
import { AREA_STEPS_OF_FILES } from "./areas-files.js";
import { AREA_STEPS_OF_PROFILES } from "./areas-profiles.js";
import { AREA_STEPS_OF_SETTINGS } from "./areas-settings.js";
import type { Step } from "./step.js";

/** Names in braces stand for values of earlier answers; `{work}` is a folder of the server's that is not there yet. */
export const AREA_STEPS: readonly Step[] = [
  ...AREA_STEPS_OF_SETTINGS,
  ...AREA_STEPS_OF_PROFILES,
  ...AREA_STEPS_OF_FILES,
  ...AREA_STEPS_OF_EXTENSIONS,
];
