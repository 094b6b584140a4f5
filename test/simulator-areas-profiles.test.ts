/** Profiles of a simulated server, and which requests are for settings, profiles and files at all. */
import { describe, expect, test } from "vitest";
import type { SimulatedAnswer } from "../src/simulator/answers.js";
import type { Json } from "../src/simulator/area-json.js";
import type { Simulator } from "../src/simulator/simulator.js";
import { agent, ask, change, settingsOf } from "./support/asking.js";
import { server } from "./support/simulated.js";

describe("profiles", () => {
  test("an active one is the agent's model, with the key of its connection", () => {
    const simulator = server();
    const made = ask(simulator, "POST", "/api/llm/provider-connections", {
      display_name: "n",
      api_key: "k",
      base_url: "u",
    });
    const { id } = made.body as { readonly id: string };
    ask(simulator, "POST", "/api/profiles/p", { llm: { model: "a/b", api_key: "own", provider_connection_id: id } });
    ask(simulator, "POST", "/api/profiles/p/activate");
    expect(settingsOf(simulator, "plaintext")).toMatchObject({
      agent_settings: { llm: { model: "a/b", api_key: "k", base_url: "u", provider_connection_id: id } },
      llm_api_key_is_set: true,
      active_profile: "p",
    });
  });

  test.each([
    ["profiles", { llm: { model: "m" } }, "Profile limit reached (50). Delete a profile before saving a new one."],
    [
      "meta-profiles",
      { classifier_model: "m" },
      "Meta-profile limit reached (50). Delete a meta-profile before saving a new one.",
    ],
  ])("there are no more than 50 %s, but each can be saved again", (kind, body, detail) => {
    const simulator = server();
    const save = (name: string): SimulatedAnswer => ask(simulator, "POST", `/api/${kind}/${name}`, body);
    const statuses = Array.from({ length: 50 }, (_, at) => save(`p${at}`).status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(save("more")).toMatchObject({ status: 409, body: { detail } });
    expect(save("p0").status).toBe(201);
  });

  test("the first agent profile is made of the settings, and their model gets a profile if it has a key", () => {
    const simulator = server();
    agent(simulator, { llm: { model: "a/b", api_key: "k" }, persona: "p", tools: [{ name: "terminal" }] });
    const listed = ask(simulator, "GET", "/api/agent-profiles").body as { readonly active_agent_profile_id: string };
    expect(listed).toMatchObject({ profiles: [{ id: listed.active_agent_profile_id, name: "default" }] });
    expect(ask(simulator, "GET", "/api/agent-profiles/default").body).toMatchObject({
      profile: { persona: "p", tools: [{ name: "terminal", params: {} }], llm_profile_ref: "default" },
    });
    const fresh = server();
    ask(fresh, "GET", "/api/agent-profiles");
    expect(ask(fresh, "GET", "/api/profiles").body).toMatchObject({ profiles: [] });
    expect(ask(simulator, "GET", "/api/profiles").body).toMatchObject({
      profiles: [{ name: "default", model: "a/b" }],
    });
  });
});

describe("an agent that is not the server's own", () => {
  const acp = (): Simulator => {
    const simulator = server();
    ask(simulator, "POST", "/api/profiles/p", { llm: { model: "a/b" } });
    ask(simulator, "POST", "/api/meta-profiles/m", { classifier_model: "p" });
    ask(simulator, "POST", "/api/meta-profiles/m/activate");
    ask(simulator, "POST", "/api/settings/mcp/one", { command: "x" });
    agent(simulator, { agent_kind: "acp", mcp_config: { one: { command: "x" } } });
    return simulator;
  };

  test("has no model and routes nothing", () => {
    const simulator = acp();
    expect(settingsOf(simulator)).toMatchObject({ active_meta_profile: null, agent_settings: { agent_kind: "acp" } });
    expect(ask(simulator, "POST", "/api/profiles/p/activate").body).toEqual({
      name: "p",
      message: "Profile 'p' activated",
      llm_applied: false,
    });
    expect(change(simulator, { active_profile: "p" }).agent_settings).not.toHaveProperty("llm");
    ask(simulator, "POST", "/api/meta-profiles/m/activate");
    expect(settingsOf(simulator)).toMatchObject({ active_profile: "p", active_meta_profile: null });
  });

  test("goes with its active profile, and the MCP servers stay", () => {
    const simulator = acp();
    expect(ask(simulator, "GET", "/api/agent-profiles").body).toMatchObject({ profiles: [{ agent_kind: "acp" }] });
    ask(simulator, "DELETE", "/api/agent-profiles/default");
    expect(settingsOf(simulator)).toMatchObject({
      active_agent_profile_id: null,
      agent_settings: { agent_kind: "openhands", mcp_config: { one: { command: "x", enabled: true } } },
    });
  });
});

describe("which requests are for the areas", () => {
  test("conversations and commands are not", () => {
    const simulator = server();
    const paths = ["/api/conversations/search", "/api/bash/bash_events/search", "/api/nowhere", "/api/file/nowhere"];
    expect(paths.map((path) => ask(simulator, "GET", path).status)).toEqual([200, 200, 404, 404]);
  });

  test("another method is refused with what is allowed", () => {
    expect(ask(server(), "DELETE", "/api/settings/secrets")).toMatchObject({ status: 405, headers: { allow: "GET" } });
  });

  test("the same seed gives the same ids, another gives others", () => {
    const id = (seed: number): unknown =>
      (ask(server({ seed }), "GET", "/api/agent-profiles").body as Json)["active_agent_profile_id"];
    expect(id(1)).toBe(id(1));
    expect(id(1)).not.toBe(id(2));
  });
});
