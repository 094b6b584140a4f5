/** The scripted model, asked as a server asks it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatMessage, type Model, startModel, stepFor } from "./live/model.js";
import { FAILURES, messageOf, type Step, scriptIn, TURNS, terminal } from "./live/script.js";

let model: Model;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

const user = (content: string): ChatMessage => ({ role: "user", content });
const ask = (steps: readonly Step[], more: object = {}): Promise<Response> =>
  fetch(`${model.url}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [user(messageOf(steps))], tools: [], prompt_cache_key: "c", ...more }),
  });

interface Choice {
  readonly message?: Record<string, unknown>;
  readonly delta?: { content?: string; reasoning_content?: string; tool_calls?: { function: { arguments: string } }[] };
  readonly finish_reason?: string | null;
}

async function chunks(response: Response): Promise<{ choices: Choice[]; usage?: object }[]> {
  const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
  expect(lines.at(-1)).toBe("data: [DONE]");
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)) as { choices: Choice[] });
}

describe("the scripted model", () => {
  test("answers whole, with calls, and remembers who asked what", async () => {
    const response = await ask([{ text: "Both.", calls: [terminal("a"), terminal("b")], reasoning: "Why not." }]);
    const { choices } = (await response.json()) as { choices: Choice[] };
    expect(choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: { content: "Both.", reasoning_content: "Why not.", tool_calls: [{ index: 0 }, { index: 1 }] },
    });
    expect(model.requestsOf("c").at(-1)?.messages).toHaveLength(1);
    expect(model.requestsOf("another")).toEqual([]);
  });

  test("streams reasoning, text, calls in halves, and the usage when it is asked for", async () => {
    const step = { text: "One two.", reasoning: "Three four.", calls: [terminal("five")] };
    const parts = await chunks(await ask([step], { stream: true, stream_options: { include_usage: true } }));
    const deltas = parts.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta ?? []));
    const joined = (read: (delta: (typeof deltas)[number]) => string | undefined): string =>
      deltas.map((delta) => read(delta) ?? "").join("");
    expect(joined(({ content }) => content)).toBe("One two.");
    expect(joined(({ reasoning_content }) => reasoning_content)).toBe("Three four.");
    const args = joined(({ tool_calls }) => tool_calls?.[0]?.function.arguments);
    expect(JSON.parse(args)).toEqual(terminal("five").arguments);
    expect(parts.at(-1)?.usage).toMatchObject({ completion_tokens: expect.any(Number) });
    expect(parts.at(-2)?.choices[0]?.finish_reason).toBe("tool_calls");
  });

  test.each(Object.entries(FAILURES).filter(([name]) => name !== "cut"))(
    "fails as a provider does: %s",
    async (_, step) => {
      const response = await ask([step]);
      expect({ status: response.status, ...((await response.json()) as object) }).toEqual(step);
    },
  );

  test("breaks off in the middle, streamed or not", async () => {
    for (const stream of [true, false]) {
      const response = await ask([FAILURES.cut], { stream });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    }
  });

  test("takes step by step of the last script, then is done, and tells a condenser a summary", () => {
    const messages: ChatMessage[] = [user(messageOf(TURNS.text)), user(`${messageOf(TURNS.think)} more`)];
    const next = (): Step => stepFor({ messages, tools: [] });
    for (const step of [...TURNS.think, { text: "Done." }]) {
      expect(next()).toEqual(step);
      messages.push({ role: "assistant", content: "" }, { role: "tool", content: "" });
    }
    expect(stepFor({ messages })).toMatchObject({ text: expect.stringContaining("summary") });
  });

  test("an endless script goes on with other numbers", () => {
    const messages: ChatMessage[] = [user(messageOf(TURNS.loop)), ...Array<ChatMessage>(7).fill({ role: "assistant" })];
    expect(stepFor({ messages, tools: [] })).toMatchObject({ calls: [{ arguments: { command: "echo round 7" } }] });
  });

  test("a script is read from a message whose parts were joined, and from no other", () => {
    expect(scriptIn(`before\n${messageOf(TURNS.text)}\nafter`)).toEqual(TURNS.text);
    expect(scriptIn("no script")).toBeUndefined();
  });

  test("knows no other path", async () => {
    expect((await fetch(`${model.url}/models`)).status).toBe(404);
  });
});
