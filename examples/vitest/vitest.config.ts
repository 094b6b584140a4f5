import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    setupFiles: ["./setup.ts"],
    // msw puts itself in the place of a global WebSocket, which Node 20 has behind this flag
    execArgv: ["--experimental-websocket"],
  },
});
