/** The agent's list of tasks. */
import type { ActionOf } from "agent-server-client";
import type { ReactNode } from "react";

type Task = ActionOf<"TaskTrackerAction">["task_list"][number];

const WORDS = { todo: "to do", in_progress: "in progress", done: "done" } as const;

export const Tasks = ({ list }: { readonly list: readonly Task[] }): ReactNode => (
  <ul className="tasks">
    {list.map(({ title, status }, index) => (
      // Tasks have no other name
      <li key={index} data-status={status}>
        {title} <span className="tag">{WORDS[status]}</span>
      </li>
    ))}
  </ul>
);
