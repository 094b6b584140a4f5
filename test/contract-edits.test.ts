/** Random single edits of a real document: each is found with the right severity, and nothing else is. */
import { compareDocuments } from "agent-server-client/contract";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../scripts/document.js";
import type { Edit } from "./support/contract-edit.js";
import { OPERATION_EDITS } from "./support/contract-edits-operations.js";
import { SCHEMA_EDITS } from "./support/contract-edits-schemas.js";
import { VALUE_EDITS } from "./support/contract-edits-values.js";
import { placesOf, sliceOf } from "./support/contract-places.js";
import { SPELLINGS, shuffled } from "./support/contract-spellings.js";
import { type Random, randomFrom, seedOfRun } from "./support/random.js";
import { specDocument } from "./support/spec.js";

const seed = seedOfRun();
const document = specDocument("1.52.0");
const EDITS: readonly (readonly [string, Edit])[] = Object.entries({
  ...VALUE_EDITS,
  ...SCHEMA_EDITS,
  ...OPERATION_EDITS,
});

/** What an edit does to schemas that nothing else needs is told beside. */
const BESIDE = ["schema-added", "schema-removed"];

function check(
  [name, edit]: readonly [string, Edit],
  of: OpenApiDocument,
  places: ReturnType<typeof placesOf>,
  random: Random,
): boolean {
  const made = edit(places, random);
  if (!made) return false;
  const found = compareDocuments(of, made.document)
    .filter(({ rule }) => !BESIDE.includes(rule))
    .map(({ rule, severity }) => ({ rule, severity }));
  const expected = made.rule === undefined ? [] : [{ rule: made.rule, severity: made.severity }];
  expect(found, `seed ${seed}: ${name} at ${made.path.join(" ")}`).toEqual(expected);
  return true;
}

/** Some operations of the document with all that they reach: quick to compare, and other ones each time. */
function someOperations(random: Random): OpenApiDocument {
  const paths = Object.keys(document.paths);
  return sliceOf(
    document,
    Array.from({ length: 7 }, () => random.pick(paths)),
  );
}

const COUNT = 2000;

describe("one edit of the real document", () => {
  test(`is found, with the right severity, and nothing else: ${COUNT} times`, () => {
    const random = randomFrom(seed);
    const done = new Map<string, number>();
    for (let count = 0; count < COUNT; ) {
      const slice = someOperations(random);
      const places = placesOf(slice);
      for (const edit of EDITS) {
        if (!check(edit, slice, places, random)) continue;
        done.set(edit[0], (done.get(edit[0]) ?? 0) + 1);
        count++;
      }
    }
    console.log(`${done.size} of ${EDITS.length} kinds of edits`);
    // Some kinds have one place in the whole document, where the tests below make them
    expect(done.size).toBeGreaterThan(EDITS.length * 0.8);
  });

  const whole = placesOf(document);
  test.each(EDITS.map(([name]) => name))("%s: in the whole document, too", (name) => {
    const edit = EDITS.find(([each]) => each === name);
    expect(edit && check(edit, document, whole, randomFrom(seed))).toBe(true);
  });
});

describe("what is no difference is none", () => {
  test.each(Object.entries(SPELLINGS))("%s", (name, edit) => {
    const random = randomFrom(seed);
    for (let count = 0; count < 12; count++) {
      const slice = count === 0 ? document : someOperations(random);
      check([name, edit], slice, placesOf(slice), random);
    }
    expect(check([name, edit], document, placesOf(document), random)).toBe(true);
  });

  test("the order of everything, in the whole document and in what it gives with an edit", () => {
    const random = randomFrom(seed);
    const edits = Array.from({ length: 6 }, () => random.pick(EDITS)[1]);
    expect(compareDocuments(document, shuffled(document, random)), `seed ${seed}`).toEqual([]);
    for (const edit of edits) {
      const made = edit(placesOf(document), random);
      const rules = (actual: unknown): string[] =>
        compareDocuments(document, actual).map(({ rule, message }) => `${rule} ${message}`);
      if (made)
        expect(rules(shuffled(made.document, random)).sort(), `seed ${seed}`).toEqual(rules(made.document).sort());
    }
  });
});
