/** The document of a live server; and why it cannot be had, in one line. */
import { isAgentServerError } from "../errors.js";
import { HttpError } from "../errors-of-calls.js";
import type { ErrorReason } from "../reasons.js";
import type { Place } from "./args.js";
import { codeOf, Failure, oneLine } from "./failure.js";

const PATIENCE_MS = 30_000;
const IS_IT_THERE = "Is this the address of an Agent Server, and is it running?";
const NAME_THE_KEY = "Name the variable that holds the session key: --key-env NAME";

/**
 * The text at `<address>/openapi.json`. The key goes with it, though today's servers do not ask for one there.
 *
 * @throws {Failure}
 */
export async function fetchDocument({ url, key }: Place, patienceMs = PATIENCE_MS): Promise<string> {
  const address = `${url.replace(/\/+$/, "")}/openapi.json`;
  try {
    const response = await fetch(address, {
      headers: { Accept: "application/json", ...(key === undefined ? {} : { "X-Session-API-Key": key }) },
      // The key must not travel on
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) throw new Failure(`${address}: answered ${response.status}. ${adviceOfStatus(response.status)}`);
    return await response.text();
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${address}: ${reasonOf(error, patienceMs)}`);
  }
}

function adviceOfStatus(status: number): string {
  if (status === 401 || status === 403) return NAME_THE_KEY;
  if (status < 400) return "The address leads to another one: name that one";
  return status >= 500 ? "Look at the server's log" : IS_IT_THERE;
}

/** Only codes and names of foreign errors are told: their messages can hold anything. */
function reasonOf(error: unknown, patienceMs: number): string {
  if (error instanceof Error && error.name === "TimeoutError")
    return `gave no answer within ${patienceMs / 1000} s. ${IS_IT_THERE}`;
  const code = codeOf(error);
  return code === undefined
    ? `cannot be reached. ${IS_IT_THERE}`
    : `cannot be reached (${code}). ${adviceOfCode(code)}`;
}

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO/;

function adviceOfCode(code: string): string {
  if (UNTRUSTED.test(code))
    return "Its certificate is not trusted: let NODE_EXTRA_CA_CERTS name a file with that of its authority";
  if (code.startsWith("ERR_SSL") || code === "EPROTO") return "It does not speak TLS there: is it http and not https?";
  return IS_IT_THERE;
}

const ADVICE: Partial<Record<ErrorReason, string>> = {
  session_key: NAME_THE_KEY,
  forbidden: NAME_THE_KEY,
  network: IS_IT_THERE,
  timeout: IS_IT_THERE,
  unavailable: IS_IT_THERE,
  not_found: IS_IT_THERE,
  contract: IS_IT_THERE,
  conversation_not_found: "Is --conversation the id of one on this server?",
  validation: "Is --conversation the id of one on this server?",
};

/** What a call of the client has failed with. What is no failure of a call is a defect, and thrown on. */
export function failureOfCall(url: string, error: unknown): Failure {
  if (!isAgentServerError(error)) throw error;
  const { reason, message } = error.classification;
  const isElsewhere = error instanceof HttpError && error.status < 400;
  const code = codeOf(error);
  const advice = isElsewhere ? adviceOfStatus(300) : code === undefined ? ADVICE[reason] : adviceOfCode(code);
  const told = isElsewhere ? [] : [code === undefined ? message : `${message} (${code})`];
  return new Failure(oneLine([`${url}: ${error.message}.`, ...told, advice ?? []].flat().join(" ")));
}
