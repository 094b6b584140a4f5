/** What users do with an agent, told once for every server: the mock in the page, and a real one. */
import { expect } from "vitest";
import { FAILURES, type Step, TURNS, terminal } from "../live/script.js";
import type { Chat } from "./chat.js";

/** What of an event is looked at. */
export interface Logged {
  readonly id: string;
  readonly kind: string;
}

/** A server that the application talks to. */
export interface Stage {
  readonly chat: Chat;
  /** Begins a conversation, goes to it, and returns its id. */
  begin(options?: { readonly asksFirst?: boolean }): Promise<string>;
  /** Writes a message; the agent's model answers it with these steps. */
  say(steps: readonly Step[]): Promise<void>;
  /** Ends the sockets of the page. */
  dropSockets(): Promise<void>;
  /** The events as the server's log has them. */
  log(conversationId: string): Promise<readonly Logged[]>;
}

const PARALLEL: readonly Step[] = [
  {
    text: "Both at once.",
    reasoning: "Two looks are better than one.",
    calls: [terminal("echo first"), terminal("echo second")],
  },
  { text: "Both ran." },
];
/** Long enough that something can happen while it is written. */
const LONG_TEXT = Array.from({ length: 60 }, (_, index) => `Sentence ${index + 1} of a long answer.`).join(" ");
const LONG = { text: LONG_TEXT, paceMs: 8 };
const LAST_SENTENCE = /Sentence 60 of a long answer\.\s*$/;
const SLOW: readonly Step[] = [{ calls: [terminal("sleep 20")] }, { text: "Slept." }];

/** All that is shown is in the log, once and in its order, and no message of the log is missing. */
async function isWhole(stage: Stage, conversationId: string): Promise<void> {
  const shown = await stage.chat.shown();
  const log = await stage.log(conversationId);
  expect(shown).toEqual(log.map(({ id }) => id).filter((id) => shown.includes(id)));
  expect(new Set(shown).size).toBe(shown.length);
  const messages = log.filter(({ kind }) => kind === "MessageEvent").map(({ id }) => id);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages.filter((id) => !shown.includes(id))).toEqual([]);
}

/** A text by itself: the messages to a live model have what it is to say in them. */
const shows = (stage: Stage, text: string | RegExp): Promise<void> =>
  stage.chat.timeline.getByText(text, { exact: true }).first().waitFor({ timeout: 30_000 });

/** By name. Each begins a conversation of its own. */
export const SCENARIOS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  async "sends a message, streams the answer, shows parallel calls beside their results"(stage) {
    const id = await stage.begin();
    await stage.say(PARALLEL);
    await shows(stage, "Both ran.");
    expect(await stage.chat.calls()).toEqual(["ok", "ok"]);
    await shows(stage, /^second\s*$/);
    await isWhole(stage, id);
    await stage.chat.shoot("parallel");
  },

  async "writes while the model writes, and puts the message in the place of that"(stage) {
    const id = await stage.begin();
    await stage.say([{ ...LONG, reasoning: "It will be long." }]);
    await stage.chat.items.first().waitFor();
    await stage.chat.shoot("streaming");
    await shows(stage, LAST_SENTENCE);
    await expect.poll(() => stage.chat.items.count()).toBe(0);
    await isWhole(stage, id);
  },

  async "asks before tools run, and lets them run"(stage) {
    await stage.begin({ asksFirst: true });
    await stage.say([{ calls: [terminal("echo allowed")] }, { text: "It was allowed." }]);
    const dialog = stage.chat.page.getByRole("dialog", { name: "Confirm actions" });
    await dialog.waitFor();
    await stage.chat.shoot("confirm");
    await dialog.getByRole("button", { name: "Allow" }).click();
    await shows(stage, "It was allowed.");
    expect(await stage.chat.calls()).toEqual(["ok"]);
    expect(await dialog.count()).toBe(0);
  },

  async "asks before tools run, and refuses them"(stage) {
    await stage.begin({ asksFirst: true });
    await stage.say([{ calls: [terminal("rm -r build")] }]);
    const dialog = stage.chat.page.getByRole("dialog", { name: "Confirm actions" });
    await dialog.getByRole("textbox").fill("Not in this project.");
    await dialog.getByRole("button", { name: "Refuse" }).click();
    await expect.poll(() => stage.chat.calls()).toEqual(["rejected"]);
    await shows(stage, /Not in this project\./);
    expect(await dialog.count()).toBe(0);
  },

  async "stops the agent in the middle of a tool"(stage) {
    await stage.begin();
    await stage.say(SLOW);
    await expect.poll(() => stage.chat.calls()).toEqual(["open"]);
    await stage.chat.button("Stop").click();
    await expect.poll(() => stage.chat.calls(), { timeout: 30_000 }).toEqual(["error"]);
    await stage.chat.button("Send").waitFor();
  },

  async "says what to do when the model's provider refuses, and goes on"(stage) {
    const id = await stage.begin();
    await stage.say([FAILURES[401]]);
    await stage.chat.alert.getByText("The model provider does not accept the API key.").waitFor();
    await stage.chat.alert.getByRole("button", { name: "Open settings" }).waitFor();
    await stage.chat.shoot("provider-error");
    await stage.say([FAILURES[503]]);
    const retry = stage.chat.alert.getByRole("button", { name: "Retry" });
    await retry.waitFor();
    const before = (await stage.log(id)).length;
    await retry.click();
    await expect.poll(async () => (await stage.log(id)).length).toBeGreaterThan(before); // the agent runs again
    await stage.say([{ text: "Now it answers." }]);
    await shows(stage, "Now it answers.");
    await expect.poll(() => stage.chat.alert.count()).toBe(0);
    await isWhole(stage, id);
  },

  async "loses and doubles nothing when its socket drops"(stage) {
    const id = await stage.begin();
    await stage.say([...TURNS.parallel.slice(0, 1), LONG]);
    await stage.chat.timeline.locator("[data-call]").first().waitFor();
    const states = await stage.chat.watchConnection();
    await stage.dropSockets();
    await expect.poll(states).toContain("waiting");
    await expect.poll(async () => (await states()).at(-1)).toBe("open");
    await shows(stage, LAST_SENTENCE);
    await stage.say([{ text: "And on it goes." }]);
    await shows(stage, "And on it goes.");
    await isWhole(stage, id);
    expect(await stage.chat.calls()).toEqual(["ok", "ok"]);
  },

  async "loses and doubles nothing when it is loaded again while the model writes"(stage) {
    const id = await stage.begin();
    await stage.say([LONG]);
    await stage.chat.items.first().waitFor();
    await stage.chat.page.reload();
    await stage.chat.timeline.locator("[data-event-id]").first().waitFor();
    await stage.chat.shoot("reloaded");
    await shows(stage, LAST_SENTENCE);
    await expect.poll(() => stage.chat.items.count()).toBe(0);
    await isWhole(stage, id);
  },
};
