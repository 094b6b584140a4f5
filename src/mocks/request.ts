/** Requests and answers between fetch and the simulated server. */
import type { SimulatedAnswer } from "../simulator/answers.js";

/** What a request brings, read to its end. */
export interface Received {
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  /** The body; empty when there is none, or when it is a form. */
  readonly text: string;
  readonly form?: FormData;
}

/** Reads a request, which may be one for a form. A form that cannot be read is an empty one. */
export async function received(request: Request, isForm: boolean): Promise<Received> {
  // Not every DOM that tests run in has names in lower case
  const headers = Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value]));
  const contentType = headers["content-type"] ?? "";
  const parts = { query: new URL(request.url).searchParams, headers, contentType };
  if (!isForm || !/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(contentType)) {
    return { ...parts, text: await request.text() };
  }
  return { ...parts, text: "", form: await request.formData().catch(() => new FormData()) };
}

/** The fields of a form: text, or bytes where they are files. */
export async function fieldsOf(form: FormData): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const fields: Record<string, string | Uint8Array> = {};
  for (const [name, value] of form) {
    fields[name] = typeof value === "string" ? value : new Uint8Array(await value.arrayBuffer());
  }
  return fields;
}

const EMPTY: ReadonlySet<number> = new Set([204, 205, 304]);

/** As fetch has it. Nothing but JSON, texts and bytes ever comes out of the simulated server. */
export function responseOf({ status, headers, body }: SimulatedAnswer): Response {
  if (EMPTY.has(status)) return new Response(null, { status, headers });
  if (body instanceof Uint8Array) return new Response(body.slice(), { status, headers });
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  return new Response(isJson ? JSON.stringify(body) : String(body), { status, headers });
}
