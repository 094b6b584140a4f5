/** Ways to open a socket, and things to say on it. */

export interface SocketCase {
  readonly name: string;
  /** Below `/sockets/`; `{quiet}` is a conversation with some events, `{talk}` one that may run. */
  readonly path: string;
  /** What is said, one after the other. */
  readonly say?: readonly (string | Uint8Array)[];
  /** The agent has something to do. */
  readonly isLong?: boolean;
}

const NOBODY = "00000000-0000-4000-8000-000000000000";
const AUTH = '{"type":"auth","session_api_key":"{key}"}';
const KEY = "session_api_key={key}";

/** Opened with a first frame that says who is there. */
const authenticated = (name: string, path: string, ...say: readonly (string | Uint8Array)[]): SocketCase => ({
  name: `${name}: ${path}`,
  path,
  say: [AUTH, ...say],
});
const refused = (path: string): SocketCase => ({ name: `refused: ${path}`, path });
const first = (name: string, frame: string | Uint8Array, kind = "session"): SocketCase => ({
  name: `first frame ${name} (${kind})`,
  path: kind === "bash-events" ? kind : `${kind}/{quiet}`,
  say: [frame],
});

const AUTHENTICATION: readonly SocketCase[] = [
  ...["session", "events", "bash-events"].flatMap((kind) => [
    first("right", AUTH, kind),
    first("wrong", '{"type":"auth","session_api_key":"wrong"}', kind),
    first("binary", new TextEncoder().encode("{}"), kind),
  ]),
  first("right, with more in it", '{"type":"auth","session_api_key":"{key}","more":1}'),
  first("no JSON", "{"),
  first("no object", "5"),
  first("of another type", '{"type":"hello","session_api_key":"{key}"}'),
  first("without a key", '{"type":"auth"}'),
  first("with a key that is no text", '{"type":"auth","session_api_key":5}'),
  first("empty", ""),
  { name: "a key in the query", path: `session/{quiet}?${KEY}` },
  { name: "a key in the query, and in a frame", path: `session/{quiet}?${KEY}`, say: [AUTH] },
  { name: "a key in the query, and a wrong one in a frame", path: `events/{quiet}?${KEY}`, say: ['{"type":"auth"}'] },
  { name: "nobody's conversation", path: `session/${NOBODY}`, say: [AUTH] },
  { name: "nobody's conversation, key in the query", path: `events/${NOBODY}?${KEY}` },
  { name: "nobody's conversation, wrong key", path: `session/${NOBODY}`, say: ['{"type":"auth"}'] },
  { name: "an id without dashes", path: "session/{quiet}", say: [AUTH] },
];

const REFUSALS: readonly SocketCase[] = [
  "session/{quiet}?session_api_key=wrong",
  "session/{quiet}?session_api_key=",
  "events/{quiet}?session_api_key=wrong",
  "bash-events?session_api_key=wrong",
  "session/not-an-id",
  "events/not-an-id",
  "nowhere",
  "session/{quiet}/more",
  "session/{quiet}?after_seq=x",
  "session/{quiet}?after_seq=1.5",
  "session/{quiet}?after_seq=",
  "events/{quiet}?resend_mode=x",
  "events/{quiet}?after_timestamp=x",
  "events/{quiet}?resend_mode=since&after_timestamp=x",
  "bash-events?resend_mode=x",
].map(refused);

const HISTORY: readonly SocketCase[] = [
  authenticated("history", "session/{quiet}"),
  ...["-1", "0", "1", "3", "4", "5", "100", "-5"].map((seq) =>
    authenticated("history", `session/{quiet}?after_seq=${seq}`),
  ),
  authenticated("history", "events/{quiet}"),
  authenticated("history", "events/{quiet}?resend_mode=all"),
  authenticated("history", "events/{quiet}?resend_all=true"),
  authenticated("history", "events/{quiet}?resend_all=false"),
  authenticated("history", "events/{quiet}?resend_mode=since"),
  authenticated("history", "events/{quiet}?resend_mode=since&after_timestamp=2000-01-01T00:00:00"),
  authenticated("history", "events/{quiet}?resend_mode=since&after_timestamp=2100-01-01T00:00:00Z"),
  authenticated("history", "events/{quiet}?resend_mode=since&after_timestamp=2100-01-01"),
  authenticated("history", "events/{quiet}?after_timestamp=2000-01-01T00:00:00"),
  authenticated("history", "events/{quiet}?after_seq=3"),
];

const MISTAKES = [
  "{",
  "5",
  "[]",
  "",
  "{}",
  '{"role":"assistant","content":[]}',
  '{"role":"user","content":5}',
  '{"type":"auth","session_api_key":"{key}"}',
  '{"type":"auth","session_api_key":"{key}","more":1}',
] as const;

const SAYING: readonly SocketCase[] = ["session", "events"].flatMap((kind): SocketCase[] => [
  ...MISTAKES.filter((text) => text !== "{}").map((text) => authenticated(`says ${text}`, `${kind}/{quiet}`, text)),
  { ...authenticated("says nothing", `${kind}/{talk}`, "{}"), isLong: true },
  { ...authenticated("talks", `${kind}/{talk}`, '{"role":"user","content":"Say it.","more":1}'), isLong: true },
  {
    ...authenticated(
      "talks",
      `${kind}/{talk}?after_seq=-1`,
      '{"role":"user","content":[{"type":"text","text":"Again."}]}',
    ),
    isLong: true,
  },
  authenticated("says in bytes", `${kind}/{quiet}`, new TextEncoder().encode('{"role":"user","content":"x"}')),
]);

const BASH: readonly SocketCase[] = [
  authenticated("bash", "bash-events", '{"command":"echo out"}', '{"command":"echo err >&2","timeout":5}'),
  authenticated("bash", "bash-events?resend_mode=all"),
  authenticated("bash", "bash-events", "{", "5", "{}", '{"command":5}', '{"command":"true","timeout":"x"}', ""),
  authenticated("bash", "bash-events", '{"type":"auth","session_api_key":"{key}"}'),
];

export const CASES: readonly SocketCase[] = [...AUTHENTICATION, ...REFUSALS, ...HISTORY, ...SAYING, ...BASH];
