import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { casefold, classifyDetail } from "../src/classify-detail.js";

interface Golden {
  readonly exceptions: readonly {
    exception: string;
    message: string;
    mapped_exception: string;
    mapped_message: string;
    classification: object;
    unmapped_classification: object;
  }[];
  readonly code_detail_table: readonly { code: string; detail: string; classification: object }[];
}
const golden = JSON.parse(
  readFileSync(new URL("fixtures/golden/classification.json", import.meta.url), "utf8"),
) as Golden;

describe("classifyDetail", () => {
  test("agrees with every row of the server's own answers", () => {
    const table = golden.code_detail_table.map(({ code, detail, classification }) => ({
      code,
      detail,
      classification,
    }));
    expect(table.length).toBe(280);
    expect(table.map(({ code, detail }) => ({ code, detail, classification: classifyDetail(code, detail) }))).toEqual(
      table,
    );
  });

  test("agrees with what became of 58 exceptions of providers, mapped and unmapped", () => {
    const rows = golden.exceptions;
    expect(rows.length).toBe(58);
    expect(rows.map((row) => classifyDetail(row.mapped_exception, row.mapped_message))).toEqual(
      rows.map((row) => row.classification),
    );
    const plain = (name: string): string => name.split(".").at(-1) ?? "";
    expect(rows.map((row) => classifyDetail(plain(row.exception), row.message))).toEqual(
      rows.map((row) => row.unmapped_classification),
    );
  });

  test("codes are exact: other case, parts, several and none say nothing", () => {
    for (const code of ["llmratelimiterror", "LLMRateLimit", "KeyError TypeError", "", " ", "KeyError "])
      expect(classifyDetail(code, "").kind).toBe("unknown");
  });

  test("text is compared as Python folds it", () => {
    expect(classifyDetail("X", "RATE LIMIT").kind).toBe("rate_limit");
    expect(classifyDetail("X", "ſervice temporarily unavailable").kind).toBe("transient");
    expect(classifyDetail("X", "no modelſ loaded").kind).toBe("config");
    expect(casefold("ﬀ ﬁ ﬂ ﬃ ﬄ ﬅ ﬆ Straße K İ")).toBe("ff fi fl ffi ffl st st strasse k i̇");
  });
});
