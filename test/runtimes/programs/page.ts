/** In a page: loads the program, asks the page's server for the task, and tells it the answers. */
import { place, type Task } from "./task.js";

const tell = async (answers: unknown): Promise<void> => {
  await fetch("/answers", { method: "POST", body: JSON.stringify(answers) });
};
try {
  const program = "/program.js";
  await import(program);
  const task = (await (await fetch("/task")).json()) as Task;
  await tell(await place.used?.(task));
} catch (error) {
  await tell({ error: String(error) });
}
