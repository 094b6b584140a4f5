/** Types and zod schemas come from different code; a third rendering, inferred by zod, shows that they say the same. */
import { afterAll, describe, expect, test } from "vitest";
import { folderInProject } from "./support/compile.js";
import { specText } from "./support/spec.js";
import { compareTwin } from "./support/twin.js";

/** Listed and further fields in one object that has no name: an intersection here, one object there. */
const INLINE_WITH_FURTHER_FIELDS = ["MCPOAuthStateResponse", "SettingsResponse", "SettingsUpdateRequest"];
/** What refers to one of those. */
const AROUND_THEM = ["MCPOAuthStatusResponse", "MCPTestResponse", "MCPTestSuccess"];

const folders = [folderInProject("twin"), folderInProject("twin")] as const;
afterAll(() => {
  for (const folder of folders) folder.remove();
});

describe("the type of every schema is what zod infers from the model", () => {
  test.each([
    { version: "1.52.0", folder: folders[0], floor: 471 },
    { version: "1.58.2", folder: folders[1], floor: 489 },
  ] as const)("of $version", { timeout: 300_000 }, async ({ version, folder, floor }) => {
    const { equal, mutual, different } = await compareTwin(specText(version), folder.path);
    expect(different).toEqual([]);
    // Of these, each is assignable to the other
    expect([...mutual].sort()).toEqual([...INLINE_WITH_FURTHER_FIELDS, ...AROUND_THEM].sort());
    expect(equal.length).toBeGreaterThanOrEqual(floor);
  });
});
