/**
 * Connects repositories to the database: named statements (prepared once per connection) and transactions. Repositories contain
 * handwritten SQL (docs/decisions/0004-handwritten-sql.md).
 */
import pg from 'pg';
import { Failure } from '../result.ts';
import { retry } from '../retry.ts';

// 64-bit integers (counts, sums of cents) are parsed as numbers; none in the shop exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A statement. PostgreSQL caches the plan by its `name` per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs statements: the pool, or one transaction. */
export interface Queryable {
  /** Returns all rows of a statement. */
  queryMany<Row>(statement: Statement): Promise<Row[]>;
  /** Returns the first row, or null. */
  queryOne<Row>(statement: Statement): Promise<Row | null>;
  /** Returns the number of affected rows. */
  execute(statement: Statement): Promise<number>;
}

export interface Transaction extends Queryable {
  readonly inTransaction: true;
  /**
   * Runs a statement without a result. It is sent with the next one, at the latest with the commit, and fails the transaction if it
   * fails.
   */
  later(statement: Statement): void;
}

export interface Database extends Queryable {
  /** Connection string for child processes. It contains a password and must not be logged. */
  readonly connectionString: string;
  /** Runs `work` in one transaction. An error or a returned `Failure` rolls back. Retries deadlocks and serialisation failures. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Opens a separate connection for LISTEN and COPY. The caller closes it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const toQuery = (statement: Statement): pg.QueryConfig => ({
  text: statement.text,
  ...(statement.name === undefined ? {} : { name: statement.name }),
  ...(statement.values === undefined ? {} : { values: [...statement.values] }),
});

const queriesOver = (run: (query: pg.QueryConfig) => Promise<pg.QueryResult>): Queryable => ({
  queryMany: async <Row>(statement: Statement) => (await run(toQuery(statement))).rows as Row[],
  queryOne: async <Row>(statement: Statement) => ((await run(toQuery(statement))).rows[0] as Row | undefined) ?? null,
  execute: async (statement) => (await run(toQuery(statement))).rowCount ?? 0,
});

/** 40001 serialization_failure, 40P01 deadlock_detected: a retry may succeed. */
const RETRYABLE = new Set(['40001', '40P01']);
const sqlState = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Returns true for a violation of a unique index. The transaction is rolled back. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Returns whether an error means that the database could not be reached, not that a statement was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[1-3]|08...)$/.test(sqlState(error)) ||
  (error instanceof Error && /Connection terminated|Client has encountered a connection error/i.test(error.message));

/**
 * Sends the statements of one turn of the event loop in one write, because a round trip costs more than most statements
 * (docs/decisions/0034-query-pipelining.md).
 */
function askTogether(connection: pg.PoolClient): (query: pg.QueryConfig | string) => Promise<pg.QueryResult> {
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
    return connection.query(query);
  };
}

/** Creates a pool of `size` connections, which are opened on demand. */
export function openDatabase(connectionString: string, size: number, onIdleError: (error: Error) => void = () => {}): Database {
  // Pipelined: a statement is sent without waiting for earlier results. The database still runs them in order.
  const pool = new pg.Pool({ connectionString, max: size, idleTimeoutMillis: 0, allowExitOnIdle: true, pipeline: true });
  pool.on('error', onIdleError);
  // A connection that breaks while in use emits an error here as well. Without a listener it would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));

  const once = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const connection = await pool.connect();
    const send = askTogether(connection);
    let isExpired = false;
    // Work that ran in parallel with a failed statement must not continue on a connection that another transaction uses.
    const ask: typeof send = (query) =>
      isExpired ? Promise.reject(new Error('A statement came after its transaction had ended.')) : send(query);
    const unwatched: Promise<unknown>[] = [];
    const unwatch = (request: Promise<unknown>): void => {
      // Errors are checked when the transaction ends.
      request.catch(() => {});
      unwatched.push(request);
    };
    let broken = false;
    try {
      unwatch(ask('BEGIN'));
      const result = await work({ ...queriesOver(ask), inTransaction: true, later: (statement) => unwatch(ask(toQuery(statement))) });
      isExpired = true;
      if (result instanceof Failure) {
        await send('ROLLBACK');
        await Promise.all(unwatched);
        return result;
      }
      const committing = send('COMMIT');
      unwatch(committing);
      await Promise.all(unwatched);
      // After a failed statement the database answers COMMIT with a rollback and no error.
      if ((await committing).command !== 'COMMIT')
        throw new Error('A transaction could not be committed: one of its statements had failed.');
      return result;
    } catch (error) {
      isExpired = true;
      await send('ROLLBACK').catch(() => {
        broken = true;
      });
      // The first failure caused the others.
      const first = (await Promise.allSettled(unwatched)).find((request) => request.status === 'rejected');
      throw first ? first.reason : error;
    } finally {
      connection.release(broken);
    }
  };

  return {
    ...queriesOver((query) => pool.query(query)),
    connectionString,
    transaction: (work) => retry(() => once(work), { maxAttempts: 5, shouldRetry: (error) => RETRYABLE.has(sqlState(error)) }),
    async connect() {
      const connection = new pg.Client({ connectionString });
      await connection.connect();
      return connection;
    },
    close: () => pool.end(),
  };
}
