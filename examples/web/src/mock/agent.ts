/** The scripted agent: what it does in each conversation, decided when it is asked for. */
import type { MockAgentServer, Turn, TurnRequest } from "agent-server-client/mocks";

/** What an agent is to do in one conversation, and how much of it it has begun. */
export interface Plan {
  readonly turns: readonly Turn[];
  readonly taken: number;
}

export interface Agent {
  /** Plays the agents of the mock server from now on. */
  readonly play: () => void;
  /** Has been told something, and does not run: what was planned is forgotten. */
  readonly isTold: (id: string, text: string) => void;
  /** Has been told something more while it runs. */
  readonly isToldMore: (id: string, text: string) => void;
  /** Turns for whichever conversation runs next, before what the replies would say. */
  readonly script: (turns: readonly Turn[]) => void;
  readonly planOf: (id: string) => Plan;
  readonly setPlan: (id: string, plan: Plan) => void;
}

const NOTHING: Plan = { turns: [], taken: 0 };
const LAST_WORDS: Turn = { text: "Done." };

export function createAgent(
  mock: Pick<MockAgentServer, "script">,
  repliesOf: (text: string) => readonly Turn[],
): Agent {
  const plans = new Map<string, Plan>();
  const scripted: Turn[] = [];
  const planOf = (id: string): Plan => plans.get(id) ?? NOTHING;

  const next = ({ conversationId }: TurnRequest): Turn => {
    const { turns, taken } = planOf(conversationId);
    const turn = turns[taken] ?? scripted.shift() ?? LAST_WORDS;
    plans.set(conversationId, { turns: [...turns.slice(0, taken), turn, ...turns.slice(taken + 1)], taken: taken + 1 });
    return turn;
  };
  const repliesTo = (text: string): readonly Turn[] => (scripted.length > 0 ? [] : repliesOf(text));
  return {
    play: () => mock.script(next),
    isTold: (id, text) => void plans.set(id, { turns: repliesTo(text), taken: 0 }),
    isToldMore(id, text) {
      const { turns, taken } = planOf(id);
      plans.set(id, { turns: [...turns, ...repliesTo(text)], taken });
    },
    script: (turns) => void scripted.push(...turns),
    planOf,
    setPlan: (id, plan) => void plans.set(id, plan),
  };
}
