/**
 * What providers ask of the messages they are sent, as rules over a view. Taking one event out can break a rule for
 * others, so what leaves is followed up until nothing more has to leave; each event leaves once.
 */
import type { Event as AgentEvent } from "../generated/types.js";
import { ACTION, isAction, isAnswer, type Role, startsToolLoop } from "./roles.js";

/** A branch, what its events are to the view, and the places that are in view. */
export interface Viewed {
  readonly branch: readonly AgentEvent[];
  readonly roles: readonly Role[];
  readonly places: readonly number[];
}

/** Events that stay or leave together: the places of those in view, and whether one is not in view from the start. */
interface Tie {
  places: number[];
  torn: boolean;
}

/** A tool call: the actions that make it, and what answers it. */
interface Call {
  actions: number[];
  actionsLeft: number;
  answer: number | undefined;
}

/** The actions of one response of the model, by its id; whether they follow each other does not matter. */
function batchesOf({ branch, roles, places }: Viewed, inView: Uint8Array): Map<string, Tie> {
  const batches = new Map<string, Tie>();
  for (const place of places) {
    const event = branch[place];
    if (!isAction(event, roles[place])) continue;
    const batch = batches.get(event.llm_response_id);
    if (batch === undefined) batches.set(event.llm_response_id, { places: [place], torn: false });
    else batch.places.push(place);
  }
  for (let place = 0; place < branch.length; place++) {
    if (roles[place] !== ACTION || inView[place] === 1) continue;
    const event = branch[place];
    const batch = isAction(event, ACTION) ? batches.get(event.llm_response_id) : undefined;
    if (batch !== undefined) batch.torn = true;
  }
  return batches;
}

/**
 * A tool loop is an action with thinking and all actions and answers after it, until anything else: providers sign it
 * as a whole. What ends it need not be for the model: a state update does, too. Gives the loop of each place.
 */
function toolLoopsOf({ branch, roles }: Viewed, inView: Uint8Array): (Tie | undefined)[] {
  const loops: (Tie | undefined)[] = [];
  let loop: Tie | undefined;
  for (let place = 0; place < branch.length; place++) {
    const [event, role] = [branch[place], roles[place]];
    if (isAction(event, role)) loop = startsToolLoop(event) ? { places: [], torn: false } : loop;
    else if (!isAnswer(event, role)) loop = undefined;
    loops.push(loop);
    if (loop === undefined) continue;
    if (inView[place] === 1) loop.places.push(place);
    else loop.torn = true;
  }
  return loops;
}

/**
 * The tool calls in view by id, and the places of what answers one that was answered before: when a crash was reported
 * for a call that did end, the model has seen the report.
 */
function callsOf({ branch, roles, places }: Viewed): { calls: Map<string, Call>; second: number[] } {
  const calls = new Map<string, Call>();
  const second: number[] = [];
  for (const place of places) {
    const [event, role] = [branch[place], roles[place]];
    const acts = isAction(event, role);
    if (!acts && !isAnswer(event, role)) continue;
    const call = calls.get(event.tool_call_id);
    if (call === undefined) {
      const [actions, answer] = acts ? [[place], undefined] : [[], place];
      calls.set(event.tool_call_id, { actions, actionsLeft: actions.length, answer });
    } else if (acts) {
      call.actionsLeft = call.actions.push(place);
    } else if (call.answer === undefined) {
      call.answer = place;
    } else {
      second.push(place);
    }
  }
  return { calls, second };
}

/**
 * The places of a view that keep to the rules: one answer per tool call, no action without an answer and no answer
 * without an action, responses and tool loops whole or not at all.
 *
 * @see `context/view/properties` of the server's SDK
 */
export function lastingPlaces(viewed: Viewed): number[] {
  const { branch, roles, places } = viewed;
  const inView = new Uint8Array(branch.length);
  for (const place of places) inView[place] = 1;
  const { calls, second } = callsOf(viewed);
  const batches = batchesOf(viewed, inView);
  const loops = toolLoopsOf(viewed, inView);

  const left: number[] = [];
  const leave = (gone: readonly number[]): void => {
    for (const place of gone) {
      if (inView[place] === 1) left.push(place);
      inView[place] = 0;
    }
  };
  const follow = (place: number): void => {
    const [event, role] = [branch[place], roles[place]];
    const batch = isAction(event, role) ? batches.get(event.llm_response_id) : undefined;
    for (const tie of [batch, loops[place]]) leave(tie?.places.splice(0) ?? []);
    const call = isAction(event, role) || isAnswer(event, role) ? calls.get(event.tool_call_id) : undefined;
    if (call === undefined) return;
    if (role === ACTION) call.actionsLeft--;
    if (place === call.answer) leave(call.actions.splice(0));
    else if (call.actionsLeft === 0 && call.answer !== undefined) leave([call.answer]);
  };

  leave(second);
  for (const tie of batches.values()) if (tie.torn) leave(tie.places);
  for (const place of places) if (loops[place]?.torn) leave([place]);
  for (const call of calls.values()) {
    if (call.answer === undefined) leave(call.actions);
    else if (call.actions.length === 0) leave([call.answer]);
  }
  for (let place = left.pop(); place !== undefined; place = left.pop()) follow(place);
  return places.filter((place) => inView[place] === 1);
}
