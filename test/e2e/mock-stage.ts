/** The mock server in the page, told what to do. */
import type { MockAgentServer, Turn } from "agent-server-client/mocks";
import type { Step } from "../live/script.js";
import type { Chat } from "./chat.js";
import type { Logged, Stage } from "./scenarios.js";

/** What the application has in the global `exampleMock`. */
export type ExampleMock = Pick<MockAgentServer, "closeSockets" | "emit" | "replay" | "script">;

/** What a live model is told to do, as the mock is told. */
function turnOf(step: Step): Turn {
  if ("error" in step) return { error: { code: CODES[step.status] ?? "LLMError", detail: step.error.message } };
  if (!("calls" in step))
    return { text: step.text, ...(step.reasoning ? { reasoning: step.reasoning } : {}), stream: true };
  const calls = step.calls.map(({ name, arguments: given }) => {
    const command = typeof given === "string" ? given : String(given["command"]);
    const [, seconds] = /^sleep (\d+)$/.exec(command) ?? [];
    return {
      tool: name,
      arguments: given,
      result: command.replace(/^echo /, ""),
      durationMs: 1000 * Number(seconds ?? 0),
    };
  });
  return { text: step.text ?? "", reasoning: step.reasoning ?? "", calls };
}
const CODES: Readonly<Record<number, string>> = { 401: "LLMAuthenticationError", 503: "LLMServiceUnavailableError" };

/** The scenarios' stage over a page on the mock. */
export function mockStage(chat: Chat): Stage {
  const { page } = chat;
  return {
    chat,
    async begin({ asksFirst = false } = {}) {
      const id = await page.evaluate(
        async (confirmation_policy) => {
          const answer = await fetch(`${location.origin}/agent/api/conversations`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({
              agent: { kind: "Agent", llm: { model: "openai/gpt-5.5" }, tools: [{ name: "terminal" }] },
              workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
              confirmation_policy,
            }),
          });
          return ((await answer.json()) as { id: string }).id;
        },
        { kind: asksFirst ? "AlwaysConfirm" : "NeverConfirm" },
      );
      await chat.goTo(id);
      return id;
    },
    async say(steps) {
      await page.evaluate(
        (turns) => (Reflect.get(globalThis, "exampleMock") as ExampleMock).script(turns),
        steps.map(turnOf),
      );
      await chat.write("Please.");
    },
    dropSockets: () =>
      page.evaluate(() => (Reflect.get(globalThis, "exampleMock") as ExampleMock).closeSockets(1006, "")),
    log: (id) =>
      page.evaluate(async (conversation) => {
        const log: Logged[] = [];
        for (let next: string | null = ""; next !== null; ) {
          const query: string = next === "" ? "" : `&page_id=${next}`;
          const answer = await fetch(
            `${location.origin}/agent/api/conversations/${conversation}/events/search?limit=100${query}`,
          );
          const page = (await answer.json()) as { items: Logged[]; next_page_id: string | null };
          log.push(...page.items.map(({ id: eventId, kind }) => ({ id: eventId, kind })));
          next = page.next_page_id;
        }
        return log;
      }, id),
  };
}
