/**
 * Compares two `security_risk` values, for sorting from the least to the most risky.
 *
 * `LOW` < `MEDIUM` < `HIGH` < everything else. `UNKNOWN`, and any value this version does not know, ranks highest:
 * nobody has said that the action is safe. All of those are equal to each other, so a stable sort keeps their order.
 * Names are read exactly as the server writes them, in capitals.
 *
 * @param a - A `security_risk` value.
 * @param b - The value to compare it with.
 * @returns A negative number when `a` is less risky than `b`, a positive one when it is more risky, 0 when they rank
 * the same. Never throws.
 * @example
 * ["HIGH", "UNKNOWN", "LOW", "MEDIUM"].sort(compareRisk); // ["LOW", "MEDIUM", "HIGH", "UNKNOWN"]
 * compareRisk("UNKNOWN", "HIGH") >= 0; // true: ask the user first
 * @see {@link https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/security/confirmation_policy.py | ConfirmRisky},
 * which by default (`confirm_unknown=True`) asks for confirmation on `UNKNOWN` as it does on `HIGH`.
 */
export function compareRisk(a: string, b: string): number {
  return rank(a) - rank(b);
}

// A switch rather than a lookup table: names such as "constructor" must not find anything.
function rank(risk: string): number {
  switch (risk) {
    case "LOW":
      return 0;
    case "MEDIUM":
      return 1;
    case "HIGH":
      return 2;
    default:
      return 3;
  }
}
