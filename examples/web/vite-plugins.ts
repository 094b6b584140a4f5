/** Two small plugins for Vite: the worker of msw, and the policy of the page. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const WORKER = "mockServiceWorker.js";
const readWorker = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve(`msw/${WORKER}`), { encoding: "utf8" });

/** The service worker that the mock server answers through, as msw brings it: no copy of it is kept. */
export function mockServiceWorker(): Plugin {
  return {
    name: "mock-service-worker",
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url?.split("?")[0] !== `/${WORKER}`) return next();
        readWorker().then((code) => {
          response.setHeader("Content-Type", "text/javascript");
          response.end(code);
        }, next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: WORKER, source: await readWorker() });
    },
  };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // The agent server is wherever the user says
  "connect-src 'self' http: https: ws: wss:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** A strict policy for the built page. While developing, Vite needs scripts and styles inside the page. */
export function contentSecurityPolicy(): Plugin {
  const attrs = { "http-equiv": "Content-Security-Policy", content: POLICY.join("; ") };
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [{ tag: "meta", attrs, injectTo: "head-prepend" }],
  };
}
