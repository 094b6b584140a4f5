/** A server as the comparisons by steps ask it, whoever plays it. */
import type { ServerAddress } from "./server.js";
import type { Answered, Asked } from "./trace.js";

/** Asks a server by fetch, with its key unless there is another one. */
export const askerOf =
  ({ baseUrl, key }: Pick<ServerAddress, "baseUrl" | "key">) =>
  async (asked: Asked): Promise<Answered> => {
    const { method, path } = asked;
    const given = { "X-Session-API-Key": key, Connection: "close", ...typeOf(asked), ...asked.headers };
    const headers = Object.entries(given).filter(([, value]) => value !== "");
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...bodyOf(asked), redirect: "manual" });
    return answered(response);
  };

const typeOf = ({ body }: Asked): Readonly<Record<string, string>> =>
  body === undefined ? {} : { "Content-Type": "application/json" };

function bodyOf({ body, file }: Asked): { readonly body?: string | FormData } {
  if (file === undefined) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData();
  form.append("file", new Blob([file]), "file.txt");
  return { body: form };
}

const answered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: new Uint8Array(await response.arrayBuffer()),
});
