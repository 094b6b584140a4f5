/** How each version behaves where versions differ, and how it refuses. Writes docs/server-versions.md with `-u`. */
import { sendMessage } from "agent-server-client";
import { beforeAll, describe, expect, test } from "vitest";
import { play, startConversation } from "./conversation.js";
import { ERROR_CASES, type ErrorStage } from "./error-cases.js";
import { mismatches, useBenches, VERSION_NAMES } from "./live.js";
import { inVersion, textOf } from "./per-version.js";
import { messageOf, TURNS } from "./script.js";
import { TRAITS } from "./traits.js";
import { pageOf, type Row } from "./versions-page.js";

const benchOf = useBenches();
const traits: Row[] = TRAITS.map(({ name }) => ({ name, cells: new Map() }));
const refusals: Row[] = ERROR_CASES.map(({ name }) => ({ name, cells: new Map() }));
const write = (rows: readonly Row[], name: string, version: string, text: string): void => {
  rows.find((row) => row.name === name)?.cells.set(version, text);
};

describe.each(VERSION_NAMES)("%s", (version) => {
  let stage: ErrorStage;
  beforeAll(async () => {
    const bench = benchOf(version);
    const [{ id }, { id: busyId }] = await Promise.all([startConversation(bench), startConversation(bench)]);
    await play(bench.client, id, TURNS.finish);
    await sendMessage(bench.client, busyId, messageOf([{ ...TURNS.text[0], waitMs: 60_000 }]));
    stage = { ...bench, id, busyId };
  });

  test.each(ERROR_CASES)("refuses $name as it always did", async ({ name, answers, ask }) => {
    const text = textOf(await ask(stage));
    write(refusals, name, version, text);
    expect(text).toBe(inVersion(answers, version));
  });

  test.each(TRAITS)("$name: as it always was", async ({ name, shows, look }) => {
    const text = await look(stage);
    write(traits, name, version, text);
    expect(text).toBe(inVersion(shows, version));
  });

  test("no refusal has another form than this package's document says", () => {
    expect(mismatches(stage)).toEqual([]);
  });
});

test("docs/server-versions.md says the same", async () => {
  await expect(pageOf(traits, refusals)).toMatchFileSnapshot("../../docs/server-versions.md");
});
