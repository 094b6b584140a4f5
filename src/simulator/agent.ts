/** The scripted agent: takes one turn after the other, and makes the events that the server makes, in its order. */
import type { Event as AgentEvent } from "../generated/types.js";
import { agentMessage, type Call, callOf, hex, NUDGE, type Response, runError } from "./agent-events.js";
import { pendingActions } from "./branch.js";
import { confirms, resultOfAction } from "./confirm.js";
import { fieldsOf } from "./fields.js";
import { configOrDefault } from "./info.js";
import { append } from "./log.js";
import { addUsage, endRun, newRun, ready, rejectPending, tellStats, toolFault, usageIdOf } from "./run.js";
import { abortItem, changeStatus, delta, lock, unlock } from "./state.js";
import type { CallsTurn, ErrorTurn, TextTurn, Turn } from "./turns.js";
import type { AskedCall, Conversation, NewEvent, Run, World } from "./world.js";

const WAIT_MS = 5;
const PIECE_MS = 2;
/** What the agent says when nobody has told it what to say. */
export const LAST_WORDS = "Done.";

/** One step of a run. */
interface Step {
  readonly world: World;
  readonly conversation: Conversation;
  readonly run: Run;
  /** The last message when the step began. */
  readonly asked: string | null;
}

/** Begins a run; it goes on by itself, until a turn ends it. */
export function beginRun(world: World, conversation: Conversation): void {
  const run = newRun();
  conversation.run = run;
  const fault = toolFault(world, conversation);
  if (fault !== undefined) {
    run.cancel = world.agenda.after(0, () => breakDown(world, conversation, fault));
    return;
  }
  ready(world, conversation);
  if (conversation.status !== "finished") changeStatus(world, conversation, "running");
  run.cancel = world.agenda.after(0, () => {
    // Somebody has said something more to a conversation that was finished
    if (conversation.status === "idle") changeStatus(world, conversation, "running");
    take(world, conversation, run);
  });
}

/** There is no agent that could run. */
function breakDown(world: World, conversation: Conversation, detail: string): void {
  append(world, conversation, [runError("KeyError", detail)]);
  changeStatus(world, conversation, "error");
  endRun(world, conversation);
}

const OVER: readonly string[] = ["paused", "stuck", "finished", "error"];

/** The next step, unless there is none. */
function take(world: World, conversation: Conversation, run: Run): void {
  if (OVER.includes(conversation.status)) endRun(world, conversation);
  else begin({ world, conversation, run, asked: conversation.lastUserMessageId });
}

/** What was asked about comes first, then the next turn. */
function begin(step: Step): void {
  const { world, conversation, run } = step;
  const pending = pendingActions(conversation);
  if (pending.length > 0) {
    const calls = pending.map(
      (action) => conversation.asked.get(action.id) ?? { result: resultOfAction(action), durationMs: 0 },
    );
    conversation.asked.clear();
    execute(step, { calls, hasFinish: false });
    return;
  }
  const turn = nextTurn(world, conversation);
  if ("stuck" in turn) {
    changeStatus(world, conversation, "stuck");
    endRun(world, conversation);
    return;
  }
  run.turn = turn;
  run.cancel = world.agenda.after(turn.waitMs ?? WAIT_MS, () => write(step, turn, piecesOf(conversation, turn)));
}

function nextTurn({ script, decide }: World, { id, log }: Conversation): Turn {
  const events = (): AgentEvent[] =>
    log.flatMap(({ event, isUnreadable }) => (isUnreadable ? [] : [event as object as AgentEvent])); // made by the model of the server
  return script?.shift() ?? decide?.({ conversationId: id, events: events() }) ?? { text: LAST_WORDS };
}

type Asked = Exclude<Turn, { readonly stuck: true }>;

/** The pieces in which an answer comes: reasoning first. Nothing when it comes as a whole. */
function piecesOf(conversation: Conversation, turn: Asked): Piece[] {
  const { reasoning = "", text = "", stream = isStreaming(conversation) } = turn;
  if (stream === false) return [];
  const texts = stream === true ? words(text) : stream.filter((piece) => piece !== "");
  return [
    ...words(reasoning).map((content) => ({ kind: "reasoning" as const, content })),
    ...texts.map((content) => ({ kind: "text" as const, content })),
  ];
}

interface Piece {
  readonly kind: "reasoning" | "text";
  readonly content: string;
}

const words = (text: string): readonly string[] => text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);

const isStreaming = (conversation: Conversation): boolean =>
  fieldsOf(configOrDefault(conversation).agent["llm"])["stream"] === true;

/** The model writes, piece by piece; then its answer is there. */
function write(step: Step, turn: Asked, pieces: readonly Piece[]): void {
  const { world, conversation, run } = step;
  const id = `chatcmpl-${hex(world, 16)}`;
  if (pieces.length === 0) {
    respond(step, turn, { id });
    return;
  }
  const item = { id: world.random.uuid(), attempt: 1 };
  run.item = item;
  const say = (content: string, kind: Piece["kind"]): void =>
    delta(world, conversation, { item_id: item.id, kind, content, chunk_id: id, choice_index: 0 });
  const next = (place: number): void => {
    const piece = pieces[place];
    if (piece) {
      say(piece.content, piece.kind);
      run.cancel = world.agenda.after(PIECE_MS, () => next(place + 1));
    } else {
      run.item = null;
      respond(step, turn, { id, itemId: item.id });
    }
  };
  say("", "text");
  next(0);
}

/** What becomes of an answer. */
function respond(step: Step, turn: Asked, { id, itemId }: Pick<Response, "id" | "itemId">): void {
  const { conversation } = step;
  const streamed = typeof turn.stream === "object" ? turn.stream.join("") : "";
  const text = turn.text ?? (streamed === "" ? undefined : streamed);
  const response = { id, itemId, text, reasoning: turn.reasoning };
  if ("error" in turn) {
    fail(step, turn, response);
    return;
  }
  addUsage(conversation, usageIdOf(conversation, "llm"), usageOf(response, turn, conversation.log.length));
  if ("calls" in turn) call(step, turn, response);
  else answer(step, turn, response);
}

/** Whether the statistics of the agent's model are told. */
const isTold = (conversation: Conversation): boolean =>
  conversation.models.get(usageIdOf(conversation, "llm"))?.isTold ?? true;

/** Made up, but growing with what was said. */
const usageOf = ({ id }: Response, turn: TextTurn | CallsTurn, length: number) => ({
  responseId: id,
  promptTokens: 1_000 + 50 * length,
  completionTokens: Math.ceil(JSON.stringify(turn).length / 4),
  latency: (turn.waitMs ?? WAIT_MS) / 1_000,
});

function answer(step: Step, { text }: TextTurn, response: Response): void {
  const { world, conversation } = step;
  if (isTold(conversation)) tellStats(world, conversation);
  append(world, conversation, [agentMessage({ ...response, text })]);
  if (text === "") append(world, conversation, [NUDGE]);
  else changeStatus(world, conversation, "finished");
  conclude(step);
}

function fail({ world, conversation }: Step, { error }: ErrorTurn, { itemId }: Response): void {
  if (itemId !== undefined) abortItem(conversation, itemId, 1, error.code);
  changeStatus(world, conversation, "error");
  append(world, conversation, [runError(error.code, error.detail)]);
  endRun(world, conversation);
}

function call(step: Step, turn: CallsTurn, response: Response): void {
  const { world, conversation, run } = step;
  const config = configOrDefault(conversation);
  run.owesStats = isTold(conversation);
  lock(conversation);
  const calls = turn.calls.map((given, index) => {
    const made = callOf(world, config, given, response, index === 0);
    append(world, conversation, made.refusal ? [made.action, made.refusal] : [made.action]);
    return made;
  });
  const valid = calls.filter((each): each is Call & { result: NewEvent } => each.result !== undefined);
  if (confirms(config, valid)) {
    for (const { action, result, durationMs } of valid) conversation.asked.set(action.id, { result, durationMs });
    changeStatus(world, conversation, "waiting_for_confirmation");
    conclude(step);
    return;
  }
  execute(step, {
    calls: valid,
    hasFinish: valid.some(({ isFinish, result }) => isFinish && result.kind === "ObservationEvent"),
  });
}

interface Execution {
  readonly calls: readonly AskedCall[];
  readonly hasFinish: boolean;
}

/** Tools run while the lock is held; what they found out is told together. */
function execute(step: Step, { calls, hasFinish }: Execution): void {
  const { world, conversation, run } = step;
  lock(conversation);
  const finish = (): void => {
    for (const { result } of calls) append(world, conversation, [result]);
    if (hasFinish) changeStatus(world, conversation, "finished");
    conclude(step);
  };
  const durationMs = calls.reduce((sum, each) => sum + each.durationMs, 0);
  if (durationMs > 0) run.cancel = world.agenda.after(durationMs, finish);
  else finish();
}

/** A step is done: what has come in meanwhile keeps the run going, and the limit ends it. */
function conclude({ world, conversation, run, asked }: Step): void {
  run.steps++;
  const isLast = run.steps >= configOrDefault(conversation).max_iterations;
  const isWaiting = conversation.status === "waiting_for_confirmation";
  if (conversation.lastUserMessageId !== asked && (isWaiting || conversation.status === "finished")) {
    if (isWaiting) rejectPending(world, conversation, "Superseded by a new user message");
    changeStatus(world, conversation, isLast ? "idle" : "running");
  }
  if (isLast && conversation.status === "running") {
    const { max_iterations } = configOrDefault(conversation);
    changeStatus(world, conversation, "error");
    const detail = `Agent reached maximum iterations limit (${max_iterations}).`;
    append(world, conversation, [runError("MaxIterationsReached", detail)]);
  }
  if (run.owesStats) tellStats(world, conversation);
  run.owesStats = false;
  unlock(conversation);
  if (conversation.run !== run) return; // who waited for the lock has ended it
  run.turn = null;
  if (["idle", "waiting_for_confirmation"].includes(conversation.status)) endRun(world, conversation);
  else take(world, conversation, run);
}
