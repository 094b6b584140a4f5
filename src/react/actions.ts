/** What a user can do in a conversation. What fails is a problem of the conversation, to be shown where problems are. */
import {
  type CallOptions,
  type MessageContent,
  respondToConfirmation,
  type SendOptions,
  sendMessage,
} from "../calls.js";
import { classifyError } from "../classify.js";
import { type AgentClient, unwrap } from "../client.js";
import { isAgentServerError } from "../errors.js";
import { classificationOf } from "../reasons.js";
import { type ConversationFailure, followingOf, problemOf } from "./following.js";

/**
 * What a user can do. Each says whether it was done, and is the same function for as long as client and conversation are,
 * so that it can be handed to a child that renders only when it has to. What the server refuses is `problem`, until
 * something else is done; nothing rejects but for mistakes in the code, and an aborted `signal` with its reason.
 *
 * @example
 * function Confirm({ confirm, reject }: Pick<ConversationActions, "confirm" | "reject">) {
 *   const yes = createElement("button", { onClick: () => confirm() }, "Yes");
 *   const no = createElement("button", { onClick: () => reject("Not now.") }, "No");
 *   return createElement("p", null, "May the agent do this?", yes, no);
 * }
 */
export interface ConversationActions {
  /** Sends a user's message, once, and starts the agent, as `sendMessage` does. */
  readonly send: (content: string | MessageContent, options?: SendOptions) => Promise<boolean>;
  /** Lets the agent do what waits for confirmation. */
  readonly confirm: (options?: CallOptions) => Promise<boolean>;
  /** Refuses what waits for confirmation. The agent reads the reason; its run begins with the next message. */
  readonly reject: (reason?: string, options?: CallOptions) => Promise<boolean>;
  /** Lets the agent finish its step and stop. */
  readonly pause: (options?: CallOptions) => Promise<boolean>;
  /** Stops the agent at once, also in the middle of a tool. */
  readonly interrupt: (options?: CallOptions) => Promise<boolean>;
  /** Lets the agent go on with what there is: after a pause, an interruption, a rejection, an error. */
  readonly resume: (options?: CallOptions) => Promise<boolean>;
  /**
   * Tries again what `problem` tells of: the same call, another run of the agent, or to follow the conversation. Offer it
   * where `problem.retryable` is true: a message whose answer got lost may be in the conversation already.
   */
  readonly retry: () => Promise<boolean>;
}

/** The actions of a conversation. */
export function actionsOf(client: AgentClient, id: string): ConversationActions {
  const init = ({ signal = null }: { readonly signal?: AbortSignal | null | undefined } = {}) => ({
    params: { path: { conversation_id: id } },
    signal,
  });

  const attempt = async (during: ConversationFailure, act: () => Promise<unknown>): Promise<boolean> => {
    followingOf(client, id)?.fail(null);
    try {
      await act();
      return true;
    } catch (error) {
      if (!isAgentServerError(error)) throw error;
      followingOf(client, id)?.fail({ problem: problemOf(error, during), again: () => attempt(during, act) });
      return false;
    }
  };

  const resume = (options?: CallOptions): Promise<boolean> =>
    attempt("run", async () => {
      try {
        unwrap(await client.POST("/api/conversations/{conversation_id}/run", init(options)));
      } catch (error) {
        if (classifyError(error).reason !== "already_running") throw error; // another page has asked for it
      }
    });

  return {
    send: (content, options) =>
      attempt("send", async () => {
        const outcome = await sendMessage(client, id, content, options);
        if (outcome === "running" || options?.run === false) return;
        const problem = { ...classificationOf("message_saved", "http"), during: "send" } as const;
        followingOf(client, id)?.fail({ problem, again: resume });
      }),
    confirm: (options) => attempt("confirm", () => respondToConfirmation(client, id, { accept: true }, options)),
    reject: (reason, options) =>
      attempt("reject", () => respondToConfirmation(client, id, { accept: false, reason }, options)),
    pause: (options) =>
      attempt("pause", async () =>
        unwrap(await client.POST("/api/conversations/{conversation_id}/pause", init(options))),
      ),
    interrupt: (options) =>
      attempt("interrupt", async () =>
        unwrap(await client.POST("/api/conversations/{conversation_id}/interrupt", init(options))),
      ),
    resume,
    retry: async () => followingOf(client, id)?.retry(resume) ?? false,
  };
}
