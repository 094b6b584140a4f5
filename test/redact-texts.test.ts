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
    ["postgres://u:p/w@host/db redis://:a/b@x:c@h", "postgres://§@host/db redis://§@h"],
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
    // Flags of commands
    ["x --api-key abcd1234 --password hunter2", "x --api-key § --password §"],
    ["--token=abc --token abc --pass 'a b' --secret --v", "--token=§ --token § --pass '§' --secret --v"],
    ["--env TOKEN=abc --password letmein deploy now", "--env TOKEN=§ --password § deploy now"],
    ["curl -u user:pass123 https://x", "curl -u user:§ https://x"],
    [`curl --user 'me:pw' -u "me:pw" x`, `curl --user 'me:§' -u "me:§" x`],
    ['"curl -u \\"me:p/w@x\\""', '"curl -u \\"me:§\\""'],
    // Short names
    ["DB_PASS=abc123 db_pass=a smtpPass: b", "DB_PASS=§ db_pass=§ smtpPass: §"],
    ["MYSQL_PWD=abc Server=a;Pwd=b; dbPwd: c", "MYSQL_PWD=§ Server=a;Pwd=§; dbPwd: §"],
    ['{"pass": "abc"} pass=abc', '{"pass": "§"} pass=§'],
    ["API KEY: abc and the api key = x", "API KEY: § and the api key = §"],
    ["**Password:** hunter2", "**Password:** §"],
    // Tags
    ["<password>abc d</password><token>x</token>", "<password>§</password><token>§</token>"],
    ["<secret>\n  a'b\n</secret> <api_key>k", "<secret>§</secret> <api_key>k"],
    ['<token>secret="<"</token>', "<token>§</token>"],
    // Words which are passwords
    ["password: hunter2 password: hunter", "password: § password: §"],
    ["password: swordfish for the admin", "password: § for the admin"],
    ["password: must", "password: §"],
    ["password=the x", "password=§ x"],
    ["password=abc(def1", "password=§"],
    ["token = a1(b)", "token = §)"],
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
    ...[
      "xoxb-",
      "xoxp-",
      "hf_",
      "npm_",
      "gsk_",
      "tvly-",
      "ya29.",
      "sk_live_",
      "rk_live_",
      "sk_test_",
      "xai-",
      "dop_v1_",
    ].map((p) => p + B20),
    "AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNN7EXAMPLE",
    `AIzaSy${B20}${B20}`,
    `SG.${B20}.${B20}`,
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
    "next_page_token=abc page_token: x ?page_token=abc pageToken=y",
    "def f(token: str, secret: bytes, password: SecretStr), token: Optional[str]",
    "const token = getToken(), token = await getToken(id), f(token=get()), new_token = os.environ['X']",
    "credentials: include, { credentials: 'same-origin' }",
    "authorization: required",
    "The password: must be 8 characters, api key: the one of **x**, **Token:** is long",
    "the --token flag, or --token and --password to log in, `--token` as <token> <password> [options]",
    "PWD=/home OLDPWD=/x process.env.PWD=/y --pwd /z",
    "--- PASS: TestX (0.00s), PASS: a, bypass=a, compass: north",
    "docker run -u 1000:1000 a, git push -u origin a:b, scan -u https://host:80/",
    "http://localhost:4873/@types/node and http://[::1]:80/@x",
  ])("leaves %j alone", (text) => {
    expect(redact(text)).toBe(text);
  });
});
