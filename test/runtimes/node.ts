/** In Node: takes the task as JSON and whether the package `ws` is to be used; prints what it saw. */
import { WebSocket } from "ws";
import { follow, type Task } from "./client.js";

const [task = "", which] = process.argv.slice(2);
const given = which === "ws" ? WebSocket : undefined;
const seen = await follow(JSON.parse(task) as Task, `Node ${process.version}, ${which}`, given);
console.log(JSON.stringify(seen));
