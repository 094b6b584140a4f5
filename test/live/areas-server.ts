/** A live server as the comparison by steps asks it. */
import { join } from "node:path";
import type { Answered, Asked, Trace } from "./areas.js";
import { traceOf } from "./areas.js";
import type { ServerAddress } from "./server.js";

/** What a server answers to every step. It must be one that nobody else has asked for anything. */
export const liveTrace = ({ baseUrl, key, data }: ServerAddress): Promise<Trace[]> =>
  traceOf({ work: join(data, "work"), key }, async (asked) => {
    const { method, path } = asked;
    const headers = { "X-Session-API-Key": key, Connection: "close", ...typeOf(asked), ...asked.headers };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...bodyOf(asked), redirect: "manual" });
    return answered(response);
  });

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
