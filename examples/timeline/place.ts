/** Where a live conversation is. */

/** Which conversation of which server; the newest one when none is named. */
export interface Place {
  readonly url: string;
  readonly key: string | undefined;
  readonly conversation: string | undefined;
}

/** Why it cannot be an address of a server; undefined when it can. */
export function problemOfUrl(url: string): string | undefined {
  const { protocol, username, password, search, hash } = URL.canParse(url) ? new URL(url) : { protocol: "" };
  if (protocol !== "http:" && protocol !== "https:") return "expected an address such as http://127.0.0.1:8000";
  if (username || password) return "expected an address without a password; --key-env names the key";
  if (search || hash) return "expected an address without ? and #";
  return undefined;
}
