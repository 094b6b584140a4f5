import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRisk } from "../src/risk.js";

const KNOWN = ["LOW", "MEDIUM", "HIGH", "UNKNOWN"] as const;
/** Names that a lookup in an object would find, and near misses of the known ones. */
const STRANGE = ["", "low", "High", " LOW", "CRITICAL", "constructor", "__proto__", "toString", "0"] as const;
const risk = fc.oneof(fc.constantFrom(...KNOWN, ...STRANGE), fc.string());

describe("compareRisk", () => {
  it.each(KNOWN.flatMap((a, i) => KNOWN.map((b, j) => [a, b, Math.sign(i - j)] as const)))(
    "%s against %s has the sign %i",
    (a, b, sign) => {
      expect(Math.sign(compareRisk(a, b))).toBe(sign);
    },
  );

  it.each(STRANGE)("ranks %j above HIGH, next to UNKNOWN", (value) => {
    expect(compareRisk(value, "HIGH")).toBeGreaterThan(0);
    expect(compareRisk("HIGH", value)).toBeLessThan(0);
    expect(compareRisk(value, "UNKNOWN")).toBe(0);
  });

  it("sorts the least risky first and keeps the order of equals", () => {
    const risks = ["b", "HIGH", "UNKNOWN", "LOW", "a", "MEDIUM", "LOW"];
    expect(risks.toSorted(compareRisk)).toEqual(["LOW", "LOW", "MEDIUM", "HIGH", "b", "UNKNOWN", "a"]);
  });

  it("is a total order of any texts", () => {
    fc.assert(
      fc.property(risk, risk, risk, (a, b, c) => {
        expect(compareRisk(a, a)).toBe(0);
        expect(compareRisk(a, b) + compareRisk(b, a)).toBe(0);
        if (compareRisk(a, b) <= 0 && compareRisk(b, c) <= 0) expect(compareRisk(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
