/** The project that is there to copy asks for what this one is tested with. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Versions = Readonly<Record<string, string>>;
const manifest = (path: string): Readonly<Record<string, Versions>> & { readonly version: string } =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as ReturnType<typeof manifest>;

test("examples/vitest has the versions of this package", () => {
  const own = manifest("../package.json");
  const example = manifest("../examples/vitest/package.json");
  const known: Versions = { ...own["devDependencies"], "agent-server-client": own.version };
  const asked = { ...example["dependencies"], ...example["devDependencies"] };
  expect(Object.keys(asked).length).toBeGreaterThan(8);
  expect(asked).toEqual(Object.fromEntries(Object.keys(asked).map((name) => [name, known[name]])));
});
