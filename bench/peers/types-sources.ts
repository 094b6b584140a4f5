/** What TypeScript is given to check, by tool: a switch over an event, and five calls. */
import { join } from "node:path";
import type { DocumentName } from "./documents.js";
import { generatedFolder } from "./generators.js";
import { CACHE } from "./places.js";

export interface TypesCase {
  readonly tool: string;
  readonly isOurs: boolean;
  /** What makes it, where it is generated: from the published document. */
  readonly peer?: string;
  /** Imports the type of an event as `Event`. */
  readonly event: (document: DocumentName) => string;
  readonly calls: string;
}

const at = (peer: string, file: string, document: DocumentName = "published"): string =>
  JSON.stringify(join(CACHE, generatedFolder(peer, document), file));

/** The same for all; to be right it has no error. */
export const switchOver = (event: string): string => `${event}
export function id(event: Event): string {
  switch (event.kind) {
    case "ActionEvent":
      return event.tool_name;
    case "MessageEvent":
      return event.llm_message.role;
    case "ObservationEvent":
      return event.tool_call_id;
    default:
      return "";
  }
}
`;

/** Nothing narrows what is `any`, and everything is said of what is \`never\`. */
export const probeOf = (event: string): string => `${event}
type Is = 0 extends 1 & Event ? "any" : [Event] extends [never] ? "never" : "a type";
export const is: Is = "a type";
`;

const FIVE = [
  "getConversationApiConversationsConversationIdGet",
  "searchConversationEventsApiConversationsConversationIdEventsSearchGet",
  "getConversationEventApiConversationsConversationIdEventsEventIdGet",
  "startConversationApiConversationsPost",
  "runConversationApiConversationsConversationIdRunPost",
] as const;
const LETTERS = "abcde";
/** Five functions of these names, called with these arguments, from one file or from one each. */
const functions = (from: (name: string) => string, args: readonly string[]): string =>
  `${FIVE.map((name, index) => `import { ${name} as ${LETTERS[index]} } from ${from(name)};`).join("\n")}
export async function calls(): Promise<void> {
  console.log(${args.map((arg, index) => `await ${LETTERS[index]}(${arg})`).join(", ")});
}
`;
const BODY = `{ workspace: { working_dir: "/w" } }`;
const PATH = `{ conversation_id: "c" }`;
const POSITIONAL = [`"c"`, `"c"`, `"c", "e"`, BODY, `"c"`];
const NAMED = [
  `{ path: ${PATH} }`,
  `{ path: ${PATH} }`,
  `{ path: { conversation_id: "c", event_id: "e" } }`,
  `{ body: ${BODY} }`,
  `{ path: ${PATH} }`,
];

const byPath = (setup: string, wrap: string): string => `${setup}
const path = ${PATH};
export async function calls(): Promise<void> {
  const info = ${wrap}(await client.GET("/api/conversations/{conversation_id}", { params: { path } }));
  const page = ${wrap}(await client.GET("/api/conversations/{conversation_id}/events/search", { params: { path } }));
  const one = { params: { path: { ...path, event_id: "e" } } };
  const event = ${wrap}(await client.GET("/api/conversations/{conversation_id}/events/{event_id}", one));
  const made = ${wrap}(await client.POST("/api/conversations", { body: ${BODY} }));
  const run = ${wrap}(await client.POST("/api/conversations/{conversation_id}/run", { params: { path } }));
  console.log(info, page, event, made, run);
}
`;

const METHODS = `import { ConversationClient } from "@openhands/typescript-client/clients";
const client = new ConversationClient({ host: "" });
export async function calls(): Promise<void> {
  const info = await client.getConversation("c");
  const page = await client.searchEvents("c");
  const event = await client.getEvent("c", "e");
  const made = await client.createConversation(${BODY});
  const run = await client.runConversation("c");
  console.log(info, page, event, made, run);
}
`;

const generated = (tool: string, peer: string, event: TypesCase["event"], calls: string): TypesCase => ({
  tool,
  isOurs: false,
  peer,
  event,
  calls,
});

export const TYPES_CASES: readonly TypesCase[] = [
  {
    tool: "agent-server-client",
    isOurs: true,
    event: () => `import type { AgentEvent as Event } from "agent-server-client";`,
    calls: byPath(
      `import { createAgentClient, unwrap } from "agent-server-client";\nconst client = createAgentClient({ baseUrl: "" });`,
      "unwrap",
    ),
  },
  {
    tool: "@openhands/typescript-client",
    isOurs: false,
    event: () => `import type { ConversationEvent as Event } from "@openhands/typescript-client";`,
    calls: METHODS,
  },
  generated(
    "openapi-typescript + openapi-fetch",
    "types",
    (document) =>
      `import type { components } from ${at("types", "types.d.ts", document)};\ntype Event = components["schemas"]["Event"];`,
    byPath(
      `import createClient from "openapi-fetch";\nimport type { paths } from ${at("types", "types.d.ts")};\nconst client = createClient<paths>();`,
      "",
    ),
  ),
  generated(
    "hey-api",
    "hey",
    (document) => `import type { Event } from ${at("hey", "types.gen.js", document)};`,
    functions(() => at("hey", "sdk.gen.js"), NAMED),
  ),
  generated(
    "orval, fetch",
    "orval",
    (document) => `import type { Event } from ${at("orval", "fetch/model/index.js", document)};`,
    functions(() => at("orval", "fetch/api.js"), POSITIONAL),
  ),
  generated(
    "kubb, fetch",
    "kubb",
    (document) => `import type { Event } from ${at("kubb", "types/Event.js", document)};`,
    functions((name) => at("kubb", `clients/${name}.js`), POSITIONAL),
  ),
];
