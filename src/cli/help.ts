/** What `--help` says. */

const RUN = "npx --package agent-server-client agent-contract";

const GENERAL = `Usage: ${RUN} COMMAND [OPTION…]

Tells whether an Agent Server, or what one has sent, still fits this version of agent-server-client.

Commands
  check     compares the OpenAPI document of a server, or a file, with the one that this package is made from
  events    looks at recorded events: stored conversations, lines of JSON, lists, pages, recorded conversations
  record    writes a conversation of a live server to a file that the mocks replay, without its secrets

agent-contract COMMAND --help says more; --version prints the version of the package and of the server it is made from.
Exit code: 0 when all is well, 1 when there are findings that fail, 2 when it could not be done.`;

const REPORT = `  --fail-on LEVEL     breaking, compatible or never: from which findings on the exit code is 1
  --format FORMAT     text, json, github (annotations of a workflow) or junit (XML); text unless said otherwise
  -h, --help          prints this`;

const SERVER = `  --server URL        the address of a server, such as http://127.0.0.1:8000
  --key-env NAME      the environment variable that holds its session key; a key is never given here itself`;

const CHECK = `Usage: ${RUN} check (--server URL [--key-env NAME] | --spec FILE) [OPTION…]

Compares the OpenAPI document of a server (URL/openapi.json), or a FILE (JSON or YAML), with the document that this
package is made from. Only what the operations below /api use is looked at.

Options
${SERVER}
  --spec FILE         a document in place of a server
  --against FILE      what it is compared with; the document of this package unless said otherwise
${REPORT}
                      (--fail-on is breaking unless said otherwise)

Examples
  agent-contract check --server http://127.0.0.1:8000
  agent-contract check --server https://agents.example.com --key-env SESSION_API_KEY --format github
  agent-contract check --spec openapi.yaml --fail-on compatible --format junit > contract.xml
  agent-contract check --spec new.json --against old.json --fail-on never`;

const EVENTS = `Usage: ${RUN} events FILE… [OPTION…]

Reads recorded events and tells which of them this package could not read, and why. A FILE is
  a stored conversation       the folder that the server keeps it in, or one with several of them
  lines of JSON               one event or session frame per line
  a list                      [event or frame…]
  a page                      {"items": [event…], "next_page_id": …}
  a recorded conversation     {"rest_search": [event…], "ws_session": [frame…], …}, as record writes it
Files may be larger than the memory. Findings that are alike are told once, with their number and the first place.

Options
  --strict            kinds and fields that this version does not list are findings as well (compatible)
${REPORT}
                      (--fail-on is breaking unless said otherwise; with --strict it is compatible)

Examples
  agent-contract events workspace/conversations
  agent-contract events --strict recorded/*.json
  agent-contract events log.jsonl --format json`;

const RECORD = `Usage: ${RUN} record --server URL --conversation ID [--key-env NAME] [--out FILE]

Reads a conversation of a live server over REST and over both sockets, and writes all of it as JSON, without what looks
like a secret and without the names of the server's machine. mockAgentServer().replay() takes the file. Read it before
you commit it: what people and tools have written stays, and a bare password in a sentence looks like any other word.

Options
${SERVER}
  --conversation ID   which conversation
  --out FILE          where to write it, in place of what is there; to stdout unless said otherwise
  -h, --help          prints this

Examples
  agent-contract record --server http://127.0.0.1:8000 --conversation 6f9a5f1e-9d5f-4f0c-8a52-5c0f3a2f4b11 --out hello.json
  agent-contract record --server https://agents.example.com --key-env SESSION_API_KEY --conversation ID > hello.json`;

const OF_COMMAND: Readonly<Record<string, string>> = { check: CHECK, events: EVENTS, record: RECORD };

/** Of a command, or of all. */
export const helpOf = (command: string | undefined): string =>
  (command !== undefined && Object.hasOwn(OF_COMMAND, command) ? OF_COMMAND[command] : undefined) ?? GENERAL;
