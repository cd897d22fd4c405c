/** Runs short jobs in this process at intervals under a minute. Slower work is scheduled in the database. */
import { inJobSpan } from './telemetry/telemetry.ts';

export interface PolledJob {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<unknown>;
}

/**
 * Starts every job at its own interval. A job never runs twice at once: it waits for its previous run. A failing job is reported
 * and runs again.
 * @returns a function that stops all jobs and waits for the running ones
 */
export function startPoller(jobs: readonly PolledJob[], onError: (job: string, error: unknown) => void): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const start = (job: PolledJob): void => {
    if (running.has(job.name)) return;
    const run = inJobSpan(job.name, async () => {
      try {
        await job.run();
      } catch (error) {
        // In the span, so that the log line has its ids.
        onError(job.name, error);
        throw error;
      }
    })
      .catch(() => {})
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
  };
  const timers = jobs.map((job) => setInterval(() => start(job), job.everySeconds * 1_000).unref());
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.values());
  };
}
