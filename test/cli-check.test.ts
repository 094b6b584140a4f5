/** `agent-contract check`: two documents, from files and servers, whole and broken. */
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { command, fileOf, folderOfTest, type Outcome } from "./support/command.js";
import { type Scripted, serve } from "./support/http-server.js";
import { SELF_SIGNED } from "./support/self-signed.js";
import { SPEC_FILES, specText } from "./support/spec.js";

const KEY = "planted-key-7f3e9d";
const OURS = readFileSync(SPEC_FILES["1.52.0"], "utf8");
const NEWER = SPEC_FILES["1.58.2"];

const check = (...args: string[]): Promise<Outcome> => command(["check", ...args], { env: { KEY }, patienceMs: 300 });
/** Against a server that gives these answers. */
async function checkServer(...answers: Scripted[]): Promise<Outcome & { readonly url: string }> {
  const { url } = await serve(...answers);
  return { ...(await check("--server", url, "--key-env", "KEY")), url };
}

describe("documents that can be compared", () => {
  test("this package's document against itself: nothing, whatever fails", async () => {
    const { code, out, errors } = await check("--spec", SPEC_FILES["1.52.0"], "--fail-on", "compatible");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toMatch(/^\S+ \(1\.52\.0\) against this package's document \(1\.52\.0\): nothing found; passes$/);
  });

  test("exit code 1 is a matter of --fail-on", async () => {
    expect((await check("--spec", NEWER)).code).toBe(1);
    expect((await check("--spec", NEWER, "--fail-on", "compatible")).code).toBe(1);
    expect((await check("--spec", NEWER, "--fail-on", "never")).code).toBe(0);
    const { out } = await check("--spec", NEWER, "--against", NEWER, "--fail-on", "compatible");
    expect(out).toMatch(/\(1\.58\.2\) against \S+ \(1\.58\.2\): nothing found; passes$/);
  });

  test("YAML is read, and a byte order mark passed over", async () => {
    const yaml = fileOf(stringify(JSON.parse(specText("1.58.2")), { aliasDuplicateObjects: false }), "newer.yaml");
    const [fromYaml, fromJson] = await Promise.all([check("--spec", yaml), check("--spec", NEWER)]);
    expect(fromYaml.out.replaceAll(yaml, NEWER)).toBe(fromJson.out);
    expect((await check("--spec", fileOf(`\uFEFF${OURS}`))).code).toBe(0);
  });

  test("a server is asked for /openapi.json below its address, with the key in a header only", async () => {
    const { url, requests } = await serve({ body: OURS });
    expect((await check("--server", `${url}/base/`, "--key-env", "KEY")).code).toBe(0);
    expect((await check("--server", url)).code).toBe(0);
    expect(requests.map((request) => [request.method, request.url, request.headers["x-session-api-key"]])).toEqual([
      ["GET", "/base/openapi.json", KEY],
      ["GET", "/openapi.json", undefined],
    ]);
  });
});

const EXPECTED = "expected an OpenAPI 3.1 document";
const edited = (
  edit: (document: { components: { schemas: Record<string, unknown> }; openapi: string }) => void,
): string => {
  const document = JSON.parse(OURS) as Parameters<typeof edit>[0];
  edit(document);
  return JSON.stringify(document);
};
const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** What is wrong, its content, and what is said of it. */
const BROKEN: readonly (readonly [string, () => string | Uint8Array, string | RegExp])[] = [
  ["an empty file", () => "", `is empty; ${EXPECTED}`],
  ["blanks", () => " \n\t", `is empty; ${EXPECTED}`],
  ["HTML", () => "\n<!DOCTYPE html>\n<html></html>", `is HTML or XML, not JSON; ${EXPECTED}`],
  [
    "half a document",
    () => OURS.slice(0, OURS.length / 2),
    /^ends too early, in line \d+: half of a document\? Get it anew$/,
  ],
  ["a word too much", () => '{\n"a": 1,\n"b" oops\n}', `is not JSON from line 3 on; ${EXPECTED}`],
  ["a binary file", () => Uint8Array.from({ length: 999 }, (_, index) => index), `is a binary file; ${EXPECTED}`],
  ["text", () => "nothing of use", `is neither JSON nor YAML with fields; ${EXPECTED}`],
  [
    "broken YAML",
    () => "openapi: 3.1.0\npaths: [a,\nb: c",
    /^is neither JSON nor YAML \(line \d+: [A-Z_]+\); expected/,
  ],
  ["YAML that would fill the memory", () => bomb(), `is neither JSON nor YAML with fields; ${EXPECTED}`],
  [
    "OpenAPI 3.0",
    () =>
      edited((document) => {
        document.openapi = "3.0.3";
      }),
    /3\.0\.3.*3\.1/,
  ],
  ["something else", () => '{"name":"package"}', /cannot be compared\. .*openapi.*3\.1/],
  [
    "a cycle of $refs",
    () =>
      edited(({ components: { schemas } }) =>
        Object.assign(schemas, { PauseEvent: refTo("TokenEvent"), TokenEvent: refTo("PauseEvent") }),
      ),
    /cannot be compared\. .*(?:PauseEvent|TokenEvent)/,
  ],
  [
    "a $ref to nowhere",
    () => edited(({ components: { schemas } }) => Object.assign(schemas, { PauseEvent: refTo("Gone") })),
    /cannot be compared\. .*Gone/,
  ],
];
const bomb = (): string =>
  [
    "a0: &a0 [x]",
    ...Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(", ")}]`),
  ].join("\n");

describe("broken input is one clear line, and exit code 2", () => {
  const said = ({ code, out, errors }: Outcome, name: string): string => {
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors.startsWith(`agent-contract: ${name}`), errors).toBe(true);
    expect(errors).not.toMatch(/\n|planted|fault of agent-contract/);
    return errors.slice(`agent-contract: ${name}`.length).replace(/^(?: against this package's document)?: /, "");
  };
  const matches = (text: string, expected: string | RegExp): void =>
    typeof expected === "string" ? expect(text).toBe(expected) : expect(text).toMatch(expected);

  test.each(BROKEN)("%s, as a file", async (_, content, expected) => {
    const file = fileOf(content());
    matches(said(await check("--spec", file), file), expected);
    const pinned = (await check("--spec", NEWER, "--against", file)).errors;
    expect(pinned).toContain(file);
  });

  test.each(BROKEN)("%s, from a server", async (_, content, expected) => {
    const outcome = await checkServer({ body: content() });
    const isFile = outcome.errors.includes("cannot be compared");
    matches(said(outcome, isFile ? outcome.url : `${outcome.url}/openapi.json`), expected);
  });

  test.each([
    [404, "Is this the address of an Agent Server, and is it running?"],
    [401, "Name the variable that holds the session key: --key-env NAME"],
    [403, "Name the variable that holds the session key: --key-env NAME"],
    [500, "Look at the server's log"],
    [302, "The address leads to another one: name that one"],
  ])("a server that answers %s", async (status, advice) => {
    const outcome = await checkServer({ status, body: `<p>${KEY}</p>`, headers: { Location: "/other" } });
    expect(said(outcome, `${outcome.url}/openapi.json`)).toBe(`answered ${status}. ${advice}`);
  });

  test.each([
    ["nothing", { fault: "silent" }, "gave no answer within 0.3 s. Is this the address"],
    ["half an answer", { fault: "stall", body: "{" }, "gave no answer within 0.3 s. Is this the address"],
    ["a reset", { fault: "reset first" }, "cannot be reached (ECONNRESET)"],
    ["something else than HTTP", { raw: "SSH-2.0\r\n" }, "cannot be reached (HPE_INVALID_CONSTANT)"],
  ] as const)("a server that gives %s", async (_, answer, expected) => {
    const outcome = await checkServer(answer);
    expect(said(outcome, `${outcome.url}/openapi.json`)).toContain(expected);
  });

  test("no route, and no such name", async () => {
    expect((await check("--server", "http://127.0.0.1:1", "--key-env", "KEY")).errors).toMatch(
      /^agent-contract: http:\/\/127\.0\.0\.1:1\/openapi\.json: cannot be reached\b.* Is this the address of an Agent Server, and is it running\?$/,
    );
    expect((await check("--server", "http://no-such-host.invalid")).errors).toMatch(
      /cannot be reached \((?:ENOTFOUND|EAI_AGAIN)\)/,
    );
  });

  test("a certificate that nobody has vouched for, and no TLS at all", async () => {
    const server = createServer(SELF_SIGNED, (_, response) => response.end(OURS));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(said(await check("--server", url, "--key-env", "KEY"), `${url}/openapi.json`)).toBe(
      "cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT). Its certificate is not trusted: let NODE_EXTRA_CA_CERTS name a file with that of its authority",
    );
    const plain = (await serve({})).url.replace("http", "https");
    expect((await check("--server", plain)).errors).toContain("It does not speak TLS there");
  });

  test("no such file, and a folder", async () => {
    const folder = folderOfTest();
    expect((await check("--spec", `${folder}/none.json`)).errors).toBe(
      `agent-contract: ${folder}/none.json: no such file or folder`,
    );
    expect(await check("--spec", folder)).toEqual({
      code: 2,
      out: "",
      errors: `agent-contract: ${folder}: is a folder; expected a file`,
    });
  });

  test("a server that sends the key back does not get it printed", async () => {
    const document = edited(({ components: { schemas } }) =>
      Object.assign(schemas, { PauseEvent: { type: KEY, enum: [KEY] } }),
    );
    const answer = document.replace('"version":"1.52.0"', `"version":"${KEY}"`);
    for (const format of ["text", "json", "github", "junit"]) {
      const { url } = await serve({ body: answer });
      const { out, errors } = await check("--server", url, "--key-env", "KEY", "--format", format);
      expect(`${out}${errors}`).not.toContain(KEY);
      expect(out).toContain("**********");
    }
  });
});
