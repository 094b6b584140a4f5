/** Why we are behind or level, by the name of the verdict. Data: `npm run bench:peers` writes it into the page. */

const JIT =
  "classic zod makes code from strings at run time, which zod/mini never does. `parseEvent` is ahead of both and is what to take where no zod schema is wanted; under a content security policy the two are alike";
const MINI =
  "zod/mini on both sides, so that the two do the same work; here the schema also keeps fields that it does not know, and dispatches on the kind by hand to let newer ones pass";
const CALL =
  "a generated function is one `fetch` and no more. Here the client masks keys in what it throws, classifies errors, retries what may be retried, has time-outs, and reads the answer by its kind; openapi-fetch is 2.6 kB of it";
const FIVE_CALLS =
  "one method is typed by path, so that TypeScript looks up a path among all of them; a function for each operation has its types beside it. The price is paid once in a program, whatever the number of calls";
const SOCKET =
  "by hand there is a socket and `JSON.parse` and nothing else: no history over REST, no second connection, no order, nothing lost noticed. The difference is what it takes to know every event's place and to hand it out by `for await`";
const SERVER_BOUND =
  "the simulated server, on the same two cores, takes a good part of the time of all; the CPU time of the process that follows says more";
const LIKE_CLIENTS = "about the same number of modules; the root of the official client takes many times as long";
const ALL_THERE_IS = "it is all there is";

export const REASONS: Readonly<Record<string, string>> = {
  "accepts: parseEvent, of 19 kinds": ALL_THERE_IS,
  "accepts: parseEvent, of the recorded events":
    "it is all there is; the peers that take as many take them from a document that was opened by hand, and then, but for ajv, take broken events too",
  "accepts: EventSchema, zod/mini, of 19 kinds": ALL_THERE_IS,
  "accepts: EventSchema, zod/mini, of the recorded events":
    "it is all there is; the peers that take as many take them from a document that was opened by hand, and then take broken events too",
  "types: agent-server-client, switch: instantiations": "nothing is generic in a switch over literal kinds",
  "operations: agent-server-client, callable": "it is all that `fetch` can express",
  "stream: streamEvents, session socket, events doubled": "nobody doubles one; who loses none stands beside it",
  "stream: streamEvents, events socket, events doubled": "nobody doubles one; who loses none stands beside it",
  "generate: agent-server-client, s":
    "ajv compiles one check, of one schema, and others make types, schemas or calls of one kind; here all schemas are rendered four times, with types, calls and samples. `openapi-typescript` is a part of our own time. Users of the package generate nothing",
  "parse: EventSchema, zod/mini, µs an event": JIT,
  "parse: EventSchema, zod/mini, share of JSON.parse": `${JIT}. Against zod/mini: ${MINI}`,
  "parse: EventSchema, zod/mini, without eval": MINI,
  "size: agent-server-client, client and one call": CALL,
  "size: agent-server-client, following a conversation":
    "the official client's socket drops what happens while it is away, keeps no order between socket and REST, and puts the key into the URL; its figure also leaves out modules of Node that a browser has not. Ours is 6.5 kB beside a client",
  "start: EventSchema, zod/mini, bundled, first event validated":
    "nearly all of it is zod/mini itself, which both bundle; `parseEvent` needs none",
  'start: import "agent-server-client", import from node_modules': LIKE_CLIENTS,
  'start: import "agent-server-client/stream", import from node_modules': LIKE_CLIENTS,
  "types: agent-server-client, switch: s":
    "both are near what can be measured; the number of types is exact, and lower here",
  "types: agent-server-client, five calls: types": FIVE_CALLS,
  "types: agent-server-client, five calls: instantiations": FIVE_CALLS,
  "types: agent-server-client, five calls: s": FIVE_CALLS,
  "stream: streamEvents, session socket, events/s": SERVER_BOUND,
  "stream: streamEvents, events socket, events/s":
    "history comes over REST in pages, since that socket tells none of it in order; the session socket needs no pages",
  "stream: streamEvents, session socket, CPU µs an event": SOCKET,
  "stream: streamEvents, events socket, CPU µs an event": `${SOCKET}. Pages of REST cost more than frames; the official client reads the same pages, but never asks whether one is missing`,
};
