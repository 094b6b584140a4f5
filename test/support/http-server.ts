/** An HTTP server on 127.0.0.1 that answers by a script: whole, broken, late or not at all. Gone when the test ends. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** One answer: a 200 without a body, but for what is said. */
export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent in chunks, without Content-Length. */
  readonly chunked?: boolean;
  /** How long to wait before the answer. */
  readonly delayMs?: number;
  /**
   * How it goes wrong: a reset in place of the answer, within the body, or after all of it; nothing at all; or a body
   * that begins and does not go on.
   */
  readonly fault?: "reset first" | "reset midway" | "reset after" | "silent" | "stall";
  /** The bytes to send in place of an answer made of all this. */
  readonly raw?: string;
}

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface TestServer {
  readonly url: string;
  readonly requests: readonly Received[];
}

/** Starts a server that gives these answers in turn; the last one again and again. */
export async function serve(...answers: readonly Scripted[]): Promise<TestServer> {
  const requests: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const scripted = answers[Math.min(requests.length, answers.length - 1)] ?? {};
    requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    if (scripted.delayMs) await new Promise((resolve) => setTimeout(resolve, scripted.delayMs));
    send(response, scripted);
  };
  const server = createServer((request, response) => {
    // A caller that leaves resets its request; that is part of the tests
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body = "", chunked, fault, raw }: Scripted,
): void {
  const { socket } = response;
  if (fault === "silent") return;
  if (fault === "reset first") return void socket?.resetAndDestroy();
  if (raw !== undefined) return void socket?.end(raw);
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (fault === "stall" || fault === "reset midway") {
    response.setHeader("Content-Length", Buffer.byteLength(body) + 100);
    response.write(body, () => fault === "reset midway" && setTimeout(() => socket?.resetAndDestroy(), 20));
    return;
  }
  if (chunked) response.flushHeaders();
  response.end(body, () => fault === "reset after" && socket?.resetAndDestroy());
}
