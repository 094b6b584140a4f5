/** Fills a server with one of each thing that its GET operations can be asked for. */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { unwrap } from "agent-server-client";
import { eventsOf, llmOf, play, startConversation } from "./conversation.js";
import type { Bench } from "./live.js";
import { TURNS } from "./script.js";

const run = promisify(execFile);

/** The parameters of the GET operations, by their names. */
export type Furniture = Readonly<
  Record<
    "conversation_id" | "event_id" | "bash_event_id" | "runtime_bash_event_id" | "sha" | "folder" | "file" | "name",
    string
  >
>;

/** What everything that has a name is called. */
const NAME = "live-lab";

/** Every answer on the way is looked at by the bench's client. */
export async function furnish(bench: Bench): Promise<Furniture> {
  const folder = join(bench.workingDir, "repository");
  const file = join(folder, "notes.txt");
  const sha = await makeRepository(folder, file);
  const { id: conversation_id } = await startConversation({ ...bench, workingDir: folder });
  await play(bench.client, conversation_id, TURNS.finish);
  const event_id = (await eventsOf(bench.client, conversation_id))[0]?.id ?? "";
  const commands = await runCommands(bench, conversation_id);
  await addSettings(bench);
  await addExtensions(bench);
  return { conversation_id, event_id, ...commands, sha, folder, file, name: NAME };
}

/** In the server itself and in the conversation's runtime, which older versions do not have. */
async function runCommands(
  { client }: Bench,
  runtime_conversation_id: string,
): Promise<Pick<Furniture, "bash_event_id" | "runtime_bash_event_id">> {
  const body = { command: "echo out" };
  const { id } = unwrap(await client.POST("/api/bash/execute_bash_command", { body }));
  const path = "/api/conversations/{runtime_conversation_id}/bash/execute_bash_command";
  const { data } = await client.POST(path, { params: { path: { runtime_conversation_id } }, body });
  return { bash_event_id: id, runtime_bash_event_id: data?.id ?? id };
}

async function makeRepository(folder: string, file: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const git = async (...args: string[]): Promise<string> => {
    const who = ["-c", "user.name=Live", "-c", "user.email=live@example.invalid", "-c", "commit.gpgsign=false"];
    return (await run("git", [...who, ...args], { cwd: folder })).stdout.trim();
  };
  await git("init", "--quiet", "--initial-branch=main");
  for (const text of ["one\n", "one\ntwo\n"]) {
    writeFileSync(file, text);
    await git("add", ".");
    await git("commit", "--quiet", "--message", `Now ${text.length} bytes`);
  }
  writeFileSync(file, "one\ntwo\nthree\n");
  writeFileSync(join(folder, "index.html"), "<title>Live lab</title>");
  return git("rev-parse", "HEAD");
}

/** A profile of each sort, a secret, a workspace, a connection to a provider. */
async function addSettings({ client, model, workingDir }: Bench): Promise<void> {
  const params = { path: { name: NAME } };
  const llm = llmOf(model);
  unwrap(await client.POST("/api/profiles/{name}", { params, body: { llm } }));
  unwrap(await client.PUT("/api/settings/secrets", { body: { name: "LIVE_LAB", value: "not-so-secret" } }));
  // Not all of these are in every version
  await client.POST("/api/agent-profiles/{name}", { params, body: { name: NAME, llm_profile_ref: NAME } });
  await client.POST("/api/meta-profiles/{name}", {
    params,
    body: { classifier_model: NAME, classes: [{ description: "All tasks", model: NAME }] },
  });
  await client.POST("/api/workspaces", { body: { workspaces: [{ id: NAME, name: NAME, path: workingDir }] } });
  await client.POST("/api/llm/provider-connections", {
    body: { display_name: NAME, api_key: "not-so-secret", base_url: model.url },
  });
}

/** A skill, a plugin and a canvas extension, from local folders. */
async function addExtensions({ client, workingDir }: Bench): Promise<void> {
  const skill = join(workingDir, "skills", NAME);
  write(join(skill, "SKILL.md"), `---\nname: ${NAME}\ndescription: Does nothing.\n---\nDo nothing.\n`);
  const plugin = join(workingDir, "plugins", NAME);
  const about = { name: NAME, version: "1.0.0", description: "Does nothing." };
  write(join(plugin, ".plugin", "plugin.json"), JSON.stringify(about));
  const extension = join(workingDir, "extensions", NAME);
  write(join(extension, "index.js"), "export {};\n");
  write(
    join(extension, "canvas-extension.json"),
    JSON.stringify({ ...about, schema_version: 1, display_name: "Live lab", entrypoint: "index.js" }),
  );
  await client.POST("/api/skills/install", { body: { source: skill } });
  await client.POST("/api/plugins/install", { body: { source: plugin } });
  await client.POST("/api/canvas-extensions/install", { body: { source: extension } });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
