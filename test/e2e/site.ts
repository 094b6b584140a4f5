/** The example application, built as it would be published, on a port of 127.0.0.1; and a browser to look at it. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { build } from "vite";
import { findChromium } from "../runtimes/chromium.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** The application and a browser. */
export interface Site {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Builds the application, serves it and starts a browser. */
export async function openSite(): Promise<Site> {
  const program = findChromium();
  if (program === undefined) throw new Error("no Chromium on the path; Debian's package is called chromium");
  const folder = mkdtempSync(join(tmpdir(), "web-"));
  const root = fileURLToPath(new URL("../../examples/web", import.meta.url));
  await build({ root, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  const server = createServer(({ url = "/" }, answer) => {
    const path = normalize(new URL(url, "http://site").pathname);
    const file = join(folder, path.endsWith("/") ? "index.html" : path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return answer.writeHead(404).end();
    answer.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    return answer.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: program,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"],
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    browser,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
