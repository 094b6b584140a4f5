/** Row "size": what a bundler makes of the same need, in kB after gzip. */
import { gzipped } from "../measure.js";
import { ensure, generatedFolder } from "./generators.js";
import { ROOT } from "./places.js";
import { type Cell, count, type Line, type Table } from "./table.js";
import { builtFor, bundled } from "./validators.js";

const COLUMNS = ["validating an event", "client and one call", "one guard", "following a conversation"] as const;
type Need = (typeof COLUMNS)[number];
type Sources = Readonly<Partial<Record<Need, string>>>;

const OURS = JSON.stringify(`${ROOT}src/index.ts`);
const STREAM = JSON.stringify(`${ROOT}src/stream.ts`);
const path = `{ params: { path: { conversation_id: "c" } } }`;

const CALLS: Readonly<Record<string, Sources>> = {
  "agent-server-client": {
    "client and one call": `import { createAgentClient, unwrap } from ${OURS};
      console.log(unwrap(await createAgentClient({ baseUrl: "/" }).GET("/api/conversations/{conversation_id}", ${path})));`,
    "one guard": `import { isActionEvent } from ${OURS}; onmessage = (event) => isActionEvent(event);`,
    "following a conversation": `import { createAgentClient } from ${OURS}; import { streamEvents } from ${STREAM};
      for await (const update of streamEvents(createAgentClient({ baseUrl: "/" }), "c")) console.log(update);`,
  },
  "@openhands/typescript-client": {
    "client and one call": `import { ConversationClient } from "@openhands/typescript-client/clients";
      console.log(await new ConversationClient({ host: "/" }).getConversation("c"));`,
    "one guard": `import { isActionEvent } from "@openhands/typescript-client"; onmessage = (event) => isActionEvent(event);`,
    "following a conversation": `import { RemoteEventsList, WebSocketCallbackClient } from "@openhands/typescript-client";
      const list = new RemoteEventsList({ baseUrl: "/" }, "c");
      new WebSocketCallbackClient({ host: "/", conversationId: "c", callback: (event) => list.addEvent(event) }).start();
      console.log(await list.getEvents());`,
  },
  "openapi-typescript + openapi-fetch": {
    "client and one call": `import createClient from "openapi-fetch";
      console.log(await createClient({ baseUrl: "/" }).GET("/api/conversations/{conversation_id}", ${path}));`,
  },
};

const NAME = "getConversationApiConversationsConversationIdGet";
/** By peer: where the call is. */
const GENERATED: Readonly<Record<string, (folder: string) => string>> = {
  "hey-mini": (folder) => `import { ${NAME} as get } from "./${folder}/sdk.gen.ts";
    console.log(await get({ path: { conversation_id: "c" } }));`,
  "orval-mini": (folder) => `import { ${NAME} as get } from "./${folder}/fetch/api.ts"; console.log(await get("c"));`,
  "kubb-mini": (folder) =>
    `import { ${NAME} as get } from "./${folder}/clients/${NAME}.ts"; console.log(await get("c"));`,
};
const CALLS_OF: Readonly<Record<string, string>> = {
  "hey-mini": "hey-api, client-fetch",
  "orval-mini": "orval, fetch",
  "kubb-mini": "kubb, fetch",
};

/** With what it imports of Node left out, where it cannot be bundled otherwise. */
async function sizeOf(source: string): Promise<Cell> {
  try {
    return count(gzipped(await bundled(source)), 2);
  } catch {
    const external = [
      "node:*",
      "fs",
      "fs/promises",
      "path",
      "url",
      "http",
      "https",
      "ws",
      "child_process",
      "os",
      "crypto",
    ];
    return count(gzipped(await bundled(source, { external })), 2, "modules of Node left out");
  }
}

async function callLine(tool: string, sources: Sources): Promise<Line> {
  const cells: Record<string, Cell> = {};
  for (const [need, source] of Object.entries(sources)) cells[need] = await sizeOf(source);
  return { tool, isOurs: tool === "agent-server-client", cells };
}

export async function size(): Promise<Table> {
  const lines: Line[] = (await builtFor("repaired")).map(({ name: tool, isOurs, group, kB }) => ({
    tool,
    isOurs,
    ...(group && { group }),
    cells: { "validating an event": count(kB, 2) },
  }));
  for (const [tool, sources] of Object.entries(CALLS)) lines.push(await callLine(tool, sources));
  for (const [peer, source] of Object.entries(GENERATED)) {
    await ensure(peer, "published");
    const call = source(generatedFolder(peer, "published"));
    lines.push(await callLine(CALLS_OF[peer] ?? peer, { "client and one call": call }));
  }
  return {
    row: "size",
    how: "kB of 1,000 bytes after esbuild (bundled, minified, for browsers) and gzip, with everything that is needed, zod included. What asks for modules of Node does not bundle unless they are left out, and then does not load in a browser. Validators of peers from the repaired document, calls from the published one.",
    columns: COLUMNS.map((name) => ({ name, better: "lower" })),
    lines,
  };
}
