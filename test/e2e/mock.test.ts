/** The application on the mock server in its page. */
import { mockConversationInfo, mockMessage, mockMessageEvent, mockTextContent } from "agent-server-client/mocks";
import axe from "axe-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Chat, openChat } from "./chat.js";
import { type ExampleMock, mockStage } from "./mock-stage.js";
import { SCENARIOS } from "./scenarios.js";
import { openSite, type Site } from "./site.js";

let site: Site;
let chat: Chat;
beforeAll(async () => {
  site = await openSite();
});
afterEach(async () => {
  await chat.close();
});
afterAll(() => site.close());

/** What axe finds wrong with the page as it is now, in short. */
async function violations({ page }: Chat): Promise<string[]> {
  await page.evaluate(axe.source); // past the page's policy, which is not for the tools that look at it
  return page.evaluate(async () => {
    const injected = Reflect.get(globalThis, "axe") as Pick<typeof axe, "run">;
    const { violations: found } = await injected.run(document);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}
describe("on the mock server", () => {
  test.each(Object.keys(SCENARIOS))("%s", async (name) => {
    chat = await openChat(site, "");
    await SCENARIOS[name]?.(mockStage(chat));
    expect(chat.complaints).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("in %s colours", (scheme) => {
  test("nothing is in the way of people who use it otherwise", async () => {
    chat = await openChat(site, "", scheme);
    const stage = mockStage(chat);
    await stage.begin({ asksFirst: true });
    expect(await violations(chat)).toEqual([]);
    await stage.say([{ text: "Look.", reasoning: "Hm.", calls: [{ name: "terminal", arguments: { command: "ls" } }] }]);
    const dialog = chat.page.getByRole("dialog", { name: "Confirm actions" });
    await dialog.waitFor();
    expect(await violations(chat)).toEqual([]);
    await dialog.getByRole("button", { name: "Allow" }).click();
    await expect.poll(() => chat.calls()).toEqual(["ok"]);
    expect(await violations(chat)).toEqual([]);
    await chat.shoot(`chat-${scheme}`);
    expect(chat.complaints).toEqual([]);
  });
});

test("the page's policy allows its own files only: no script in the page, no eval", async () => {
  chat = await openChat(site, "");
  const policy = await chat.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain("unsafe");
  await chat.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.hasRun = true";
    document.head.append(script);
  });
  expect(await chat.page.evaluate(() => "hasRun" in globalThis)).toBe(false);
  expect(chat.complaints.join()).toContain("content security policy: script-src");
});

test("shows a diff, what a command wrote, branches, a card of the page's own tool, and what was used", async () => {
  chat = await openChat(site, "");
  const { page, timeline } = chat;
  await page.getByRole("link", { name: /Fix the sum/ }).click();
  await timeline.locator('[data-sign="+"]').getByText("let sum = 0;").waitFor();
  await timeline.locator('[data-sign="-"]').getByText("let sum = prices[0];").waitFor();
  await timeline.locator(".terminal .output").getByText("41 passed").waitFor();
  await page.getByRole("link", { name: /A name for the book/ }).click();
  await timeline.getByText("Too Bright to Sleep").waitFor();
  await page.getByRole("combobox", { name: "Branch" }).selectOption({ index: 0 });
  await timeline.getByText("Keepers of the Light").waitFor();
  await chat.button("New conversation").click();
  await page.getByText("Nothing has happened yet").waitFor();
  await chat.write("chart");
  await timeline.getByText("Builds per day").waitFor();
  await timeline.getByText("Most builds ran on Thursday.").waitFor();
  await expect.poll(() => page.getByRole("region", { name: "Usage" }).textContent()).not.toMatch(/In\s*0\b/);
  expect(chat.complaints).toEqual([]);
});

test("only what is being written changes in the page while the model writes", async () => {
  chat = await openChat(site, "");
  const stage = mockStage(chat);
  await stage.begin();
  const stream = Array.from({ length: 100 }, (_, index) => `word${index} `);
  await stage.say([{ text: "Before." }]);
  await chat.timeline.getByText("Before.").waitFor();
  await chat.timeline.evaluate((timeline) => {
    const changed: string[] = [];
    Object.assign(globalThis, { changed });
    const rowOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest("[data-event-id], [data-item-id]") ?? null;
    const observer = new MutationObserver((records) => {
      for (const { target } of records) if (rowOf(target)?.matches("[data-event-id]")) changed.push(target.nodeName);
    });
    observer.observe(timeline, { childList: true, characterData: true, attributes: true, subtree: true });
  });
  await stage.say([{ text: stream.join("") }]);
  await chat.timeline.locator("[data-event-id]").getByText("word99").waitFor();
  expect(await chat.page.evaluate(() => Reflect.get(globalThis, "changed") as string[])).toEqual([]);
});

test("a conversation of 2,000 events can be scrolled", async () => {
  chat = await openChat(site, "");
  await mockStage(chat).begin(); // the mock is there
  await chat.page.evaluate(
    (recording) => (Reflect.get(globalThis, "exampleMock") as ExampleMock).replay(recording),
    LONG,
  );
  await chat.goTo(LONG.conversation.id);
  const rows = chat.timeline.locator("[data-event-id]");
  expect(await rows.count()).toBeGreaterThan(1_900);
  await rows.last().getByText("Message 1999").waitFor();
  const frames = await chat.timeline.evaluate(async (timeline) => {
    const times: number[] = [];
    for (let top = timeline.scrollHeight; top > 0; top -= 400) {
      const begun = performance.now();
      timeline.scrollTo({ top, behavior: "instant" });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      times.push((performance.now() - begun) / 2);
    }
    return times.toSorted((a, b) => a - b);
  });
  expect(frames.length).toBeGreaterThan(100);
  await rows.first().getByText("Message 0").waitFor();
  const at = (share: number): string => (frames[Math.floor(share * (frames.length - 1))] ?? 0).toFixed(1);
  console.info(`frames of 2,000 events: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`);
});

/** Every second event is a message of the agent. */
const LONG = {
  conversation: mockConversationInfo({ title: "Long" }),
  rest_search: Array.from({ length: 2_000 }, (_, index) =>
    mockMessageEvent({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      source: index % 2 === 0 ? "user" : "agent",
      llm_message: mockMessage({
        role: index % 2 === 0 ? "user" : "assistant",
        content: [mockTextContent({ text: `Message ${index}. ${"And some more words. ".repeat(index % 20)}` })],
      }),
    }),
  ),
};
