/** Any server's answers to the steps over the areas. */
import { join } from "node:path";
import { AREA_STEPS } from "./areas.js";
import type { ServerAddress } from "./server.js";
import { type Trace, traceOf } from "./trace.js";
import { askerOf } from "./trace-ask.js";

type Address = Pick<ServerAddress, "baseUrl" | "key" | "data">;

/** It must be one that nobody else has asked for anything. */
export const areaTrace = (address: Address): Promise<Trace[]> =>
  traceOf(AREA_STEPS, { work: join(address.data, "work"), key: address.key }, askerOf(address));
