/** What a model reads of a tool's result where the server keeps the whole of it in a file, and of kinds not listed. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Observation } from "agent-server-client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../src/conversation/sha256.js";
import { observationContent } from "../src/conversation.js";

interface Golden {
  readonly saved: {
    readonly kind: "TerminalObservation" | "BrowserObservation";
    readonly name: string;
    readonly folder: string;
    readonly parts: [unit: string, times: number][];
    readonly length: number;
    readonly sha256: string;
    readonly notice: string | null;
  }[];
  readonly screenshots: { readonly data: string; readonly to_llm_content: unknown[] }[];
  readonly unlisted: { readonly observation: Observation; readonly to_llm_content: unknown[] }[];
}

const url = new URL("fixtures/golden/observation-saved.json", import.meta.url);
const golden = JSON.parse(readFileSync(url, "utf8")) as Golden;

const hashOf = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const text = (value: string) => ({ cache_prompt: false, type: "text" as const, text: value });
const header = text("[An error occurred during execution.]\n");
const observation = (fields: object): Observation => fields as Observation;

describe("a result that is kept in a file", () => {
  test.each(golden.saved)("$kind: $name, in $folder, reads as the server's tools write it", (saved) => {
    const whole = saved.parts.map(([unit, times]) => unit.repeat(times)).join("");
    const { content, approximate } = observationContent(
      observation({ kind: saved.kind, content: [text(whole)], full_output_save_dir: saved.folder }),
    );
    const [block] = content;
    const read = block?.type === "text" ? block.text : "";
    if (saved.notice !== null) expect(read).toContain(saved.notice);
    expect(Array.from(read)).toHaveLength(saved.length);
    expect(hashOf(read)).toBe(saved.sha256);
    expect(approximate, "only what was cut depends on a file").toBe(saved.notice !== null);
  });

  test.each(golden.screenshots)("a screenshot is named with its file: $data", ({ data, to_llm_content }) => {
    const browser = { kind: "BrowserObservation", content: [text("p")], screenshot_data: data };
    const seen = observationContent(observation({ ...browser, full_output_save_dir: "workspace/observations" }));
    expect(seen).toEqual({ content: to_llm_content, approximate: true });
    const unsaved = observationContent(observation({ ...browser, full_output_save_dir: null }));
    expect(unsaved).toEqual({ content: to_llm_content.toSpliced(1, 1), approximate: false });
  });
});

describe("kinds that are not listed", () => {
  test.each(golden.unlisted)("$observation.kind as the server's tools write it: $observation.confidence", (tom) => {
    expect(observationContent(tom.observation)).toEqual({ content: tom.to_llm_content, approximate: true });
  });

  test("read as most do, and may be different", () => {
    const content = [text("a"), { cache_prompt: false, type: "image" as const, image_urls: ["u"] }];
    const newer = observation({ kind: "NewerObservation", content, is_error: true });
    expect(observationContent(newer)).toEqual({ content: [header, ...content], approximate: true });
  });
});

test("defaulted fields that are absent are as their defaults", () => {
  const bare = (kind: string) => observationContent(observation({ kind })).content;
  expect(bare("ThinkObservation")).toEqual([]);
  expect(bare("TerminalObservation")).toEqual([text("")]);
  expect(bare("BrowserObservation")).toEqual([]);
});

test("errors of the terminal and of the browser have the header before the one text", () => {
  for (const kind of ["TerminalObservation", "BrowserObservation"]) {
    const failed = observation({ kind, is_error: true, content: [text("a"), text("b")] });
    expect(observationContent(failed).content).toEqual([header, text("ab")]);
  }
});

test("SHA-256 is that of others, for texts of every length around the block size", () => {
  for (let length = 0; length < 200; length++) expect(sha256("é".repeat(length))).toBe(hashOf("é".repeat(length)));
  fc.assert(fc.property(fc.string({ unit: "binary" }), (value) => sha256(value) === hashOf(value)));
  expect(sha256("x".repeat(1_000_000))).toBe(hashOf("x".repeat(1_000_000)));
});
