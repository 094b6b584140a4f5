/** How the application is served and built. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contentSecurityPolicy, mockServiceWorker } from "./vite-plugins.js";

const root = fileURLToPath(new URL(".", import.meta.url));
const source = (entry: string): string => fileURLToPath(new URL(`../../src/${entry}`, import.meta.url));

export default defineConfig({
  root,
  // Relative addresses: the built files run in any folder of any server
  base: "./",
  // In this repository the package is its sources; an application of yours needs no `resolve`
  resolve: {
    alias: [
      { find: /^agent-server-client\/(.+)$/, replacement: source("$1.ts") },
      { find: /^agent-server-client$/, replacement: source("index.ts") },
    ],
  },
  plugins: [react(), mockServiceWorker(), contentSecurityPolicy()],
  server: { host: "127.0.0.1" },
  preview: { host: "127.0.0.1" },
  // Nothing as a data: address in scripts and styles, and no script in the page itself
  build: { target: "es2023", modulePreload: { polyfill: false } },
});
