/** What is to happen later, by a clock that somebody else winds. */

/** Things to do, each at its time. */
export interface Agenda {
  /** Does something in so many milliseconds; gives what takes it back. */
  after(ms: number, work: () => void): () => void;
  /** When the next thing is to be done; null: there is none. */
  due(): number | null;
  /** Does what is due, in the order of the times, and of the asking. */
  wake(): void;
}

/** An agenda that is empty. */
export function createAgenda(now: () => number): Agenda {
  const tasks = new Set<{ readonly at: number; readonly work: () => void }>();
  const first = () => [...tasks].reduce((a, b) => (b.at < a.at ? b : a));
  const due = (): number | null => (tasks.size === 0 ? null : first().at);
  return {
    after(ms, work) {
      const task = { at: now() + ms, work };
      tasks.add(task);
      return () => void tasks.delete(task);
    },
    due,
    wake() {
      // What is done may ask for more at once: that is for the next time
      const waiting = [...tasks].filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
      for (const task of waiting) if (tasks.delete(task)) task.work();
    },
  };
}
