/** Settings of a simulated server: what they become, and what of them is shown. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Json, merged } from "../src/simulator/area-json.js";
import type { Simulator } from "../src/simulator/simulator.js";
import { agent, ask, settingsOf } from "./support/asking.js";
import { server } from "./support/simulated.js";

describe("settings", () => {
  test("a change is merged into them, and null gives a field its default again", () => {
    const simulator = server();
    expect(agent(simulator, { llm: { model: "a/b", num_retries: 2 } }).agent_settings.llm).toMatchObject({
      model: "a/b",
      num_retries: 2,
      timeout: 300,
    });
    expect(agent(simulator, { llm: { num_retries: null } }).agent_settings.llm).toMatchObject({
      model: "a/b",
      num_retries: 5,
    });
    expect(agent(simulator, { llm: null }).agent_settings.llm).toMatchObject({ model: "gpt-5.6" });
  });

  test("what cannot be leaves all as it was", () => {
    const simulator = server();
    const before = settingsOf(simulator);
    const refused = ask(simulator, "PATCH", "/api/settings", {
      agent_settings_diff: { llm: { model: "a/b" } },
      conversation_settings_diff: { max_iterations: 0 },
      misc_settings_diff: { a: 1 },
    });
    expect(refused).toMatchObject({ status: 422, body: { detail: "Settings validation failed" } });
    expect(settingsOf(simulator)).toEqual(before);
  });

  test("the merge is that of RFC 7386 once nulls are taken at every level", () => {
    const value = fc.letrec((tie) => ({
      object: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("any"), { maxKeys: 3 }),
      any: fc.oneof({ depthSize: "small" }, fc.integer(), fc.constant(null), fc.constant([1]), tie("object")),
    }));
    fc.assert(
      fc.property(value.object as fc.Arbitrary<Json>, value.object as fc.Arbitrary<Json>, (base, patch) => {
        const once = merged(base, patch, true);
        // A new object is taken as it is, nulls included: the server's way, not the RFC's
        expect(withoutNulls(once)).toEqual(withoutNulls(reference(base, patch) as Json));
      }),
    );
  });

  test("the time in them is the server's", () => {
    const simulator = server();
    simulator.wind(1500);
    expect(settingsOf(simulator).agent_settings.agent_context["current_datetime"]).toBe("2026-01-01T00:00:01.500000Z");
  });
});

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** As the RFC has it. */
function reference(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = reference(result[name], value);
  }
  return result;
}

function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const fields = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutNulls(inner)]));
}

describe("secrets in settings and profiles", () => {
  const SECRET = "s3cr3t-of-the-test";

  /** A server with the secret everywhere it can be. */
  function furnished(): Simulator {
    const simulator = server();
    const llm = { model: "m", api_key: SECRET, aws_secret_access_key: SECRET, aws_session_token: SECRET };
    agent(simulator, { llm, verification: { critic_api_key: SECRET } });
    const server1 = { url: "http://h", headers: { A: SECRET }, auth: { strategy: "bearer", value: SECRET } };
    ask(simulator, "POST", "/api/settings/mcp/one", server1);
    ask(simulator, "POST", "/api/settings/mcp/two", { command: "x", env: { A: SECRET } });
    ask(simulator, "PUT", "/api/settings/secrets", { name: "A", value: SECRET });
    ask(simulator, "POST", "/api/profiles/p", { llm });
    ask(simulator, "POST", "/api/llm/provider-connections", { display_name: "n", api_key: SECRET });
    ask(simulator, "POST", "/api/meta-profiles/m", { classifier_model: "p", classes: [] });
    ask(simulator, "POST", "/api/agent-profiles/a", {
      llm_profile_ref: "p",
      meta_profile_ref: "m",
      enable_classify_and_switch_llm_tool: true,
    });
    return simulator;
  }

  test("none is shown unless it is asked for", () => {
    const simulator = furnished();
    const asked = ["settings", "settings/secrets", "profiles", "profiles/p", "llm/provider-connections"];
    const answers = asked.map((path) => ask(simulator, "GET", `/api/${path}`));
    const more = ["agent-profiles/a/materialize", "profiles/p/activate"];
    answers.push(...more.map((path) => ask(simulator, "POST", `/api/${path}`, {})));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(({ body }) => JSON.stringify(body).includes(SECRET))).toEqual([]);
    expect(JSON.stringify(answers.map(({ body }) => body)).split('"**********"').length).toBeGreaterThan(10);
  });

  test("in plain text they are as they were, encrypted they can be sent back", () => {
    const simulator = furnished();
    expect(settingsOf(simulator, "plaintext").agent_settings.llm).toMatchObject({ api_key: SECRET });
    const { api_key } = settingsOf(simulator, "encrypted").agent_settings.llm;
    expect(api_key).toMatch(/^gAAAAA/);
    ask(simulator, "POST", "/api/profiles/copy", { llm: { model: "m", api_key } });
    const copy = ask(simulator, "GET", "/api/profiles/copy", undefined, { "x-expose-secrets": "plaintext" });
    expect(copy.body).toMatchObject({ api_key_set: true, config: { api_key: SECRET } });
  });

  test("one that is sent back hidden is gone", () => {
    const simulator = furnished();
    expect(agent(simulator, { llm: { api_key: "**********" } }).llm_api_key_is_set).toBe(false);
  });

  test("a secret's value is text", () => {
    const answer = ask(furnished(), "GET", "/api/settings/secrets/A");
    expect(answer).toMatchObject({ headers: { "content-type": "text/plain; charset=utf-8" }, body: SECRET });
  });
});
