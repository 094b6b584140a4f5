/** What needs no other package than zod. */
import { useContract, useConversationEntry, useOrxhestra, useSchemas } from "./reading.js";
import { useRoot } from "./root.js";
import { useStream } from "./stream.js";
import type { Answers, Given, Task } from "./task.js";

export const portable = async (task: Task, given?: Given): Promise<Answers> => ({
  root: await useRoot(task),
  schemas: useSchemas(task),
  conversation: useConversationEntry(task),
  stream: await useStream(task, given),
  orxhestra: await useOrxhestra(task),
  contract: await useContract(task),
});
