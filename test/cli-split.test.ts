/** Cutting JSON into items: what JSON.parse would give, whatever the chunks, and broken text at its place. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLineSplitter, isOfLines } from "../src/cli/lines.js";
import { createSplitter, type Piece, type Splitter } from "../src/cli/split.js";

/** The pieces of a text that comes in chunks of these sizes, over and over. */
function piecesOf(splitter: Splitter, text: string, sizes: readonly number[] = [2 ** 16]): Piece[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: Piece[] = [];
  for (let from = 0, turn = 0; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(...splitter.push(bytes.slice(from, from + size)));
    from += size;
  }
  return [...pieces, ...splitter.end()];
}
const split = (text: string, sizes?: readonly number[]): Piece[] => piecesOf(createSplitter(), text, sizes);
const items = (pieces: readonly Piece[]): unknown[] =>
  pieces.filter(({ is }) => is === "item").map(({ text }) => JSON.parse(text) as unknown);
const problems = (pieces: readonly Piece[]): Piece[] => pieces.filter(({ is }) => is === "problem");

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const json = fc.jsonValue({ maxDepth: 4 });
const indent = fc.constantFrom(undefined, 1, "\t");
/** Also with escapes, with whitespace around, and with names that stand for containers elsewhere. */
const event = fc.record({ id: fc.string({ unit: "binary" }), items: json, rest_search: json, kind: fc.string() });

describe("whatever the chunks", () => {
  test("the elements of a list are the items, each with its index", () => {
    fc.assert(
      fc.property(fc.array(json), indent, sizes, (values, space, chunks) => {
        const pieces = split(` ${JSON.stringify(values, null, space)}\n`, chunks);
        expect(problems(pieces)).toEqual([]);
        expect(items(pieces)).toEqual(JSON.parse(JSON.stringify(values)));
        const paths = pieces.filter(({ is }) => is === "item").map(({ path }) => path);
        expect(paths).toEqual(values.map((_, index) => [index]));
      }),
      { numRuns: 300 },
    );
  });

  test("the lists of a container are cut up, and what is left of it is JSON", () => {
    const lists = fc.record(
      {
        conversation: json,
        items: fc.array(json),
        rest_search: fc.array(json),
        ws_session: fc.array(json),
        next_page_id: json,
      },
      { requiredKeys: ["items"] },
    );
    fc.assert(
      fc.property(lists, indent, sizes, (container, space, chunks) => {
        const pieces = split(JSON.stringify(container, null, space), chunks);
        expect(problems(pieces)).toEqual([]);
        const { conversation, next_page_id, ...cut } = JSON.parse(JSON.stringify(container)) as typeof container;
        expect(items(pieces)).toEqual(Object.values(cut).flat(1));
        const [rest] = pieces.filter(({ is }) => is === "rest");
        const emptied = Object.fromEntries(Object.keys(cut).map((name) => [name, []]));
        expect(JSON.parse(rest?.text ?? "")).toEqual({
          ...emptied,
          ...("conversation" in container ? { conversation } : {}),
          ...("next_page_id" in container ? { next_page_id } : {}),
        });
      }),
      { numRuns: 300 },
    );
  });

  test("an object that begins as an event is one item, and so is each of several, over lines or not", () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1 }), indent, sizes, (events, space, chunks) => {
        const text = events.map((each) => JSON.stringify(each, null, space)).join("\n");
        const whole = split(text, chunks);
        expect(problems(whole)).toEqual([]);
        expect(items(whole)).toEqual(JSON.parse(JSON.stringify(events)));
        const lines = events.map((each) => JSON.stringify(each)).join("\r\n\n");
        expect(items(piecesOf(createLineSplitter(), lines, chunks))).toEqual(JSON.parse(JSON.stringify(events)));
      }),
      { numRuns: 300 },
    );
  });

  test("a text that is cut off anywhere gives its items, and says that it is cut off", () => {
    const values = [{ a: 'é\\" ]' }, [1, [2]], "x,\n", null, -1.5e3];
    for (const text of [JSON.stringify(values), `{"conversation":{"a":[1]},"rest_search":${JSON.stringify(values)}}`]) {
      for (let end = 1; end < text.length; end++) {
        const pieces = split(text.slice(0, end), [7]);
        const [problem, ...others] = problems(pieces);
        expect(others).toEqual([]);
        expect(problem?.text, text.slice(0, end)).toBe("ends too early (cut off?)");
        expect(values.map((each) => JSON.stringify(each))).toEqual(
          expect.arrayContaining(pieces.filter(({ is }) => is === "item").map(({ text: item }) => item)),
        );
      }
    }
  });
});

describe("places", () => {
  test("an item says the line that it begins on", () => {
    const pieces = split('{\n "items": [\n  {"a":\n 1},\n\n  {}\n ]\n}');
    expect(pieces.map(({ is, path, line }) => [is, ...path, line])).toEqual([
      ["item", "items", 0, 3],
      ["item", "items", 1, 6],
      ["rest", 1],
    ]);
  });

  test.each([
    ["[1 2]", "no comma between two elements", [1]],
    ["[1,,2]", "a comma without an element before it", [1]],
    ["[1,]", "a comma without an element after it", [1]],
    ["[1}", "} where the list should end with ]", [1]],
    ['[""}', "} where the list should end with ]", [1]],
    ["[1]]", "closes what was not opened", []],
    ["[1] x", "no list and no object", []],
    ["nothing", "no list and no object", []],
  ])("%s: %s", (text, problem, path) => {
    expect(problems(split(text)).map((each) => [each.text, each.path])).toEqual([[problem, path]]);
  });

  test("a broken element costs no other one", () => {
    const texts = split('[{"a":1},{"a":NaN},{"a" 1},{"b":2}]').filter(({ is }) => is === "item");
    expect(texts.map(({ text }) => text)).toEqual(['{"a":1}', '{"a":NaN}', '{"a" 1}', '{"b":2}']);
  });

  test("a line may hold a page", () => {
    const pieces = piecesOf(createLineSplitter(), '{"items":[1,2],"next_page_id":"a"}\n[3]\n{"id":4,"items":[5]}');
    expect(items(pieces)).toEqual([1, 2, 3, { id: 4, items: [5] }]);
    expect(pieces.filter(({ is }) => is === "item").map(({ line }) => line)).toEqual([1, 1, 2, 3]);
  });
});

test("an item beyond any measure is said to be one, and not held; a line of that length costs no other one", () => {
  const chunk = new TextEncoder().encode(" ".repeat(2 ** 22));
  const end = new TextEncoder().encode("\n{}\n");
  for (const [splitter, expected] of [
    [createSplitter(), ["problem one item of more than 256 MiB"]],
    [createLineSplitter(), ["problem one item of more than 256 MiB", "item {}"]],
  ] as const) {
    const pieces = splitter.push(new TextEncoder().encode('[{"a":"'));
    for (let turn = 0; turn <= 64; turn++) pieces.push(...splitter.push(chunk));
    pieces.push(...splitter.push(end), ...splitter.end());
    expect(pieces.map(({ is, text }) => `${is} ${text}`)).toEqual(expected);
  }
});

describe("lines or not", () => {
  test.each([
    ['{"a":1}\n{"a":2}', true],
    ['{"a":1}', false],
    ['{"a":1}\n  \n', false],
    ['{"a":\n1}', false],
    ['{\n"a":1}', false],
    ["[\n{}]", false],
    ['{"a":"cut\n{"a":2}', true],
    ['{"a":1,\n{"a":2}', true],
    ['{"a":[1\n{"a":2}', true],
    ["a word of a log\n{}", true],
    ['{"items":[]}\n{"items":[]}', true],
  ])("%j: %s", (head, isSo) => {
    expect(isOfLines(head)).toBe(isSo);
  });
});
