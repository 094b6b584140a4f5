// @vitest-environment happy-dom
/** The timeline of examples/web: what is written renders itself, and no row that stands there. */
import { render, screen } from "@testing-library/react";
import { type AgentEvent, sendMessage } from "agent-server-client";
import { useConversation } from "agent-server-client/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { ServerContext } from "../../examples/web/src/server.js";
import { readSettings } from "../../examples/web/src/settings.js";
import { Timeline } from "../../examples/web/src/timeline/timeline.js";
import { begin, newClient, useMocked } from "./support/mocked.js";

const renders = vi.hoisted(() => new Map<string, number>());
vi.mock("../../examples/web/src/timeline/event-content.js", () => ({
  EventContent: ({ event }: { readonly event: AgentEvent }): ReactNode => {
    renders.set(event.id, (renders.get(event.id) ?? 0) + 1);
    return event.kind;
  },
}));

const mocked = useMocked();
const client = newClient();
const TOKENS = Array.from({ length: 50 }, (_, index) => `word${index} `);
const rewrite = (): void => undefined;

test("each row renders once, however much is written below", async () => {
  const id = await begin(mocked, client, [{ text: TOKENS.join(""), stream: TOKENS }]);
  const App = (): ReactNode => {
    const { snapshot } = useConversation(client, id, { select: ({ live, events }) => (live ? events : null) });
    return <Timeline id={id} events={snapshot} onRewrite={rewrite} />;
  };
  render(
    <ServerContext value={{ client, settings: readSettings() }}>
      <App />
    </ServerContext>,
  );
  await screen.findByText("Nothing has happened yet", { exact: false }).catch(() => undefined);
  await sendMessage(client, id, "Go.");
  await vi.waitFor(() => expect(screen.getAllByText("MessageEvent")).toHaveLength(2), 5000);
  expect([...renders.values()].filter((count) => count !== 1)).toEqual([]);
  expect(renders.size).toBeGreaterThan(1);
});
