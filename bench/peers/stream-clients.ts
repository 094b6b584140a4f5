/** Programs that follow a conversation, as sources: each says `live` when it has the history, and what it was given at the end. */
import { ROOT } from "./places.js";

export const LAST = "the-last-one";

export interface StreamClient {
  readonly name: string;
  readonly isOurs: boolean;
  readonly source: string;
  /** Does it connect again by itself? */
  readonly reconnects: boolean;
}

export interface Followed {
  readonly ids: readonly string[];
  /** From the start to the last event. */
  readonly ms: number;
  /** Of the process, in that time. */
  readonly cpuMs: number;
}

/** `take` is to be called with every event, `live` once with the history taken. Ends the process with the last event. */
const HARNESS = `const [url, id] = process.argv.slice(2);
const ids = [];
const begun = performance.now();
const before = process.cpuUsage();
const take = (event) => {
  ids.push(event.id);
  if (event.id !== ${JSON.stringify(LAST)}) return;
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ ids, ms, cpuMs: (user + system) / 1000 }) + "\\n", () => process.exit());
};
const live = () => process.stdout.write("live\\n");
`;

const ours = (protocol: string): string => `import { WebSocket } from "ws";
import { createAgentClient } from ${JSON.stringify(`${ROOT}src/index.ts`)};
import { streamEvents } from ${JSON.stringify(`${ROOT}src/stream.ts`)};
${HARNESS}
const main = async () => {
  const client = createAgentClient({ baseUrl: url });
  let isLive = false;
  for await (const update of streamEvents(client, id, { protocol: "${protocol}", WebSocket })) {
    if (update.type === "event") take(update.event);
    if (update.type === "live" && !isLive) {
      isLive = true;
      live();
    }
  }
};
main();
`;

/** As its RemoteConversation does: the socket into the list, and the list's history over REST, each event once. */
const OFFICIAL = `import { RemoteEventsList, WebSocketCallbackClient } from "@openhands/typescript-client";
${HARNESS}
const seen = new Set();
const once = (event) => {
  if (event.id === undefined || seen.has(event.id)) return;
  seen.add(event.id);
  take(event);
};
const main = async () => {
  const list = new RemoteEventsList({ baseUrl: url }, id);
  let wait = [];
  const callback = (event) => (wait === undefined ? once(event) : wait.push(event));
  const socket = new WebSocketCallbackClient({ host: url, conversationId: id, callback });
  socket.start();
  while (socket.ws?.readyState !== 1) await new Promise((resolve) => setTimeout(resolve, 1));
  for (const event of await list.getEvents()) once(event);
  const early = wait;
  wait = undefined;
  for (const event of early) once(event);
  live();
};
main();
`;

/** Nothing but a socket and JSON.parse: no order, no second connection, nothing checked. */
const BY_HAND = `import { WebSocket } from "ws";
${HARNESS}
const history = Number(process.argv[4]);
const socket = new WebSocket(url.replace("http", "ws") + "/sockets/session/" + id + "?after_seq=-1");
socket.addEventListener("message", ({ data }) => {
  const { event } = JSON.parse(data);
  if (event === undefined) return;
  take(event);
  if (ids.length === history) live();
});
`;

export const STREAM_CLIENTS: readonly StreamClient[] = [
  { name: "streamEvents, session socket", isOurs: true, source: ours("session"), reconnects: true },
  { name: "streamEvents, events socket", isOurs: true, source: ours("events"), reconnects: true },
  { name: "@openhands/typescript-client, bundled as CommonJS", isOurs: false, source: OFFICIAL, reconnects: true },
  { name: "by hand: a WebSocket and JSON.parse", isOurs: false, source: BY_HAND, reconnects: false },
];

/** Does the official socket connect where it is imported as the module that it is? Prints what it says. */
export const OFFICIAL_AS_MODULE = `import { WebSocketCallbackClient } from "@openhands/typescript-client";
const [url, id] = process.argv.slice(2);
const end = (said) => {
  console.log(JSON.stringify(said));
  process.exit();
};
const onError = (error) => end(error.message);
const socket = new WebSocketCallbackClient({ host: url, conversationId: id, callback: () => undefined, onError });
socket.start();
setInterval(() => socket.ws?.readyState === 1 && end("connects"), 10);
setTimeout(() => end("does not connect"), 5000);
`;
