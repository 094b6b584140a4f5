/** For tests of what is left behind: starts what its argument says, tells its token and folder, and never ends. */
import { openSync } from "node:fs";
import { dirname } from "node:path";
import { sendMessage } from "agent-server-client";
import { startConversation } from "./conversation.js";
import { startModel } from "./model.js";
import { newFolder, runToken, startProcess } from "./processes.js";
import { messageOf, terminal } from "./script.js";
import { startServer } from "./server.js";
import { VERSIONS } from "./versions.js";

const version = VERSIONS.find(({ name }) => name === process.argv[2])?.name;
const folder = newFolder("hold");

if (version) {
  const { client, data } = await startServer({ version });
  const { id } = await startConversation({ client, model: await startModel(), workingDir: data });
  await sendMessage(client, id, messageOf([{ calls: [terminal("sleep 1234")] }]));
} else {
  // One process stays in the group, one leaves the group and the session, as a terminal's server does
  const script = "setsid sleep 1234 & trap '' INT TERM; sleep 1234; wait";
  const env = { PATH: process.env["PATH"] ?? "" };
  startProcess("sh", ["-c", script], { cwd: folder, env, output: openSync("/dev/null", "w") });
}
console.log(JSON.stringify({ token: runToken(), folder: dirname(folder) }));
setInterval(() => undefined, 1_000);
