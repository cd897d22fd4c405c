/** Reports the process of the shop that it runs in, so that the system screens can show which roles are running. */
import type { Database } from '#lib/db/pool.ts';
import { type OwnProcess, recordProcess, recordProcessEnd } from './process.repository.ts';

const INTERVAL_MS = 15_000;

/**
 * Reports a process now and four times a minute. A report that fails is left out.
 * @returns a function that reports its end
 */
export async function startHeartbeat(database: Database, own: OwnProcess): Promise<() => Promise<void>> {
  const report = (): Promise<unknown> => recordProcess(database, own).catch(() => {});
  await report();
  const timer = setInterval(() => void report(), INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await recordProcessEnd(database, own.id).catch(() => {});
  };
}
