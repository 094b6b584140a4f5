/** What users do at odd moments, and what agents send that nobody expects: nothing is lost, nobody is lost. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Chat, openChat } from "./chat.js";
import { type ExampleMock, mockStage } from "./mock-stage.js";
import { openSite, type Site } from "./site.js";

const BASKET = "00000000-0000-4000-8000-00000000a001";
const BOOK = "00000000-0000-4000-8000-00000000a002";

let site: Site;
let chat: Chat;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => chat.close());
afterAll(() => site.close());

const open = async (query = ""): Promise<void> => {
  chat = await openChat(site, query);
};

type Held = typeof globalThis & { readonly release: () => void };

/** What the page asks there is answered when it is released: with this status, or as the server does. */
const hold = (path: string, status?: number): Promise<void> =>
  chat.page.evaluate(
    ([end, refused]) => {
      const { fetch } = globalThis;
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const held = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
        const [request] = asked;
        if (!(request instanceof Request) || request.method !== "POST" || !request.url.endsWith(end))
          return fetch(...asked);
        const answer = refused === undefined ? await fetch(request) : new Response("{}", { status: refused });
        await released;
        return answer;
      };
      Object.assign(globalThis, { fetch: held, release: () => Object.assign(globalThis, { fetch }) && release() });
    },
    [path, status] as const,
  );
const release = (): Promise<void> => chat.page.evaluate(() => (globalThis as Held).release());
const emit = (id: string, event: object): Promise<void> =>
  chat.page.evaluate(
    ([conversation, sent]) => {
      const exampleMock = Reflect.get(globalThis, "exampleMock") as ExampleMock;
      exampleMock.emit(conversation, JSON.parse(sent));
    },
    [id, JSON.stringify(event)] as const,
  );
const draft = (): Promise<string> => chat.composer.inputValue();
const isFocused = (name: "composer" | "events"): Promise<void> => {
  const place = name === "composer" ? chat.composer : chat.page.getByRole("region", { name: "Events" });
  return expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
};

describe("what is written", () => {
  test("comes back when it cannot be sent, and what was written meanwhile stays; retry sends it and takes it away", async () => {
    await open();
    await mockStage(chat).begin();
    await hold("/events", 503);
    await chat.write("first");
    await chat.composer.fill("second");
    await release();
    await chat.alert.getByText("The service is not available now.").waitFor();
    await expect.poll(draft).toBe("first\nsecond");
    await chat.button("Retry").click();
    await chat.timeline.getByText("first", { exact: true }).waitFor();
    await expect.poll(draft).toBe("second");
  });

  test("stays with its conversation while another one is shown, also when it could not be sent there", async () => {
    await open();
    await chat.goTo(BASKET);
    await hold("/events", 503);
    await chat.write("for the basket");
    await chat.goTo(BOOK);
    await release();
    expect(await draft()).toBe("");
    await chat.composer.fill("for the book");
    await chat.goTo(BASKET);
    await expect.poll(draft).toBe("for the basket");
    await chat.goTo(BOOK);
    expect(await draft()).toBe("for the book");
  });

  test("goes to the new conversation after one was begun, and never to the one before", async () => {
    await open();
    await chat.goTo(BASKET);
    const before = await chat.shown();
    await hold("/api/conversations");
    await chat.button("New conversation").click();
    await chat.page.keyboard.type("too early");
    await release();
    await expect.poll(() => chat.page.url()).not.toContain(BASKET);
    await isFocused("composer");
    await chat.page.keyboard.type("hello\n");
    await chat.timeline.getByText("hello", { exact: true }).waitFor();
    await chat.goTo(BASKET);
    expect(await chat.shown()).toEqual(before);
  });
});

describe("by keyboard", () => {
  test("the focus goes where the next thing is to be done when its button goes away", async () => {
    await open();
    await chat.page.setViewportSize({ width: 900, height: 480 });
    await chat.goTo(BASKET);
    const events = chat.page.getByRole("region", { name: "Events" });
    await events.focus();
    await chat.page.keyboard.press("Home");
    await chat.button("Jump to newest").press("Enter");
    await isFocused("events");
    await chat.button("Ask differently").first().press("Enter");
    await isFocused("composer");
    expect(await draft()).toContain("The sum of the basket");

    await chat.composer.fill("wait");
    await chat.composer.press("Enter");
    await chat.button("Stop").press("Enter");
    await chat.button("Stop").waitFor({ state: "detached" });
    await isFocused("composer");
    await chat.write("fail");
    await chat.button("Dismiss").press("Enter");
    await isFocused("composer");
  });
});

describe("a question", () => {
  test("that comes before the answer to the one before is confirmed stays open", async () => {
    await open();
    const stage = mockStage(chat);
    await stage.begin({ asksFirst: true });
    const call = (command: string) => ({ name: "terminal", arguments: { command } });
    await stage.say([{ calls: [call("echo one")] }, { calls: [call("echo two \u202E; rm -r /")] }]);
    const dialog = chat.page.getByRole("dialog", { name: "Confirm actions" });
    await dialog.getByText("echo one").waitFor();
    await hold("/respond_to_confirmation");
    await dialog.getByRole("button", { name: "Allow" }).click();
    await dialog.getByText("echo two").waitFor();
    await release();
    await expect.poll(() => dialog.getByRole("button", { name: "Allow" }).isEnabled()).toBe(true);
    expect(await dialog.getByText("\\u{202e}").count()).toBe(1); // what turns text round is told
  });
});

describe("settings", () => {
  test("keys are in no address, attribute or text of the page", async () => {
    await open("?server=http://127.0.0.1:9");
    const settings = chat.page.getByRole("dialog", { name: "Settings" });
    await chat.button("Settings").click();
    await settings.getByLabel("Session key").fill("secret-1");
    await settings.getByLabel("Key for the model").fill("secret-2");
    await settings.getByRole("button", { name: "Use this server" }).click();
    await settings.waitFor({ state: "detached" });
    await chat.button("Settings").click();
    expect(await settings.getByLabel("Session key").inputValue()).toBe("secret-1");
    expect(`${await chat.page.content()} ${chat.page.url()}`).not.toContain("secret");
  });

  test("an address that is none is refused, and does not lead to the mock server", async () => {
    await open();
    const settings = chat.page.getByRole("dialog", { name: "Settings" });
    await chat.button("Settings").click();
    await settings.getByLabel("Agent server").check();
    await settings.getByLabel("Server URL").fill("localhost:8000");
    await settings.getByRole("button", { name: "Use this server" }).click();
    expect(await settings.getByLabel("Server URL").evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
      false,
    );
    await chat.page.goto(`${site.url}?server=localhost:8000`);
    await chat.page.getByText("The application could not start").waitFor();
    expect(chat.complaints.splice(0).join()).toMatch(/\?server: expected/);
  });
});

describe("what is shown", () => {
  test("an event of another shape than promised takes no other row with it", async () => {
    await open();
    const id = await mockStage(chat).begin();
    for (const event of [{ kind: "SystemPromptEvent" }, { kind: "CondensationSummaryEvent", summary: { b: 1 } }])
      await emit(id, { source: "agent", ...event });
    await chat.write("hello");
    await chat.timeline.getByText("I am a scripted agent").waitFor();
    expect(await chat.timeline.getByText("cannot be drawn").count()).toBe(2);
    expect(chat.complaints.every((said) => said.startsWith("error: "))).toBe(true); // React tells of it
  });

  test("a conversation that is not there is told, and not waited for", async () => {
    await open("#/c/00000000-0000-4000-8000-0000000000ff");
    await chat.alert.getByText("The conversation does not exist.").waitFor();
    expect(await chat.page.getByText("Reading the history").count()).toBe(0);
  });

  test.each([640, 380])("a window that becomes %i wide is not scrolled sideways", async (width) => {
    await open();
    const id = await mockStage(chat).begin();
    for (const text of ["long ".repeat(400), "x".repeat(3_000), `\`\`\`\n${"y".repeat(3_000)}\n\`\`\``]) {
      const llm_message = { role: "assistant", content: [{ type: "text", text }] };
      for (let times = 0; times < 4; times++) await emit(id, { kind: "MessageEvent", source: "agent", llm_message });
    }
    await expect.poll(async () => (await chat.shown()).length).toBeGreaterThan(11);
    await chat.page.setViewportSize({ width, height: 700 });
    const excess = (): Promise<number> => chat.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(excess).toBe(0);
  });
});
