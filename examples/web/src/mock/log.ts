/** Builds the log of a conversation that has happened before. */
import type { AgentEvent } from "agent-server-client";
import { mockAction, mockEvent, mockObservation } from "agent-server-client/mocks";

/** Where an event comes from, and where in the tree it goes. */
interface Place {
  readonly id: string;
  readonly timestamp: string;
  readonly parent_id: string | null;
}

export interface Log {
  readonly events: AgentEvent[];
  /** Adds an event after the last one. Gives its id. */
  add(make: (place: Place) => AgentEvent): string;
  /** The next event follows this one. */
  goBackTo(id: string): void;
  user(text: string): string;
  agent(text: string, reasoning?: string): string;
  /** A command with what it wrote. */
  run(command: string, output: string, exitCode?: number): string;
}

const STEP_MS = 1_700;

/** @param name - of four hexadecimal digits, so that the ids of its events are its own */
export function createLog(name: string, startMs: number): Log {
  const events: AgentEvent[] = [];
  let parent_id: string | null = null;

  const add = (make: (place: Place) => AgentEvent): string => {
    const id = `${name}0000-0000-4000-8000-${String(events.length).padStart(12, "0")}`;
    const timestamp = new Date(startMs + events.length * STEP_MS).toISOString().slice(0, -1);
    events.push(make({ id, timestamp, parent_id }));
    parent_id = id;
    return id;
  };
  const block = (text: string) => ({ cache_prompt: false, type: "text" as const, text });

  add((place) => mockEvent("SystemPromptEvent", { ...place, system_prompt: block("You are an agent.") }));
  return {
    events,
    add,
    goBackTo(id) {
      parent_id = id;
    },
    user: (text) =>
      add((place) =>
        mockEvent("MessageEvent", {
          ...place,
          source: "user",
          llm_message: { role: "user", content: [block(text)], thinking_blocks: [] },
        }),
      ),
    agent: (text, reasoning) =>
      add((place) =>
        mockEvent("MessageEvent", {
          ...place,
          source: "agent",
          llm_message: {
            role: "assistant",
            content: [block(text)],
            thinking_blocks: [],
            ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
          },
        }),
      ),
    run(command, output, exitCode = 0) {
      const names = { tool_name: "terminal", tool_call_id: `call_${name}_${events.length}` };
      const id = add((place) =>
        mockEvent("ActionEvent", {
          ...place,
          ...names,
          thought: [],
          llm_response_id: `${name}-${events.length}`,
          action: mockAction("TerminalAction", { command }),
          tool_call: {
            id: names.tool_call_id,
            name: "terminal",
            arguments: JSON.stringify({ command }),
            origin: "completion",
          },
        }),
      );
      const fields = { command, exit_code: exitCode, is_error: exitCode !== 0, content: [block(output)] };
      const observation = mockObservation("TerminalObservation", fields);
      return add((place) => mockEvent("ObservationEvent", { ...place, ...names, action_id: id, observation }));
    },
  };
}
