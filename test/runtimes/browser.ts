/** In a page: asks its server for the task, and tells it what it saw. */
import { follow, type Task } from "./client.js";

const task = (await (await fetch("/task")).json()) as Task;
const { userAgent } = (globalThis as { readonly navigator?: { readonly userAgent: string } }).navigator ?? {};
const seen = await follow(task, userAgent?.match(/Chrome\/[\d.]+/)?.[0] ?? "a browser");
await fetch("/seen", { method: "POST", body: JSON.stringify(seen) });
