/** Whose turn it is: the user writes, the agent works, or the user is asked whether it may. */
import { type AgentClient, classifyError, respondToConfirmation, sendMessage, unwrap } from "agent-server-client";
import { nameOf } from "../timeline/follow-lines.js";
import type { Pen } from "../timeline/follow-pen.js";
import { createRunWatch, type RunEnd } from "../timeline/follow-run.js";
import type { Look } from "../timeline/render.js";
import { problemOfServer, Stopped } from "../timeline/server.js";
import { harmlessLine } from "../timeline/text.js";
import type { Followed } from "./followed.js";
import type { Lines } from "./lines.js";

interface Chatting {
  readonly client: AgentClient;
  readonly id: string;
  readonly followed: Followed;
  readonly lines: Lines;
  readonly pen: Pen;
  readonly look: Look;
  readonly tell: (line: string) => void;
  readonly url: string;
  readonly signal: AbortSignal;
}

export interface Turns {
  /** One after the other, until the user has no more to say. Did the last one go well? */
  all(): Promise<boolean>;
  /** Interrupts the run, once. Was there one? */
  interrupt(): boolean;
}

/** What to do about it, where that is something. */
const ADVICE = { retry: " An empty line runs it once more.", settings: " Look at the settings.", none: "" } as const;

export function createTurns({ client, id, followed, lines, pen, look, tell, url, signal }: Chatting): Turns {
  const init = { params: { path: { conversation_id: id } }, signal };
  /** What Ctrl+C does first. */
  let interruption: (() => Promise<unknown>) | undefined;
  let canRunAgain = false;

  const ask = (question: string, isFresh = false): Promise<string | undefined> => {
    pen.end();
    return Promise.race([lines.ask(question, { isFresh }), followed.over]);
  };

  /** Does it, and waits for what comes of it: the answer to a call may come late, while a tool runs. */
  const andThen = async <End>(act: () => Promise<unknown>, end: Promise<End>): Promise<End> =>
    Promise.race([end, act().then(() => end)]);

  const run = async (act: () => Promise<unknown>, now?: Parameters<typeof createRunWatch>[0]): Promise<RunEnd> => {
    interruption = async () => unwrap(await client.POST("/api/conversations/{conversation_id}/interrupt", init));
    canRunAgain = false;
    try {
      const { problem } = await andThen(act, followed.until(createRunWatch(now)));
      if (problem === undefined) return {};
      const { user_action } = classifyError(followed.snapshot().error);
      canRunAgain = user_action === "retry";
      return { problem: problem + ADVICE[user_action] };
    } finally {
      interruption = undefined;
    }
  };

  const send = async (text: string): Promise<void> => {
    if ((await sendMessage(client, id, text, { signal })) === "running") return;
    canRunAgain = true;
    throw new Stopped(`The message is saved, but the server is too busy to run it now.${ADVICE.retry}`);
  };

  /** Undefined when there is no more to read. */
  const message = async (): Promise<RunEnd | undefined> => {
    const text = await ask("> ");
    if (text === undefined) return undefined;
    if (text.trim() !== "") return run(() => send(text));
    if (!canRunAgain) return {};
    const again = async () => unwrap(await client.POST("/api/conversations/{conversation_id}/run", init));
    return run(again, { isSaid: true, hasRun: false });
  };

  const confirmation = async (): Promise<RunEnd | undefined> => {
    const calls = followed.snapshot().pending.map(nameOf).map(harmlessLine);
    pen.line(look.paint("warn", `May the agent do this? ${calls.join(" · ")}`));
    const answer = await ask("y/n ", true);
    if (answer === undefined) return undefined;
    const respond = (accept: boolean, reason?: string) => () =>
      respondToConfirmation(client, id, { accept, reason }, { signal });
    if (/^\s*y(es)?\s*$/i.test(answer)) return run(respond(true), { isSaid: true, hasRun: false });
    if (!/^\s*no?\s*$/i.test(answer)) return {}; // it is asked again
    pen.line(look.paint("warn", "Why not? The agent reads it with your next message."));
    const reason = (await ask("reason "))?.trim() || undefined;
    await andThen(
      respond(false, reason),
      followed.until(() => !isWaiting() || undefined),
    );
    return {};
  };

  const isWaiting = (): boolean => followed.snapshot().status === "waiting_for_confirmation";
  const next = (): Promise<RunEnd | undefined> => {
    if (followed.snapshot().status === "running") {
      return run(() => Promise.resolve(), { isSaid: true, hasRun: true });
    }
    return isWaiting() ? confirmation() : message();
  };

  /** What a server refuses ends the turn, and not the chat. */
  const attempt = async (): Promise<RunEnd | undefined> => {
    try {
      return await next();
    } catch (error) {
      if (followed.isOver()) throw error;
      return { problem: problemOfServer(url, error) };
    }
  };

  return {
    async all() {
      let last: RunEnd = {};
      for (let end = await attempt(); end; end = await attempt()) {
        last = end;
        if (end.problem !== undefined) tell(end.problem);
      }
      return last.problem === undefined;
    },
    interrupt() {
      const act = interruption;
      interruption = undefined;
      act?.().catch((error: unknown) => tell(problemOfServer(url, error)));
      if (act) tell("Interrupting the run; Ctrl+C again leaves.");
      return act !== undefined;
    },
  };
}
