/** What 1.52.0 has answered to the steps. `npm run test:live -- test/live/areas.test.ts -u` records it anew. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Trace } from "./trace.js";

export const AREAS_FILE = fileURLToPath(new URL("../fixtures/mocks/areas-1.52.0.json", import.meta.url));

export const recordedTraces = (): readonly Trace[] => JSON.parse(readFileSync(AREAS_FILE, "utf8")) as Trace[];
