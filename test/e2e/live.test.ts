/** The example application in a browser, on a real server. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventsOf, startConversation } from "../live/conversation.js";
import { type Detour, startDetour } from "../live/detour.js";
import { type Bench, useBenches } from "../live/live.js";
import { messageOf } from "../live/script.js";
import { type Chat, openChat } from "./chat.js";
import { SCENARIOS, type Stage } from "./scenarios.js";
import { openSite, type Site } from "./site.js";

const benchOf = useBenches();

let site: Site;
let detour: Detour;
let chat: Chat;
beforeAll(async () => {
  site = await openSite();
  detour = await startDetour(benchOf("1.52.0").baseUrl);
});
afterEach(() => chat.close());
afterAll(async () => {
  await site.close();
  await detour.close();
});

function liveStage({ client, model, workingDir }: Bench): Stage {
  return {
    chat,
    async begin({ asksFirst = false } = {}) {
      const body = asksFirst ? { confirmation_policy: { kind: "AlwaysConfirm" as const } } : {};
      const { id } = await startConversation({ client, model, workingDir, stream: true, tools: ["terminal"], body });
      await chat.goTo(id);
      return id;
    },
    say: (steps) => chat.write(messageOf(steps)),
    dropSockets: async () => detour.breakAll(),
    log: async (id) =>
      (await eventsOf(client, id)).map(({ id: eventId, kind }) => ({ id: eventId, kind: String(kind) })),
  };
}

describe("on a server 1.52.0", () => {
  test.each(Object.keys(SCENARIOS))("%s", async (name) => {
    const bench = benchOf("1.52.0");
    chat = await openChat(site, `?server=${detour.url}`);
    await chat.button("Settings").click();
    const settings = chat.page.getByRole("dialog", { name: "Settings" });
    await settings.getByLabel("Session key").fill(bench.key);
    await settings.getByRole("button", { name: "Use this server" }).click();
    await settings.waitFor({ state: "detached" }); // the application begins anew
    await chat.button("New conversation").waitFor();
    await SCENARIOS[name]?.(liveStage(bench));
    expect(chat.complaints).toEqual([]);
  });
});
