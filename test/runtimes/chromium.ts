/** In the Chromium of the system, where there is one. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileOf } from "./consumer.js";
import { inFolder, PATIENCE_MS } from "./folder.js";
import type { Answers, Task } from "./programs/task.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];
/** The program asks another origin than the page's, which a page's own rules would forbid. */
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-web-security"];

const WORKER = "node_modules/msw/lib/mockServiceWorker.js";

/** The path of its program. */
export const findChromium = (): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((file) => existsSync(file));

/** Runs a program, which is bundled, in a page of its own. */
export const inChromium = (chromium: string, project: string, program: string, task: Task): Promise<Answers> =>
  inFolder(async (folder) => {
    const site = await siteOf(project, program, task);
    const child = spawn(chromium, [...FLAGS, `--user-data-dir=${join(folder, "profile")}`, site.url], {
      stdio: "ignore",
    });
    const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    try {
      const failed = new Promise<never>((_, reject) => {
        child.once("error", reject);
        child.once("exit", (code) => reject(new Error(`the browser ended with ${code} before it had answered`)));
      });
      return await Promise.race([site.answers, failed]);
    } finally {
      clearTimeout(timer);
      child.kill("SIGTERM");
      await gone;
      site.close();
    }
  });

async function siteOf(project: string, program: string, task: Task) {
  let tell: (answers: Answers) => void;
  const answers = new Promise<Answers>((resolve) => {
    tell = resolve;
  });
  const pages: Record<string, [type: string, body: string]> = {
    "/": ["text/html", `<!doctype html><script type="module" src="/page.js"></script>`],
    "/page.js": ["text/javascript", readFileSync(fileOf(project, "page"), "utf8")],
    "/program.js": ["text/javascript", readFileSync(program, "utf8")],
    "/mockServiceWorker.js": ["text/javascript", readFileSync(join(project, WORKER), "utf8")],
    "/task": ["application/json", JSON.stringify(task)],
    "/answers": ["application/json", "null"],
  };
  const server = createServer((request, response) => {
    const [type, body] = pages[request.url ?? ""] ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(body);
    if (request.method === "POST") void text(request).then((told) => tell(JSON.parse(told) as Answers));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, answers, close };
}
