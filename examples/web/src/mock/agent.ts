/** The scripted agent: what it does in each conversation, decided when it is asked for. */
import type { MockAgentServer, Turn } from "agent-server-client/mocks";

/** What an agent is to do in one conversation, and how much of it it has begun. */
export interface Plan {
  readonly turns: readonly Turn[];
  readonly taken: number;
}

export interface Agent {
  /** Has been told something, and does not run: what was planned is forgotten. */
  readonly isTold: (id: string, text: string) => void;
  /** Has been told something more while it runs. */
  readonly isToldMore: (id: string, text: string) => void;
  /** Is going to run. */
  readonly getsReady: (id: string) => void;
  /** Turns for whichever conversation runs next, before what the replies would say. */
  readonly script: (turns: readonly Turn[]) => void;
  readonly planOf: (id: string) => Plan;
  readonly setPlan: (id: string, plan: Plan) => void;
}

const NOTHING: Plan = { turns: [], taken: 0 };
const LAST_WORDS: Turn = { text: "Done." };
const SLOTS = 6;

export function createAgent(
  mock: Pick<MockAgentServer, "script">,
  repliesOf: (text: string) => readonly Turn[],
): Agent {
  const plans = new Map<string, Plan>();
  const scripted: Turn[] = [];
  let current = "";
  const planOf = (id: string): Plan => plans.get(id) ?? NOTHING;

  const next = (): Turn => {
    const { turns, taken } = planOf(current);
    const turn = turns[taken] ?? scripted.shift() ?? LAST_WORDS;
    plans.set(current, { turns: [...turns.slice(0, taken), turn, ...turns.slice(taken + 1)], taken: taken + 1 });
    return turn;
  };
  const getsReady = (id: string): void => {
    current = id;
    mock.script(Array.from({ length: SLOTS + scripted.length }, () => lateTurn(next)));
  };
  const repliesTo = (text: string): readonly Turn[] => (scripted.length > 0 ? [] : repliesOf(text));
  return {
    isTold(id, text) {
      plans.set(id, { turns: repliesTo(text), taken: 0 });
      getsReady(id);
    },
    isToldMore(id, text) {
      const { turns, taken } = planOf(id);
      plans.set(id, { turns: [...turns, ...repliesTo(text)], taken });
      getsReady(id);
    },
    getsReady,
    script: (turns) => void scripted.push(...turns),
    planOf,
    setPlan: (id, plan) => void plans.set(id, plan),
  };
}

/**
 * A turn that is decided when the agent takes it. The script of the mock server is one queue: what a refused or stopped
 * run has left in it would be done by the next run.
 */
function lateTurn(decide: () => Turn): Turn {
  let decided: Turn | undefined;
  const turn = (): Turn => {
    decided ??= decide();
    return decided;
  };
  return new Proxy<Turn>(LAST_WORDS, { has: (_, key) => key in turn(), get: (_, key) => Reflect.get(turn(), key) });
}
