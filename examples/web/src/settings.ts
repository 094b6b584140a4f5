/** Which server the application talks to. What is secret is kept for this tab only, and never in an address. */

/** The choices of the settings dialog. */
export interface Settings {
  /** The address of a server; null: the built-in mock server. */
  readonly server: string | null;
  readonly sessionKey: string;
  /** The language model of new conversations, and the key for its provider. */
  readonly model: string;
  readonly modelKey: string;
  /** Where the provider is, if it is not where the model's name says. */
  readonly modelUrl: string;
}

const STORED = "example-settings";
const DEFAULTS = { sessionKey: "", model: "openai/gpt-5.5", modelKey: "", modelUrl: "" };

/** Takes `?server=URL` and what this tab keeps for that server: a link to another server never gets the key. */
export function readSettings(): Settings {
  const asked = new URLSearchParams(location.search).get("server");
  const server = addressOf(asked);
  if (asked && server === null) throw new Error("?server: expected an address that begins with http:// or https://");
  const stored: Partial<Settings> = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
  return { ...DEFAULTS, ...(stored.server === server ? stored : {}), server };
}

/** Keeps them, and starts the application anew. */
export function applySettings(settings: Settings): void {
  sessionStorage.setItem(STORED, JSON.stringify(settings));
  const page = new URL(location.href);
  page.search = settings.server === null ? "" : `?${new URLSearchParams({ server: settings.server })}`;
  // Another server has other conversations
  if (page.search !== location.search) page.hash = "";
  history.replaceState(null, "", page);
  location.reload();
}

/** The address of a server without what does not belong there; null: it is none. */
export function addressOf(text: string | null): string | null {
  const url = URL.parse(text ?? "");
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.replace(/\/+$/, "") : null;
}
