/** What a run of tests writes, with the colours of a terminal. */

const ESCAPE = String.fromCharCode(0x1b);
const green = (text: string): string => `${ESCAPE}[32m${text}${ESCAPE}[39m`;

const FILES = [
  "total",
  "basket",
  "checkout",
  "invoice",
  "discount",
  "currency",
  "address",
  "search",
  "user",
  "session",
];

export const TEST_OUTPUT = [
  "> shop@1.4.0 test",
  "> vitest run",
  "",
  ...FILES.map((name, index) => `${green("✓")} test/${name}.test.ts (${index + 1} tests) ${12 + index * 7}ms`),
  "",
  ` Test Files  ${green("10 passed")} (10)`,
  `      Tests  ${green("41 passed")} (41)`,
  "   Duration  1.32s",
].join("\n");
