/** The application as its users have it: what they can find in it by role and name, and what went wrong in the page. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright-core";
import type { Site } from "./site.js";

const SHOTS = fileURLToPath(new URL("../../.cache/e2e", import.meta.url));

/** A page with the application. */
export interface Chat {
  readonly page: Page;
  /** What the page or its browser complained of. */
  readonly complaints: string[];
  readonly composer: Locator;
  readonly timeline: Locator;
  /** What the model is writing. */
  readonly items: Locator;
  readonly alert: Locator;
  button(name: string): Locator;
  /** Goes to a conversation and waits until its history is there. */
  goTo(conversationId: string): Promise<void>;
  /** Writes a message and sends it. */
  write(text: string): Promise<void>;
  /** The ids of the events that are shown, in the order in which they are shown. */
  shown(): Promise<string[]>;
  /** The states of the tool calls that are shown. */
  calls(): Promise<string[]>;
  /** From now on notes the states that the page says its connection is in. Gives what reads them. */
  watchConnection(): Promise<() => Promise<string[]>>;
  /** A picture, kept in .cache/e2e. */
  shoot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the application, e.g. with `?server=http://127.0.0.1:8000`. */
export async function openChat(
  { browser, url }: Site,
  query: string,
  colorScheme: "light" | "dark" = "light",
): Promise<Chat> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (said) => {
    // A browser tells of each answer that is an error; what the application makes of those is tested where they are
    const isOfNetwork =
      said.text().startsWith("Failed to load resource") || said.text().includes("WebSocket connection");
    if (["error", "warning"].includes(said.type()) && !isOfNetwork) complaints.push(`${said.type()}: ${said.text()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  await page.goto(`${url}${query}`);
  await page.getByRole("button", { name: "New conversation" }).waitFor();
  const timeline = page.getByRole("log", { name: "Timeline" });
  const composer = page.getByRole("textbox", { name: "Message" });
  return {
    page,
    complaints,
    timeline,
    composer,
    items: page.locator("[data-item-id]"),
    alert: page.getByRole("alert"),
    button: (name) => page.getByRole("button", { name, exact: true }),
    async goTo(conversationId) {
      await page.evaluate((id) => {
        location.hash = `#/c/${id}`;
      }, conversationId);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await timeline.waitFor({ state: "attached" });
      await page.getByText("Reading the history").waitFor({ state: "detached" });
    },
    async write(text) {
      await composer.fill(text);
      await composer.press("Enter");
    },
    shown: () =>
      timeline
        .locator("[data-event-id]")
        .evaluateAll((rows: HTMLElement[]) => rows.map((row) => row.dataset["eventId"] ?? "")),
    calls: () =>
      timeline
        .locator("[data-call]")
        .evaluateAll((rows: HTMLElement[]) => rows.map((row) => row.dataset["status"] ?? "")),
    async watchConnection() {
      await page.getByRole("status", { name: "Connection" }).evaluate((sign: HTMLElement) => {
        const states: string[] = [];
        Object.assign(globalThis, { states });
        const note = (): void => void states.push(sign.dataset["state"] ?? "");
        new MutationObserver(note).observe(sign, { attributes: true });
      });
      return () => page.evaluate(() => Reflect.get(globalThis, "states") as string[]);
    },
    async shoot(name) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: `${SHOTS}/${name}.png` });
    },
    close: () => context.close(),
  };
}
