/** Starts a child process for each import that waits for background work, a few at a time. */
import { fileURLToPath } from 'node:url';
import { lockWork, pendingImports } from '#domains/imports/server/import.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import type { ChildProcesses } from './child-processes.ts';

const WORKER = fileURLToPath(new URL('./import-worker.ts', import.meta.url));
/** A short file need not wait for a long one. */
const MAX_PROCESSES = 2;

/**
 * Creates the job that starts workers. An import whose worker was killed is pending still and gets another one. An import that a process
 * of another machine works on gets none.
 * @param onError reports a worker that failed
 */
export function importProcesses(
  { run }: Pick<ChildProcesses, 'run'>,
  onError: (error: unknown) => void,
): (database: Database) => Promise<void> {
  const running = new Set<number>();
  return async (database) => {
    for (const id of await pendingImports(database)) {
      if (running.size >= MAX_PROCESSES) return;
      if (running.has(id) || !(await database.transaction((transaction) => lockWork(transaction, id)))) continue;
      running.add(id);
      // The worker uses the database of this process.
      void run([WORKER, String(id)], { failure: `Import ${id} failed`, env: { ...process.env, DATABASE_URL: database.connectionString } })
        .catch(onError)
        .finally(() => running.delete(id));
    }
  };
}
