/**
 * In Node, Deno and Bun: loads a program, gives it a task, prints the answers. Takes the program, the file of the task
 * and whether the package `ws` is to be used.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { place, type Task } from "./task.js";

const [program = "", task = "", socket] = process.argv.slice(2);
const { WebSocket } = socket === "ws" ? await import("ws") : { WebSocket: undefined };
await import(pathToFileURL(program).href);
const answers = await place.used?.(JSON.parse(readFileSync(task, "utf8")) as Task, { WebSocket });
console.log(JSON.stringify(answers));
if (place.isEndless) process.exit();
