/**
 * The database as repositories see it: named statements (prepared once a connection) and transactions.
 * SQL stands in the repositories by hand; docs/decisions/0004-handwritten-sql.md says why.
 */
import pg from 'pg';

// Whole numbers of 64 bits (counts, sums of cents) arrive as numbers; none in the shop passes 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A statement: its `name` makes PostgreSQL keep the plan for the connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Something that runs statements: the pool, or one transaction. */
export interface Queryable {
  /** All rows of a statement. */
  queryMany<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or null. */
  queryOne<Row>(statement: Statement): Promise<Row | null>;
  /** How many rows a statement touched. */
  execute(statement: Statement): Promise<number>;
}

export interface Transaction extends Queryable {
  readonly inTransaction: true;
  /**
   * Run a statement whose outcome nobody looks at. It travels with what comes next, at the latest with the commit, and
   * where it fails the transaction does.
   */
  later(statement: Statement): void;
}

export interface Database extends Queryable {
  /** Where it is, for a process of our own; it holds a password and belongs in no log. */
  readonly connectionString: string;
  /** Run `work` in one transaction; a throw rolls back. Deadlocks and serialisation failures are tried again. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** A connection of its own, for LISTEN and COPY; the caller ends it. */
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

/** 40001 serialization_failure, 40P01 deadlock_detected: the same work may succeed a moment later. */
const RETRYABLE = new Set(['40001', '40P01']);
const sqlState = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Returns true for a violation of a unique index. The transaction is rolled back. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Whether an error says that the database could not be reached or went away, not that a statement was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[1-3]|08...)$/.test(sqlState(error)) ||
  (error instanceof Error && /Connection terminated|Client has encountered a connection error/i.test(error.message));

/** What is asked in one turn of the event loop leaves in one write: a trip to the database costs more than most statements. */
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

/** Open a pool of `size` connections. Nothing is connected until the first statement. */
export function openDatabase(connectionString: string, size: number, onIdleError: (error: Error) => void = () => {}): Database {
  // Pipelined: a statement does not wait for the answer to the one before. They are still run one after the other.
  const pool = new pg.Pool({ connectionString, max: size, idleTimeoutMillis: 0, allowExitOnIdle: true, pipeline: true });
  pool.on('error', onIdleError);
  // A connection that is lost while it is lent out says so here as well as to its statement; unheard it would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));

  const once = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const connection = await pool.connect();
    const send = askTogether(connection);
    let isExpired = false;
    // Work that was going on beside what failed must not go on over a connection that is somebody else’s by then.
    const ask: typeof send = (query) =>
      isExpired ? Promise.reject(new Error('A statement came after its transaction had ended.')) : send(query);
    const unwatched: Promise<unknown>[] = [];
    const unwatch = (asked: Promise<unknown>): void => {
      // Whether it failed is looked at when the transaction ends.
      asked.catch(() => {});
      unwatched.push(asked);
    };
    let broken = false;
    try {
      unwatch(ask('BEGIN'));
      const result = await work({ ...queriesOver(ask), inTransaction: true, later: (statement) => unwatch(ask(toQuery(statement))) });
      isExpired = true;
      const committing = send('COMMIT');
      unwatch(committing);
      await Promise.all(unwatched);
      // After a failed statement the database answers a COMMIT by rolling back, without an error.
      if ((await committing).command !== 'COMMIT')
        throw new Error('A transaction could not be committed: one of its statements had failed.');
      return result;
    } catch (error) {
      isExpired = true;
      await send('ROLLBACK').catch(() => {
        broken = true;
      });
      // What failed first made the others fail.
      const first = (await Promise.allSettled(unwatched)).find((asked) => asked.status === 'rejected');
      throw first ? first.reason : error;
    } finally {
      connection.release(broken);
    }
  };

  return {
    ...queriesOver((query) => pool.query(query)),
    connectionString,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(work);
        } catch (error) {
          if (attempt >= 5 || !RETRYABLE.has(sqlState(error))) throw error;
        }
      }
    },
    async connect() {
      const connection = new pg.Client({ connectionString });
      await connection.connect();
      return connection;
    },
    close: () => pool.end(),
  };
}
