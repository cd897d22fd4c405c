/** Processor time of a shop's PostgreSQL. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NS_PER_MS = 1_000_000;

/** Processor time of the processes that execute statements by their id, ms. Empty on systems other than Linux. */
export type DatabaseCpu = ReadonlyMap<string, number>;

const readText = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Reads the processor time that the connections of a shop's database have taken. Vacuum in the background is not among them. */
export async function readDatabaseCpu(dataDir: string): Promise<DatabaseCpu> {
  const postmaster = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0];
  const children = (await readText(`/proc/${postmaster}/task/${postmaster}/children`)).split(' ').filter(Boolean);
  const times = await Promise.all(
    children.map(async (id): Promise<[string, number] | null> => {
      const [command, statistics] = await Promise.all([readText(`/proc/${id}/cmdline`), readText(`/proc/${id}/schedstat`)]);
      return command === '' || command.startsWith('postgres: autovacuum') ? null : [id, Number(statistics.split(' ')[0]) / NS_PER_MS];
    }),
  );
  return new Map(times.filter((each) => each !== null));
}

/**
 * Returns the processor time between two readings in ms: what the statements in between cost. Unlike their duration it hardly depends on
 * what else the machine does. NaN on systems other than Linux.
 */
export function databaseCpuBetween(before: DatabaseCpu, after: DatabaseCpu): number {
  if (after.size === 0) return Number.NaN;
  return [...after].reduce((sum, [id, time]) => sum + time - (before.get(id) ?? 0), 0);
}
