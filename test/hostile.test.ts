import { inspect } from "node:util";
import { parseConversation, parseEvent, parseEventPage, safeParseEvent } from "agent-server-client/schemas";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ContractError, isAgentServerError } from "../src/errors.js";
import { type Fields, goldenEvents, grouped, recordedEvents, recordings } from "./support/corpus.js";
import { errorOf, issuesOf } from "./support/issues.js";
import { placesIn, withAt } from "./support/places.js";

const groups = grouped([...recordedEvents(), ...goldenEvents()]);
const sample = (group: string): Fields => structuredClone(groups.get(group)?.[0] ?? {});
const samples = [...groups.values()].flatMap((events) => events.slice(0, 6));
const conversation = (): Fields => recordings()[0]?.conversation ?? {};
const placesOf = (value: unknown): string[] => issuesOf(value).map(({ path }) => path.join("."));

describe("hostile values", () => {
  const thrower = {
    get kind(): string {
      throw new Error("no");
    },
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error("no");
      },
    },
  );
  const cycle: Fields = { ...sample("MessageEvent") };
  cycle["llm_message"] = cycle;

  it.each([
    ["a throwing getter", thrower],
    ["a revoked proxy", revoked.proxy],
    ["a throwing proxy", trap],
    ["a revoked proxy inside", { ...sample("MessageEvent"), llm_message: revoked.proxy }],
  ])("%s is an issue, not an exception", (_, value) => {
    expect(issuesOf(value)).toEqual([{ path: [], code: "unreadable", message: "the value cannot be read" }]);
  });

  it("a cycle is walked only as deep as the schema goes", () => {
    expect(placesOf(cycle)).toEqual(["llm_message.role"]);
  });

  it("10,000 levels of a recursive schema are an issue, not a stack overflow", () => {
    let condenser: unknown = { kind: "NoOpCondenser" };
    for (let i = 0; i < 10_000; i++) condenser = { kind: "PipelineCondenser", condensers: [condenser] };
    const deep = withAt(conversation(), ["agent", "condenser"], condenser);
    expect(errorOf(() => parseConversation(deep)).issues).toMatchObject([{ code: "unreadable" }]);
    const shallow = { kind: "PipelineCondenser", condensers: [{ kind: "PipelineCondenser", condensers: [7] }] };
    const path = ["agent", "condenser", "condensers", 0, "condensers", 0];
    expect(
      errorOf(() => parseConversation(withAt(conversation(), ["agent", "condenser"], shallow))).issues,
    ).toMatchObject([{ path }]);
  });

  it("a value that is valid only the second time it is read is an issue of its own", () => {
    let reads = 0;
    const event = {
      ...sample("PauseEvent"),
      get id() {
        return reads++ < 1 ? 5 : "id";
      },
    };
    expect(issuesOf(event)).toMatchObject([{ path: [], code: "internal" }]);
  });
});

describe("issues", () => {
  it("are at most 20, and no more of the value is read than they need", () => {
    let reads = 0;
    const block = {
      type: "text",
      get text() {
        reads++;
        return 5;
      },
    };
    const event = withAt(
      sample("MessageEvent"),
      ["llm_message", "content"],
      Array.from({ length: 20_000 }, () => block),
    );
    expect(issuesOf(event)).toHaveLength(20);
    expect(reads).toBeLessThan(100);
  });

  it("are at most 20 also when the last of them have several parts", () => {
    const blocks = [
      ...Array.from({ length: 19 }, () => ({ type: "text", text: 5 })),
      { type: "image", image_urls: Array.from({ length: 30 }, () => 5) },
    ];
    expect(issuesOf(withAt(sample("MessageEvent"), ["llm_message", "content"], blocks))).toHaveLength(20);
  });

  it("of 20,000 broken items are all there, quickly", () => {
    const items = Array.from({ length: 20_000 }, (_, id) => ({ kind: "MessageEvent", id }));
    const begun = performance.now();
    const { failures } = parseEventPage({ items });
    console.log(`20,000 broken items: ${(performance.now() - begun).toFixed(0)} ms`);
    expect(failures).toHaveLength(20_000);
  });

  it("never hold a value of the input", () => {
    const secret = "sk-secret-0123456789";
    const shown = samples.flatMap((event) =>
      [...placesIn(event)].flatMap((place) => {
        const broken = withAt(withAt(event, place, secret), ["id"], { [secret]: secret });
        const parsed = safeParseEvent(broken);
        if (parsed.ok) return [];
        const { error } = parsed;
        return [error.message, error.stack ?? "", String(error), JSON.stringify(error), inspect(error, { depth: 9 })];
      }),
    );
    expect(shown.length).toBeGreaterThan(10_000);
    expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  });
});

describe("ContractError", () => {
  afterEach(() => vi.doUnmock("../src/explain.js"));

  it("has a name, the issues, and a message that lists them", () => {
    const error = errorOf(() => parseEvent({ ...sample("PauseEvent"), id: 5, source: null }));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("ContractError");
    expect(error.message).toBe("Event: id: expected a string, got a number; source: expected a string, got null");
    expect(error.issues.map(({ path, code }) => [path, code])).toEqual([
      [["id"], "invalid_type"],
      [["source"], "invalid_type"],
    ]);
    expect(Object.keys(error)).toEqual(["classification", "issues"]);
    expect(String(error)).toBe(`ContractError: ${error.message}`);
  });

  it("is recognised by isAgentServerError of another copy of the package", async () => {
    vi.resetModules();
    const copy = await import("../src/errors.js");
    expect(copy.ContractError).not.toBe(ContractError);
    expect(copy.isAgentServerError(new ContractError("Event", []))).toBe(true);
    expect(isAgentServerError(new copy.ContractError("Event", []))).toBe(true);
    expect(new copy.ContractError("Event", [])).not.toBeInstanceOf(ContractError);
  });

  it.each([[new Error("x")], [null], [undefined], ["ContractError"], [{ name: "ContractError" }]])(
    "%s is no error of the package",
    (value) => {
      expect(isAgentServerError(value)).toBe(false);
    },
  );

  it("a proxy that throws is no error of the package either", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(isAgentServerError(proxy)).toBe(false);
  });

  it("says so when check and shape disagree", async () => {
    vi.resetModules();
    vi.doMock("../src/explain.js", () => ({ explain: () => [] }));
    const { safeParseEvent: parse } = await import("../src/parse.js");
    const parsed = parse({});
    expect(parsed.ok ? [] : parsed.error.issues).toEqual([
      {
        path: [],
        code: "internal",
        message: "refused, then found valid: the value changes when it is read, or this is a fault of the package",
      },
    ]);
  });
});
