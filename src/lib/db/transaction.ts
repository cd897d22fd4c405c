/** Runs one transaction on a connection of the pool. */
import type pg from 'pg';
import { Failure } from '../result.ts';
import { inStatementSpan } from '../server/telemetry/telemetry.ts';
import type { Queryable, Statement, Transaction } from './pool.ts';

/** What the owner of the connection decides and learns. */
export interface TransactionHooks {
  /** Decides, when the work is done, whether COMMIT returns before it is on disk. The owner then flushes it. */
  isFlushedLater(): boolean;
  /** Called when COMMIT or ROLLBACK has been sent. What is sent after it runs after it. */
  onEndSent(): void;
  /** Called if the connection cannot be used any more. */
  onBroken(): void;
}

const toQuery = (statement: Statement): pg.QueryConfig => ({
  text: statement.text,
  ...(statement.name === undefined ? {} : { name: statement.name }),
  ...(statement.values === undefined ? {} : { values: [...statement.values] }),
  ...(statement.timeoutMs === undefined ? {} : { query_timeout: statement.timeoutMs }),
});

export const queriesOver = (run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Queryable => ({
  queryMany: async <Row>(statement: Statement) => (await run(toQuery(statement))).rows as Row[],
  queryOne: async <Row>(statement: Statement) => ((await run(toQuery(statement))).rows[0] as Row | undefined) ?? null,
  execute: async (statement) => (await run(toQuery(statement))).rowCount ?? 0,
});

/** Sends a query on a connection, or on any of a pool. */
export type Sender = (on: Pick<pg.Pool | pg.PoolClient, 'query'>, query: pg.QueryConfig | string) => Promise<pg.QueryResult>;

export const sendNamed: Sender = (on, query) => on.query(query);

/** For poolers that give each transaction another connection, which does not know the statement that was prepared on the last one. */
export const sendUnnamed: Sender = (on, query) => {
  if (typeof query === 'string') return on.query(query);
  const { name: _, ...unnamed } = query;
  return on.query(unnamed);
};

/**
 * Sends the statements of one turn of the event loop in one write, because a round trip costs more than most statements
 * (docs/decisions/0034-query-pipelining.md).
 */
function askTogether(connection: pg.PoolClient, sendOn: Sender): (query: pg.QueryConfig | string) => Promise<pg.QueryResult> {
  const { stream } = connection.connection;
  let isWaiting = false;
  return (query) => {
    if (!isWaiting) {
      isWaiting = true;
      stream.cork();
      process.nextTick(() => {
        isWaiting = false;
        stream.uncork();
      });
    }
    return inStatementSpan(query, () => sendOn(connection, query));
  };
}

/** Runs `work` in a transaction. An error or a returned `Failure` rolls back. */
export async function runTransaction<T>(
  connection: pg.PoolClient,
  work: (transaction: Transaction) => Promise<T>,
  hooks: TransactionHooks,
  sendOn: Sender = sendNamed,
): Promise<T> {
  const send = askTogether(connection, sendOn);
  let hasEnded = false;
  // Work that ran in parallel with a failed statement must not continue on a connection that another transaction uses.
  const ask: typeof send = (query) =>
    hasEnded ? Promise.reject(new Error('A statement came after its transaction had ended.')) : send(query);
  const end = (command: 'COMMIT' | 'ROLLBACK'): Promise<pg.QueryResult> => {
    hasEnded = true;
    const ending = send(command);
    ending.catch(hooks.onBroken);
    hooks.onEndSent();
    return ending;
  };
  const unwatched: Promise<unknown>[] = [];
  const unwatch = (request: Promise<unknown>): void => {
    // Errors are checked when the transaction ends.
    request.catch(() => {});
    unwatched.push(request);
  };
  try {
    unwatch(ask('BEGIN'));
    const result = await work({ ...queriesOver(ask), inTransaction: true, later: (statement) => unwatch(ask(toQuery(statement))) });
    if (result instanceof Failure) {
      await end('ROLLBACK');
      await Promise.all(unwatched);
      return result;
    }
    if (hooks.isFlushedLater()) unwatch(ask('SET LOCAL synchronous_commit TO off'));
    const committing = end('COMMIT');
    unwatch(committing);
    await Promise.all(unwatched);
    // After a failed statement the database answers COMMIT with a rollback and no error.
    if ((await committing).command !== 'COMMIT') throw new Error('A transaction could not be committed: one of its statements had failed.');
    return result;
  } catch (error) {
    // What follows COMMIT on the connection is not this transaction.
    if (!hasEnded) await end('ROLLBACK').catch(() => {});
    // The first failure caused the others.
    const first = (await Promise.allSettled(unwatched)).find((request) => request.status === 'rejected');
    throw first ? first.reason : error;
  }
}
