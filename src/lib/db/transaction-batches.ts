/**
 * Runs transactions that wait for the same lock one after the other on one connection, and puts their commits on disk together. Each is
 * a transaction of its own: its error rolls back nothing else. Waiting in PostgreSQL would cost a connection each, twice the processor
 * time, and a write to disk before the lock is released (docs/decisions/0135-round-trips-of-cart-and-checkout.md).
 */
import type pg from 'pg';
import { bindToTrace, inStatementSpan } from '../server/telemetry/telemetry.ts';
import type { Queryable, Transaction } from './pool.ts';
import { queriesOver, runTransaction, type Sender, sendNamed } from './transaction.ts';

/** The first of a batch is answered when the last has run. A process lets others at the lock after each batch. */
const MAX_BATCH = 16;

interface Batch {
  /** Start transactions on the connection and resolve when they have ended. Each calls `onEndSent` when the next one may follow. */
  readonly waiting: ((connection: pg.PoolClient, onEndSent: () => void) => Promise<void>)[];
  size: number;
  /** Some of the commits may not be on disk yet. */
  isUnflushed: boolean;
  isBroken: boolean;
}

/**
 * Waits until everything that was committed before is on disk, and confirmed by synchronous replicas. PostgreSQL waits at the end of a
 * transaction that has an id and wrote to the log, for its whole log up to there. This statement is the smallest such transaction.
 */
export const flushCommits = (db: Queryable): Promise<unknown> =>
  db.execute({ name: 'transaction-batches.flushCommits', text: "select pg_logical_emit_message(true, 'flush', '')" });

/**
 * Creates the batches of a pool.
 * @returns a function that runs a transaction and resolves when it is on disk. Transactions with the same key share batches.
 */
export function createTransactionBatches(connect: () => Promise<pg.PoolClient>, sendOn: Sender = sendNamed) {
  /** Batches that can take another transaction, by key. */
  const open = new Map<string, { readonly batch: Batch; readonly done: Promise<void> }>();
  const close = (key: string, batch: Batch): void => {
    if (open.get(key)?.batch === batch) open.delete(key);
  };

  async function runBatch(key: string, batch: Batch): Promise<void> {
    const connection = await connect().catch((error: unknown) => {
      close(key, batch);
      throw error;
    });
    const ends: Promise<void>[] = [];
    for (let next = batch.waiting.shift(); next; next = batch.waiting.shift()) {
      const start = next;
      await new Promise<void>((onEndSent) => ends.push(start(connection, onEndSent)));
    }
    close(key, batch);
    try {
      if (batch.isUnflushed) await flushCommits(queriesOver((query) => inStatementSpan(query, () => sendOn(connection, query))));
    } catch (error) {
      batch.isBroken = true;
      throw error;
    } finally {
      await Promise.all(ends);
      connection.release(batch.isBroken);
    }
  }

  function join(key: string) {
    const found = open.get(key);
    if (found) {
      found.batch.size += 1;
      if (found.batch.size === MAX_BATCH) open.delete(key);
      return found;
    }
    const batch: Batch = { waiting: [], size: 1, isUnflushed: false, isBroken: false };
    const created = { batch, done: runBatch(key, batch) };
    open.set(key, created);
    return created;
  }

  return async <T>(key: string, work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const { batch, done } = join(key);
    const result = new Promise<T>((resolve, reject) => {
      const start: Batch['waiting'][number] = (connection, onEndSent) => {
        const hooks = {
          isFlushedLater: () => (batch.isUnflushed ||= batch.waiting.length > 0),
          onEndSent,
          onBroken: () => {
            batch.isBroken = true;
          },
        };
        return runTransaction(connection, work, hooks, sendOn).then(resolve, reject).finally(onEndSent);
      };
      // Otherwise its statements would be traced as those of the transaction that opened the batch.
      batch.waiting.push(bindToTrace(start));
    });
    // Without a connection it never settles, and `done` rejects.
    result.catch(() => {});
    await done;
    return result;
  };
}
