/**
 * Work that happens after an answer: jobs are rows of the same database, queued in the transaction of the change they
 * follow from (the outbox), and tried again until they succeed.
 */
import PgBoss from 'pg-boss';
import { type Database, isConnectionLost, type Transaction } from '../db/pool.ts';

export interface Jobs {
  /** Queue a job; it exists only if the transaction commits. */
  queue(transaction: Transaction, name: string, data: Readonly<Record<string, unknown>>): Promise<void>;
  /** Do the jobs of a name, in this process too. A throw means: try again later. */
  work(name: string, handle: (data: Readonly<Record<string, unknown>>) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

const executor = (db: Pick<Database, 'queryMany'>) => ({
  executeSql: async (text: string, values: unknown[]) => ({ rows: await db.queryMany<Record<string, unknown>>({ text, values }) }),
});

/** Milliseconds between tries while the database is away. */
const RECONNECT_DELAY_MS = 250;

/**
 * The same for the library's own statements, which wait while the database is away: it marks jobs as done without listening
 * for failure, and an unheard one would end the process. At the end nobody waits any more: a job that is not marked is done again.
 * It takes an answer without `rows` for none, be it of jobs or of marks; an empty list only for jobs.
 */
const createRetryingExecutor = (database: Database, isEnding: () => boolean) => ({
  executeSql: async (text: string, values: unknown[]) => {
    for (;;) {
      try {
        return await executor(database).executeSql(text, values);
      } catch (error) {
        if (isEnding()) return {} as { rows: never[] };
        if (!isConnectionLost(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS));
      }
    }
  },
});

/** Start the queue over the shop's database. `names` are the jobs there are. */
export async function startJobs(database: Database, names: readonly string[], onError: (error: Error) => void): Promise<Jobs> {
  let ending = false;
  const boss = new PgBoss({ db: createRetryingExecutor(database, () => ending), schedule: false, maintenanceIntervalMinutes: 10 });
  boss.on('error', onError);
  await boss.start();
  for (const name of names) await boss.createQueue(name, { name, retryLimit: 20, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 });
  return {
    async queue(transaction, name, data) {
      await boss.send({ name, data: { ...data }, options: { db: executor(transaction) } });
    },
    async work(name, handle) {
      await boss.work<Record<string, unknown>>(name, { pollingIntervalSeconds: 0.5, batchSize: 5 }, async (jobs) => {
        for (const job of jobs) await handle(job.data);
      });
    },
    async stop() {
      ending = true;
      await boss.stop({ graceful: true, timeout: 5_000, wait: true });
    },
  };
}
