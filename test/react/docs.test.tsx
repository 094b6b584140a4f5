// @vitest-environment happy-dom
/** Every block of the pages that is a component renders, and does what it is there for. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { AgentClient } from "agent-server-client";
import { runToEnd } from "agent-server-client/stream";
import type { ComponentType } from "react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { blocksIn, type Calls, keysOf, runBlock, snippets, writeSnippets } from "../support/docs-folder.js";
import { ROOT } from "../support/docs-pages.js";
import { begin, newClient, useMocked } from "./support/mocked.js";

const folder = join(ROOT, ".cache/docs-react");
const blocks = blocksIn("tsx");
const keys = keysOf(blocks);
const files = snippets(blocks);
const mocked = useMocked();

beforeAll(() => writeSnippets(folder, files));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Shown = ComponentType<{ client: AgentClient; id: string }>;
const EVERYTHING = { childList: true, characterData: true, subtree: true };
const ANSWER = "All of them pass.";

const CALLS: Calls = {
  "README.md Composer": async (Composer: Shown) => {
    const client = newClient();
    const id = await begin(mocked, client, [
      { calls: [{ tool: "terminal", arguments: { command: "npm test" }, result: "ok", durationMs: 60 }] },
      { text: ANSWER },
    ]);
    render(<Composer client={client} id={id} />);
    fireEvent.click(screen.getByText("Ask"));
    await screen.findByText("Stop");
    await screen.findByText("Ask");
  },
  "docs/react.md Conversation": async (Conversation: Shown) => {
    const client = newClient();
    const id = await begin(mocked, client, [{ text: ANSWER }]);
    render(<Conversation client={client} id={id} />);
    fireEvent.click(screen.getByText("Ask"));
    await screen.findByText(ANSWER);
    mocked.mock.fail("send_message", 503);
    fireEvent.click(screen.getByText("Ask"));
    expect((await screen.findByRole("alert")).textContent).toMatch(/not available.*Try again/);
  },
  "docs/react.md Status": async (Status: Shown) => {
    const client = newClient();
    render(<Status client={client} id={await begin(mocked, client, [])} />);
    expect(screen.getByRole("status").textContent).toBe("connecting");
    await screen.findByText("idle");
  },
  "docs/react.md Writing": async (Writing: Shown) => {
    const client = newClient();
    const id = await begin(mocked, client, [{ text: ANSWER, stream: ["All of", " them pass."] }]);
    const { container } = render(<Writing client={client} id={id} />);
    const seen = new Set<string>();
    new MutationObserver(() => seen.add(container.textContent ?? "")).observe(container, EVERYTHING);
    await runToEnd(client, id, { message: "Do the tests pass?" });
    await waitFor(() => expect(seen).toContain("All of"));
    await waitFor(() => expect(container.textContent).toBe(""));
  },
  "docs/client.md Count": async (Count: ComponentType) => {
    await begin(mocked, newClient(), []);
    const shown = render(
      <QueryClientProvider client={new QueryClient()}>
        <Count />
      </QueryClientProvider>,
    );
    await shown.findByText("1 conversations");
  },
};

test.each(blocks.map((block, index) => [block.name, block, files[index]?.file ?? ""] as const))(
  "%s",
  async (_, block, file) => {
    await runBlock(join(folder, file), block, keys, CALLS);
  },
);

test("every call of an export belongs to one", () => {
  expect(Object.keys(CALLS).sort()).toEqual([...keys.values()].sort());
});
