/** In workerd: answers a request that has the task with the answers. */
import "./app.js";
import { place, type Task } from "./task.js";

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      return Response.json(await place.used?.((await request.json()) as Task));
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.stack : String(error) });
    }
  },
};
