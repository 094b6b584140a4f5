/** What `npm start` shows by itself: a scripted conversation with the mock server, while it happens. */
import { createAgentClient, createConversation } from "agent-server-client";
import { mockAgentServer, type Turn } from "agent-server-client/mocks";
import { setupServer } from "msw/node";
import { follow, type Screen } from "./follow.js";

const PLACE = { url: "http://agent.example", key: "demo-key" };
const MESSAGE = "One test fails. Please find out why, and mend it.";

/** What the agent does, answer by answer. */
const STORY: readonly Turn[] = [
  {
    reasoning: "First I need to see which test it is.",
    text: "I run the tests and look at the sources at the same time.",
    stream: true,
    calls: [
      {
        tool: "terminal",
        arguments: { command: "npm test" },
        summary: "Run the tests",
        result: "FAIL test/price.test.ts\n  expected 11 to be 12\nTests: 1 failed, 41 passed",
        durationMs: 400,
      },
      {
        tool: "terminal",
        arguments: { command: "cat src/price.ts" },
        summary: "Read the source",
        result: "export const gross = (net: number) => Math.floor(net * 1.2);",
      },
    ],
  },
  {
    text: "It rounds down where it should round to the nearest.",
    stream: true,
    calls: [
      {
        tool: "terminal",
        arguments: { command: "sed -i s/floor/round/ src/price.ts && npm test" },
        summary: "Round to the nearest",
        result: "Tests: 42 passed",
        durationMs: 300,
      },
    ],
  },
  { text: "Mended: `gross` rounds to the nearest now, and all 42 tests pass.", stream: true },
];

/** Plays it. Returns the exit code. */
export async function demo(screen: Screen): Promise<number> {
  if (!("WebSocket" in globalThis)) {
    screen.printError("timeline: expected a global WebSocket, which Node 20 has behind a flag; use npm start");
    return 1;
  }
  const mock = mockAgentServer({ baseUrl: PLACE.url, sessionApiKey: PLACE.key });
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: "error" });
  try {
    mock.script(STORY);
    const client = createAgentClient({ baseUrl: PLACE.url, sessionApiKey: PLACE.key });
    const { id: conversation } = await createConversation(client, {
      agent: { kind: "Agent", llm: { model: "openai/gpt-5.5", stream: true }, tools: [{ name: "terminal" }] },
      workspace: { kind: "LocalWorkspace", working_dir: "/workspace" },
      autotitle: false,
    });
    return await follow({ place: { ...PLACE, conversation }, text: MESSAGE, ...screen });
  } finally {
    server.close();
    mock.reset();
  }
}
