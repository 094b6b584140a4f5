/** A simulated server as the comparison by steps asks it. */
import type { Simulator } from "../../src/simulator/simulator.js";
import { AREA_STEPS } from "../live/areas.js";
import { type Answered, type Asked, type Trace, traceOf } from "../live/trace.js";
import { server } from "./simulated.js";

const KEY = "key-of-the-tests";
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An answer as it would be on the wire. */
function onTheWire(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  return bytesOf(typeof body === "string" ? body : JSON.stringify(body));
}

/** Asks a simulator what a live server would be asked over the wire. */
function askSimulator(simulator: Simulator, { method, path: target, headers, body, file }: Asked): Answered {
  const [path = "", query = ""] = target.split("?");
  const answer = simulator.rest({
    method,
    path,
    query: new URLSearchParams(query),
    headers: { "x-session-api-key": KEY, ...headers },
    body: file === undefined ? body : { file: bytesOf(file) },
  });
  return { status: answer.status, headers: answer.headers, body: onTheWire(answer.body) };
}

/** What a simulated server answers to every step; each answer can be looked at. */
export function simulatedTrace(look: (asked: Asked, answered: Answered) => void = () => undefined): Promise<Trace[]> {
  const simulator = server({ keys: [KEY] });
  return traceOf(AREA_STEPS, { work: "/work", key: KEY }, async (asked) => {
    const answered = askSimulator(simulator, asked);
    look(asked, answered);
    return answered;
  });
}
