/** The mock server for the console and for tests: `exampleMock.fail("send_message", 503)`. */
import type { MockAgentServer } from "agent-server-client/mocks";
import type { Agent } from "./agent.js";
import type { Keeper } from "./keeper.js";

declare global {
  /** There while the built-in mock server is in use. */
  var exampleMock: MockAgentServer | undefined;
}

/** The server, but that its script comes before the agent's own ideas, and that what happens is kept. */
export const expose = (mock: MockAgentServer, agent: Agent, keeper: Keeper): MockAgentServer => ({
  ...mock,
  script(turns) {
    if (typeof turns === "function") mock.script(turns);
    else agent.script(turns);
  },
  emit(id, event) {
    const told = mock.emit(id, event);
    void keeper.keep(id);
    return told;
  },
  reset() {
    mock.reset();
    agent.play();
    keeper.clear();
  },
});
