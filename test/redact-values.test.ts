import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../src/redact.js";

const MASK = "**********";
const B20 = "a1B2c3D4e5F6g7H8i9J0";

describe("redact: values", () => {
  it("masks what is under a secret name, keeps the rest and its order, and does not touch its input", () => {
    const value = {
      z: "token=abc",
      Authorization: "Basic x",
      apiKey: "a",
      empty: { password: "", token: null, secret: 7, cookie: false },
      "set-cookie": ["a=b", ["c=d"]],
      secrets: { A: "raw", B: { kind: "StaticSecret", value: "v", description: "what it is for" } },
      secret_list: [{ name: "GITHUB_TOKEN", credentials: [{ name: "n", pin: "1" }] }],
      smtp: { user: "u", pass: "p", next_page_token: "t" },
      usage: { total_tokens: 1, prompt_tokens: 2, model: "m" },
      [`sk-${B20}`]: 1n,
      a: undefined,
    };
    const before = structuredClone(value);
    const copy = redact(value);
    expect(copy).toEqual({
      z: `token=${MASK}`,
      Authorization: MASK,
      apiKey: MASK,
      empty: { password: "", token: null, secret: 7, cookie: false },
      "set-cookie": [MASK, [MASK]],
      secrets: { A: MASK, B: { kind: "StaticSecret", value: MASK, description: "what it is for" } },
      secret_list: [{ name: "GITHUB_TOKEN", credentials: [{ name: "n", pin: MASK }] }],
      smtp: { user: "u", pass: MASK, next_page_token: "t" },
      usage: { total_tokens: 1, prompt_tokens: 2, model: "m" },
      [MASK]: 1n,
      a: undefined,
    });
    expect(value).toEqual(before);
    expect(Object.keys(copy as object)).toEqual([...Object.keys(value).slice(0, 9), MASK, "a"]);
  });

  it.each([undefined, null, true, 0, -0, Number.NaN, 5n, Symbol.iterator])(
    "returns the primitive %s as it is",
    (value) => {
      expect(redact(value)).toBe(value);
    },
  );

  it("copies what is no plain object", () => {
    const date = new Date(5);
    const copy = redact(date);
    expect(copy).toEqual(date);
    expect(copy).not.toBe(date);
    const map = (token: string, key: string): unknown => new Map<unknown, unknown>(Object.entries({ token, [key]: 1 }));
    expect(redact(map("a", `sk-${B20}`))).toEqual(map(MASK, MASK));
    expect(redact(new Map([[{ token: "a" }, "token=a"]]))).toEqual(new Map([[{ token: MASK }, `token=${MASK}`]]));
    expect(redact({ token: new Map([["name", "n"]]) })).toEqual({ token: new Map([["name", "n"]]) });
    expect(redact(new Set(["token=a", 2]))).toEqual(new Set([`token=${MASK}`, 2]));
    expect(redact(new URL("https://a:b@c/?token=d"))).toBe(`https://${MASK}@c/?token=${MASK}`);
    expect(redact(new URLSearchParams("token=d&e=f"))).toBe(`token=${MASK}&e=f`);
    expect(redact({ url: Object("token=d"), token: new URL("https://c/") })).toEqual({
      url: `token=${MASK}`,
      token: MASK,
    });
    expect(redact(new Headers({ "X-Session-API-Key": "k", accept: "a" }))).toEqual({
      accept: "a",
      "x-session-api-key": MASK,
    });
    expect(redact([new Uint8Array(2), new ArrayBuffer(2), () => 1])).toEqual(["[Binary]", "[Binary]", "[Function]"]);
    expect(redact(Object.assign(Object.create(null), { token: "a" }))).toEqual({ token: MASK });
  });

  it("shows an error with what is hidden in it", () => {
    const error = Object.assign(
      new AggregateError([new TypeError("token=a")], "api_key=b", { cause: { secret: "c" } }),
      { d: 1 },
    );
    expect(redact(error)).toMatchObject({
      name: "AggregateError",
      message: `api_key=${MASK}`,
      stack: expect.stringContaining(`AggregateError: api_key=${MASK}\n`),
      cause: { secret: MASK },
      errors: [{ name: "TypeError", message: `token=${MASK}` }],
      d: 1,
    });
    expect(redact(new Error("x"))).not.toHaveProperty("cause");
  });

  it("takes __proto__ for a name", () => {
    const copy = redact(JSON.parse('{"__proto__": {"token": "a"}}')) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(JSON.stringify(copy)).toBe(`{"__proto__":{"token":"${MASK}"}}`);
  });

  it("marks cycles, and copies what is shared only once", () => {
    const shared = { a: 1 };
    const cycle: Record<string, unknown> = { shared, again: shared };
    cycle["self"] = cycle;
    cycle["token"] = cycle;
    const copy = redact(cycle) as Record<string, unknown>;
    expect(copy).toEqual({
      shared,
      again: shared,
      self: "[Circular]",
      token: { shared, again: shared, self: MASK, token: MASK },
    });
    expect(copy["again"]).toBe(copy["shared"]);
    // It would be 2 to the power of 60 copies, had each place its own.
    let wide: unknown = "token=a";
    for (let level = 0; level < 60; level++) wide = [wide, wide];
    expect(redact(wide)).toHaveLength(2);
  });

  it("never throws and always ends", () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const fail = (): never => {
      throw new Error("no");
    };
    const getter = Object.defineProperty({ a: 1, b: 1 }, "a", { get: fail });
    const unreadable = [revoked.proxy, new Proxy({}, { ownKeys: fail }), new Proxy([], { get: fail })];
    expect(redact(unreadable)).toEqual(Array(3).fill("[Unreadable]"));
    expect(redact(getter)).toEqual({ a: "[Unreadable]", b: 1 });
    const property = { enumerable: true, configurable: true, value: 1 };
    const endless = (): object =>
      new Proxy({}, { ownKeys: () => ["a", "b"], getOwnPropertyDescriptor: () => property, get: endless });
    expect(JSON.stringify(redact(endless()))).toContain("[Truncated]");
    const long = redact(Object.assign([], { length: 4e9 })) as unknown[];
    expect([long.length, long.at(-1)]).toEqual([100_001, "[Truncated]"]);
  });

  it("stops at 100 levels", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 101; level++) deep = [deep];
    expect(JSON.stringify(redact(deep))).toContain('["end"]');
    expect(JSON.stringify(redact([deep]))).toContain('["[Truncated]"]');
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(JSON.stringify(redact(deep))).toContain("[Truncated]");
  });

  it("copies any value, leaves no difference for a second time, and never changes its input", () => {
    const names = ["token", "name", "a.api_key", "total_tokens", "secrets", "token=abc"];
    const key = fc.oneof(fc.constantFrom(...names), fc.string());
    const more = { withMap: true, withSet: true, withDate: true, withNullPrototype: true, withSparseArray: true };
    const anything = fc.anything({ ...more, key, withBigInt: true, withTypedArray: true, maxDepth: 4 });
    fc.assert(
      fc.property(anything, (value) => {
        const before = fc.stringify(value);
        const once = redact(value);
        expect(redact(once)).toEqual(once);
        expect(fc.stringify(value)).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });
});
