/** Starts a child process for each import that waits for background work, a few at a time. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pendingImports } from '#domains/imports/server/import.repository.ts';
import type { Database } from '#lib/db/pool.ts';

const WORKER = fileURLToPath(new URL('./import-worker.ts', import.meta.url));
/** A short file need not wait for a long one. */
const MAX_PROCESSES = 2;

/** Runs the worker for an import on the database of this process. @throws Error with its output if it failed or was killed */
function runWorker({ connectionString }: Pick<Database, 'connectionString'>, id: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WORKER, String(id)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, DATABASE_URL: connectionString },
    });
    let message = '';
    child.stderr.on('data', (chunk: Buffer) => {
      message = (message + chunk.toString('utf8')).slice(-2_000);
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`Import ${id} failed: ${message.trim()}`))));
  });
}

/**
 * Creates the job that starts workers. An import whose worker was killed is pending still and gets another one.
 * @param onError reports a worker that failed
 */
export function importProcesses(onError: (error: unknown) => void): (database: Database) => Promise<void> {
  const running = new Set<number>();
  return async (database) => {
    for (const id of await pendingImports(database)) {
      if (running.size >= MAX_PROCESSES) return;
      if (running.has(id)) continue;
      running.add(id);
      void runWorker(database, id)
        .catch(onError)
        .finally(() => running.delete(id));
    }
  };
}
