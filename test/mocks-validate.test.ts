/** What the mocks refuse: as the real server does, case by case. */
import { describe, expect, it } from "vitest";
import { OPERATIONS, type OperationId } from "../src/generated/operations.js";
import { REQUESTS, type Rule } from "../src/generated/requests.js";
import { looksForConversationFirst, type RequestParts, validateRequest } from "../src/mocks/validate.js";
import type { FastApiIssue } from "../src/mocks/validate-issue.js";
import { checkValue } from "../src/mocks/validate-value.js";
import { jsonFault } from "../src/simulator/json-fault.js";
import { recordedVerdicts, type Verdict } from "./live/invalid-requests.js";
import { randomFrom, seedOfRun } from "./support/random.js";

const ID = "0b6d9b1e-6e3c-4a51-9a5e-0a1b2c3d4e5f";

function partsOf({ path = {}, query = "", body, text, form }: Verdict): RequestParts {
  const known = Object.entries(path).map(([name, value]) => [name, value.replace("CONVERSATION", ID)]);
  const parts = { path: Object.fromEntries(known) as Record<string, string>, query: new URLSearchParams(query) };
  if (form) {
    const data = new FormData();
    for (const [name, { text: value, file }] of Object.entries(form)) data.set(name, file ? new Blob([value]) : value);
    return { ...parts, form: data };
  }
  if (text) return { ...parts, text: text.text, contentType: text.type };
  return body === undefined ? parts : { ...parts, text: JSON.stringify(body), contentType: "application/json" };
}

const verdicts = recordedVerdicts();
/** Of settings as a whole the server says more: the value that is wrong, and where to read on. */
const isApproximate = ({ name }: Verdict): boolean => name.startsWith("start_conversation: settings ");
const places = (issues: unknown): object[] => (issues as FastApiIssue[]).map(({ type, loc }) => ({ type, loc }));
const json = (text: unknown): Partial<RequestParts> => ({
  text: JSON.stringify(text),
  contentType: "application/json",
});
const validate = (operation: OperationId, parts: Partial<RequestParts>): ReturnType<typeof validateRequest> =>
  validateRequest(operation, { path: { conversation_id: ID, name: "a" }, query: new URLSearchParams(), ...parts });

/** Places do not come in the order of the document, which is not the server's. */
const sorted = (issues: unknown): string[] => (issues as readonly object[]).map((issue) => ordered(issue)).sort();
const ordered = (value: object): string => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

describe("requests that 1.52.0 was asked", () => {
  it("are many, of all sorts, each with a name of its own", () => {
    expect(verdicts.length).toBeGreaterThan(350);
    expect(new Set(verdicts.map(({ name }) => name)).size).toBe(verdicts.length);
    const types = verdicts.flatMap(({ detail = [] }) =>
      (detail as { readonly type: string }[]).map(({ type }) => type),
    );
    expect(new Set(types).size).toBeGreaterThan(25);
  });

  it.each(verdicts.filter(({ status }) => status === 422))("$name: refused, every issue word for word", (verdict) => {
    const { refused, failure } = validateRequest(verdict.operation, partsOf(verdict));
    expect(failure).toBeUndefined();
    if (isApproximate(verdict)) expect(sorted(places(refused))).toEqual(sorted(places(verdict.detail)));
    else expect(sorted(refused)).toEqual(sorted(verdict.detail));
  });

  it.each(verdicts.filter(({ status }) => status === 500))("$name: the server breaks over it", (verdict) => {
    const { refused, failure } = validateRequest(verdict.operation, partsOf(verdict));
    expect({ refused, failure }).toEqual({ refused: [], failure: verdict.exception });
  });

  it.each(verdicts.filter(({ status }) => status < 300))("$name: taken", (verdict) => {
    const { refused, failure } = validateRequest(verdict.operation, partsOf(verdict));
    expect({ refused, failure }).toEqual({ refused: [], failure: undefined });
  });

  it("are refused after the conversation is looked for, where that is done first", () => {
    const unknown = verdicts.filter(({ status }) => status === 404);
    const refused = unknown.filter(
      (verdict) => validateRequest(verdict.operation, partsOf(verdict)).refused.length > 0,
    );
    expect(refused.map(({ name }) => name)).toEqual(["send_message: a role to nobody"]);
    expect(refused.every(({ operation }) => looksForConversationFirst(operation))).toBe(true);
    const first = (Object.keys(OPERATIONS) as OperationId[]).filter(looksForConversationFirst);
    expect(first).toEqual(expect.arrayContaining(["search_conversation_events", "git_diff_query_for_conversation"]));
    expect(first).not.toContain("update_conversation");
  });
});

describe("what only the types refuse", () => {
  const start = { workspace: { kind: "LocalWorkspace", working_dir: "project" }, agent: { llm: { model: "m" } } };

  it("an agent without kind: the server takes it", () => {
    const { refused, undeclared } = validate("start_conversation", json(start));
    expect(refused).toEqual([]);
    expect(undeclared).toEqual([
      { path: ["body", "agent", "kind"], code: "invalid_union", message: "not what the types of this request allow" },
    ]);
  });

  it("a parameter that nobody knows", () => {
    const { refused, undeclared } = validate("search_conversations", {
      query: new URLSearchParams("nobody=1&limit=5"),
    });
    expect(refused).toEqual([]);
    expect(undeclared.map(({ path }) => path)).toEqual([["query", "nobody"]]);
  });

  it("a number as text, where the server reads it", () => {
    const given = { ...start, agent: { ...start.agent, kind: "Agent" }, max_iterations: "7" };
    expect(validate("start_conversation", json(given)).undeclared.map(({ path }) => path)).toEqual([
      ["body", "max_iterations"],
    ]);
  });

  it("nothing of a request that is as it should be, and its body comes back as it was", () => {
    const agent = { kind: "Agent", llm: { model: "m", api_key: "k" } };
    const body = { ...start, agent };
    expect(validate("start_conversation", json(body))).toEqual({ refused: [], undeclared: [], body });
    expect(validate("materialize_agent_profile", json(null))).toEqual({ refused: [], undeclared: [], body: null });
    expect(validate("fork_conversation", {})).toEqual({ refused: [], undeclared: [] });
    const form = new FormData();
    form.set("file", new Blob(["x"]));
    const query = new URLSearchParams({ path: "/a" });
    expect(validate("upload_file_query", { query, form })).toEqual({ refused: [], undeclared: [] });
  });
});

describe("an issue", () => {
  it("shows no secret", () => {
    const llm = { api_key: "hidden", model: "" };
    const mcp_config = { a: { env: { PLAIN: "hidden" }, url: 5 } };
    const given = { llm, mcp_config, other: ["seen"] };
    const { refused } = validate("start_conversation", json({ agent: { kind: "Agent", ...given } }));
    expect(refused.length).toBeGreaterThan(0);
    const text = JSON.stringify(refused);
    expect(text).not.toContain("hidden");
    expect(text).toContain("<redacted>");
    expect(text).toContain("seen");
  });
});

describe("a list of things", () => {
  const issuesOf = (rule: Rule, value: unknown): readonly FastApiIssue[] => {
    const findings = { issues: [] };
    checkValue(rule, value, { loc: [], isBody: true, findings });
    return findings.issues;
  };
  const pair: Rule = { is: "tuple", items: [{ is: "str" }, { is: "int" }] };

  it.each([
    [{ is: "list", items: pair, max: 1 }, [["a", 1]], []],
    [
      { is: "list", items: pair, max: 1 },
      [[], []],
      ["too_long List should have at most 1 item after validation, not 2"],
    ],
    [pair, ["a", 1, 2], ["too_long Tuple should have at most 2 items after validation, not 3"]],
    [pair, ["a"], ["missing Field required"]],
    [pair, [5, 1], ["string_type Input should be a valid string"]],
  ] as const)("%j: of %j it says %j", (rule, value, said) => {
    expect(issuesOf(rule, value).map(({ type, msg }) => `${type} ${msg}`)).toEqual(said);
  });
});

describe("any request", () => {
  it("has a rule, and no value makes the rules throw", () => {
    const values = [null, true, 5, 1.5, "x", "", [], [null], {}, { kind: "X" }, { kind: 5 }, { a: { b: [{}] } }];
    for (const id of Object.keys(OPERATIONS) as OperationId[]) {
      expect(REQUESTS[id], id).toBeDefined();
      for (const value of values) expect(() => validate(id, json(value))).not.toThrow();
    }
  });

  it("that starts a conversation is looked at to its depths, whatever is in it", () => {
    const random = randomFrom(seedOfRun());
    const odd = [null, true, 5, "x", [], {}, [{}], { kind: "Agent" }, { kind: "NoOpCondenser" }];
    const fields = ["agent", "workspace", "tags", "secrets", "hook_config", "security_analyzer", "initial_message"];
    const inner = ["llm", "tools", "condenser", "critic", "mcp_config", "agent_context", "system_prompt_kwargs"];
    for (let i = 0; i < 2_000; i++) {
      const agent = { kind: "Agent", llm: { model: "m" }, [random.pick(inner)]: random.pick(odd) };
      const body = { workspace: { working_dir: "a" }, agent, [random.pick(fields)]: random.pick(odd) };
      const { refused, failure } = validate("start_conversation", json(body));
      expect(refused.length === 0 || failure === undefined).toBe(true);
      expect(refused.every(({ loc }) => loc[0] === "body")).toBe(true);
    }
  });
});

describe("a text", () => {
  it("has a fault exactly when JSON.parse finds one", () => {
    const random = randomFrom(seedOfRun());
    const signs = Array.from('{}[]",:\\u12 0.e-+tn\n');
    let faults = 0;
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from('{"a": [1, -2.5e3, "b\\n\\u00e9"], "c": {"d": null, "e": true}}');
      for (let changes = random.below(3); changes > 0; changes--) {
        text.splice(random.below(text.length), random.below(2), ...(random.chance(0.5) ? [random.pick(signs)] : []));
      }
      const joined = text.join("");
      const fault = jsonFault(joined);
      if (fault) faults++;
      expect(fault === undefined, joined).toBe(isJson(joined));
    }
    expect(faults).toBeGreaterThan(2_000);
  });

  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
});
