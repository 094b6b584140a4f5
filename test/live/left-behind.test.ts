import { expect, test } from "vitest";
import { leftBehindBy } from "../support/left-behind.js";
import { VERSION_NAMES } from "./live.js";

test.each(VERSION_NAMES)("Ctrl-C while a server of version %s runs a tool leaves nothing behind", async (version) => {
  const { before, processes, hasFolder } = await leftBehindBy(version, "SIGINT");
  expect(before).toBeGreaterThanOrEqual(2);
  expect({ processes, hasFolder }).toEqual({ processes: [], hasFolder: false });
});
