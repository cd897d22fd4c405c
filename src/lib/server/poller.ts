/** Runs short tasks again and again in this process. For intervals under a minute; slower work is scheduled in the database. */

export interface PolledTask {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Starts every task at its own interval. A task never runs twice at once: it waits for its previous run. A failing task is reported
 * and runs again.
 * @returns a function that stops all tasks and waits for the running ones
 */
export function startPoller(tasks: readonly PolledTask[], onError: (task: string, error: unknown) => void): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const start = (task: PolledTask): void => {
    if (running.has(task.name)) return;
    const run = task
      .run()
      .then(
        () => {},
        (error: unknown) => onError(task.name, error),
      )
      .finally(() => running.delete(task.name));
    running.set(task.name, run);
  };
  const timers = tasks.map((task) => setInterval(() => start(task), task.everySeconds * 1_000).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}
