import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "../src/redact.js";

const MASK = "**********";
const B20 = "a1B2c3D4e5F6g7H8i9J0";
const PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE KEY-----";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln-bmF0_dXJl";

/** Written with "§" for the mask, so that the lines stay readable. */
const masked = (text: string): string => text.replaceAll("§", MASK);

describe("redact: texts", () => {
  it.each([
    // URLs
    ["https://me:p@w@host:8080/a?b=c", "https://§@host:8080/a?b=c"],
    ["git clone https://x-access-token:abc@github.com/o/r.git now", "git clone https://§@github.com/o/r.git now"],
    ["postgres://u:p%40w@db/x and ssh://git@h/y", "postgres://§@db/x and ssh://§@h/y"],
    ["/cb?token=a+b%20c&page=2&api_key=d#x", "/cb?token=§&page=2&api_key=§#x"],
    ["https://h/#access_token=abc&state=1", "https://h/#access_token=§&state=1"],
    ["https://h/o?X-Amz-Signature=ab12&key=k&design=9&auth=z.", "https://h/o?X-Amz-Signature=§&key=§&design=9&auth=§."],
    ["(https://h/?a=1&amp;sig=abc)", "(https://h/?a=1&amp;sig=§)"],
    ["://token='a b'@h", "://§@h"],
    // Schemes
    ["sent Bearer abc, then basic dXNlcjpwYXNz", "sent Bearer §, then basic §"],
    ["Bearer Bearer a.b~c+d/e=", "Bearer Bearer §"],
    ["log\\nBearer abc123", "log\\nBearer §"],
    // Names and values
    ["api_key=abc apiKey: abc; x-api-key:abc", "api_key=§ apiKey: §; x-api-key:§"],
    ['{"password": "a\\"b, c", "n": 1, "secret":7}', '{"password": "§", "n": 1, "secret":§}'],
    ["{'client_secret': 'a b', 'x': 'y'}", "{'client_secret': '§', 'x': 'y'}"],
    ["f(token=abc, user=me) [passwd=x]", "f(token=§, user=me) [passwd=§]"],
    ["OH_SESSION_API_KEYS_0=oh_abc\nDB_PASSWORD=a,b#c", "OH_SESSION_API_KEYS_0=§\nDB_PASSWORD=§"],
    ['token := "abc"; cfg.auth.refresh_token = `x y`', 'token := "§"; cfg.auth.refresh_token = `§`'],
    ["token: Bearer abc next", "token: § next"],
    ["session_api_key='sess_abc' --private-key=k", "session_api_key='§' --private-key=§"],
    ["api_key=SecretStr('abc') credential=a&b=c", "api_key=SecretStr('§') credential=§&b=c"],
    ["token_value: a1, secret2=b2, id_token=c", "token_value: §, secret2=§, id_token=§"],
    // Headers
    ["Cookie: a=b; c=d\r\nHost: h", "Cookie: §\r\nHost: h"],
    ["Set-Cookie: sid=abc; Path=/", "Set-Cookie: §"],
    [`curl -H 'Cookie: a="b"; c' -H "Authorization: Basic x y" h`, `curl -H 'Cookie: §' -H "Authorization: §" h`],
    ['"log": "Authorization: Digest a=b\\nHost: h"', '"log": "Authorization: §\\nHost: h"'],
    ["Cookie:\\nHost: h", "Cookie:\\nHost: h"],
    ["X-Session-API-Key: abc", "X-Session-API-Key: §"],
    [`'ghp_${B20}.Cookie: a' b`, "'§.Cookie: §' b"],
    // Keys in files, whole and cut off
    [`a ${PEM} b`, "a § b"],
    [JSON.stringify({ k: PEM }), '{"k":"§"}'],
    ["-----BEGIN OPENSSH PRIVATE KEY-----\nabc", "§"],
  ])("%j", (text, expected) => {
    expect(redact(text)).toBe(masked(expected));
    expect(redact(masked(expected))).toBe(masked(expected));
  });

  it.each([
    `sk-${B20}`,
    `sk-ant-api03-${B20}_-x`,
    `sk-proj-${B20}`,
    ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"].map((prefix) => prefix + B20),
    ...["xoxb-", "xoxp-", "hf_", "npm_", "gsk_", "tvly-", "ya29.", "sk_live_", "rk_live_", "sk_test_"].map(
      (p) => p + B20,
    ),
    "AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNN7EXAMPLE",
    `AIzaSy${B20}${B20}`,
    JWT,
    "eyJhbGciOiJSU0EifQ.Zm9v.YmFy.YmF6.cXV4", // encrypted
  ])("knows the token %s anywhere, but not inside a word", (token) => {
    expect(redact(token)).toBe(MASK);
    expect(redact(`x "${token}", (${token}) ${token}.\\n${token}`)).toBe(masked('x "§", (§) §.\\n§'));
    expect(redact(`x${token}`)).toBe(`x${token}`);
  });

  it("reads names in JSON that stands in JSON", () => {
    let text = JSON.stringify({ token: 'a"b\\c', note: "x" });
    for (const expected of ['{"token":"§","note":"x"}', '\\"token\\":\\"§\\",\\"note\\"', '\\\\\\"§\\\\\\",']) {
      expect(redact(text)).toContain(masked(expected));
      text = JSON.stringify(text);
    }
  });

  it.each([
    "",
    "the token limit was reached",
    "total_tokens=5 prompt_tokens: 6, max_tokens=7 token_count=8 usage: 9",
    '{"usage": {"total_tokens": 12}, "tokens": 3, "input_cost_per_token": 0.1, "max-token": 4}',
    "author: me, secretary: you, tokenizer=cl100k, keyboard: de, token_type: bearer, secret_name=GH",
    "id: 123e4567-e89b-12d3-a456-426614174000",
    "/home/me/.ssh/token/secret.txt and C:\\password\\x.ts",
    "Basic usage of basic JavaScript, basic end-to-end tests, Basic **ideas**",
    "a Bearer token, Bearer authentication, the bearer of bad news, Bearer **tokens**",
    "if (token == null || secret === x) token => y; Token::new; token://x",
    '{"token": null, "api_key": "", "secret": true, password: string, "cookies": [], "credentials": {}}',
    "https://host/path?page=2&sort=key#top, git@github.com:o/r.git, me@example.com",
    "sk-toggleable__content-label task-12345678 disk-1234567890 hf_hub_download npm_config_registry eyJ.x AKIA",
    "Enter password:\nsecond line",
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text);
  });

  const PIECES = [
    "?&#;=: \t\n\"'`\\.,-_(){}[]<>*@/+~1nx".split(""),
    String.raw`://|https://|\n|\"|:=|token|api_key|key|sig|per_|_value|null|SecretStr(|name|password|secret`.split("|"),
    "Cookie: |authorization:|Bearer |basic |dXNlcjpwYXNz|total_tokens|sk-|sk-abcdefg1|eyJ|eyJa.b.c|ya29.".split("|"),
    [MASK, JWT, `ghp_${B20}`, `hf_${B20}`, "AKIAIOSFODNN7EXAMPLE"],
    ["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"],
  ].flat();

  it("changes nothing when done again", () => {
    const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 16 });
    fc.assert(
      fc.property(text, (pieces) => {
        const once = redact(pieces.join(""));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 20_000 },
    );
  });

  it("leaves no secret in any surroundings", () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,20}$/);
    const name = fc.constantFrom("password", "API_KEY", "x-session-api-key", "clientSecret", "my.refresh_token");
    const form = fc.constantFrom("$n=$s", "$n: $s", '{"$n": "$s"}', "{'$n':'$s'}", "?a=1&$n=$s&b=2", "x $n = `$s` y");
    fc.assert(
      fc.property(secret, name, form, fc.string(), (value, key, pattern, rest) => {
        const text = pattern.replace("$n", key).replace("$s", value);
        expect(redact(text)).toBe(text.replace(value, MASK));
        expect(redact(`${text}\n${rest.replaceAll(value, "")}`)).not.toContain(value);
      }),
    );
  });

  it.each([
    ...String.raw`a|://|sk-|-eyJ|eyJa.|token|token=|token="|token=\"|token="\|cookie:'|'cookie: |-----BEGIN |Bearer `.split(
      "|",
    ),
    ...String.raw`bearer -|\| |{|&a-|&key=|a.|*|@|api_key1|ghp_`.split("|"),
  ])("takes linear time for a megabyte of %j", (piece) => {
    const hostile = piece.repeat(Math.ceil(2 ** 20 / piece.length));
    for (const start of ["", "token=", 'token: "', "https://", "'Cookie: "]) {
      let best = Number.POSITIVE_INFINITY;
      // Time of the processor, and again when it was long: other processes must not count.
      for (let run = 0; run < 4 && best >= 500; run++) {
        const before = process.cpuUsage();
        redact(start + hostile);
        best = Math.min(best, process.cpuUsage(before).user / 1000);
      }
      expect(best).toBeLessThan(500);
    }
  });

  it("does not throw for a text that is too much for the engine", () => {
    expect(["[Unreadable]", `token="${MASK}`]).toContain(redact(`token="${"a".repeat(2 ** 26)}`));
  });
});

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
      usage: { total_tokens: 1, prompt_tokens: 2, model: "m" },
      [MASK]: 1n,
      a: undefined,
    });
    expect(value).toEqual(before);
    expect(Object.keys(copy as object)).toEqual([...Object.keys(value).slice(0, 8), MASK, "a"]);
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
