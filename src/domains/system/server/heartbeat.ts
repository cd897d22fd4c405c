/** Reports the process of the shop that it runs in, so that the system screens can show which roles are running. */
import type { Database } from '#lib/db/pool.ts';
import { listProcesses, type OwnProcess, type RunningProcess, recordProcess, recordProcessEnd } from './process.repository.ts';

const INTERVAL_MS = 15_000;

/**
 * Reports a process now and four times a minute. A report that fails is left out.
 * @param onReported called after each report with the processes that run
 * @returns a function that reports its end
 */
export async function startHeartbeat(
  database: Database,
  own: OwnProcess,
  onReported: ((running: readonly RunningProcess[]) => void) | null = null,
): Promise<() => Promise<void>> {
  const report = async (): Promise<void> => {
    try {
      await recordProcess(database, own);
      if (onReported !== null) onReported(await listProcesses(database));
    } catch {
      // The next report follows soon.
    }
  };
  await report();
  const timer = setInterval(() => void report(), INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await recordProcessEnd(database, own.id).catch(() => {});
  };
}
