/**
 * Connects repositories to the database: named statements (prepared once per connection) and transactions. Repositories contain
 * handwritten SQL (docs/decisions/0004-handwritten-sql.md).
 */
import pg from 'pg';
import { retry } from '../retry.ts';
import { inStatementSpan } from '../server/telemetry/telemetry.ts';
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE } from './connection-options.ts';
import { MeasuredPool, type PoolLoad } from './measured-pool.ts';
import { queriesOver, runTransaction, sendNamed, sendUnnamed } from './transaction.ts';
import { createTransactionBatches } from './transaction-batches.ts';

// 64-bit integers (counts, sums of cents) are parsed as numbers; none in the shop exceeds 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A statement. PostgreSQL caches the plan by its `name` per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Time in ms after which the statement fails without an answer, and its connection is closed. Default: that of the pool. */
  readonly timeoutMs?: number;
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

export interface TransactionOptions {
  /**
   * Key of the lock that the transaction waits for. Transactions with the same key run one after the other on one connection
   * (transaction-batches.ts). Others see their changes shortly before these are on disk: whoever confirms such a change without a
   * commit calls `flushCommits` first.
   */
  readonly batch?: string;
}

export interface Database extends Queryable {
  /** Connection string for child processes. It contains a password and must not be logged. */
  readonly connectionString: string;
  /** Runs `work` in one transaction. An error or a returned `Failure` rolls back. Retries deadlocks and serialisation failures. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Opens a separate connection for LISTEN. The caller closes it.
   * @param deadlineMs time in ms after which a statement without an answer fails; 0: never
   */
  connect(deadlineMs?: number): Promise<pg.Client>;
  /** Returns how busy the pool is. */
  load(): PoolLoad;
  close(): Promise<void>;
}

/** 40001 serialization_failure, 40P01 deadlock_detected: a retry may succeed. */
const RETRYABLE = new Set(['40001', '40P01']);
const sqlState = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Returns true for a violation of a unique index. The transaction is rolled back. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

/** Returns whether an error means that the database could not be reached, not that a statement was wrong. */
export const isConnectionLost = (error: unknown): boolean =>
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|08...)$/.test(sqlState(error)) ||
  (error instanceof Error &&
    /Connection terminated|Client has encountered a connection error|^timeout expired$|^Query read timeout$/i.test(error.message));

/**
 * Returns whether an error means that the database cannot serve at the moment: it could not be reached, its disk or memory is full, or it
 * is no longer the one that writes. A repeated request may succeed.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => isConnectionLost(error) || /^(53...|25006)$/.test(sqlState(error));

/** Limits the time to connect. The option of the pool would also limit how long a statement waits for a free connection. */
class PooledClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** Thrown for a connection that reached a replica. Has the code of `read_only_sql_transaction`, so that callers answer 503. */
class ReplicaError extends Error {
  override readonly name = 'ReplicaError';
  readonly code = '25006';
}

/**
 * Refuses a new connection to a replica. A leader that was cut off and demoted may be reached for a moment, and what it committed without
 * a replica can be read there, although its successor does not have it (docs/decisions/0190-database-failover.md).
 * @throws ReplicaError
 */
async function rejectReplica(connection: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await connection.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
  if (rows[0]?.is_replica) throw new ReplicaError('The database that answered is a replica.');
}

/** A connection pooler in transaction mode, such as PgBouncer. It keeps its own connections from replicas (deploy/database/pgbouncer.ini). */
export interface Pooler {
  readonly connectionString: string;
  /** False for PgBouncer before 1.21, which does not support prepared statements. */
  readonly canPrepare: boolean;
}

export interface PoolOptions {
  /** Called when a connection is lost that nobody uses. */
  readonly onIdleError?: (error: Error) => void;
  /** For statements and transactions. `connect` goes to the database itself, because LISTEN needs a connection that stays. */
  readonly pooler?: Pooler | null;
  /**
   * Time in ms after which a statement without an answer fails and its connection is closed, as that to a machine that lost its power is;
   * 0: never, which leaves that to TCP. The server is not asked to cancel the statement: PostgreSQL would confirm one that waits for a replica.
   */
  readonly queryTimeoutMs?: number;
}

/** Creates a pool of `size` connections, which are opened on demand. */
export function openDatabase(
  connectionString: string,
  size: number,
  { onIdleError = () => {}, pooler = null, queryTimeoutMs = 0 }: PoolOptions = {},
): Database {
  const sendOn = pooler?.canPrepare === false ? sendUnnamed : sendNamed;
  // Pipelined: a statement is sent without waiting for earlier results. The database still runs them in order.
  const pool = new MeasuredPool({
    connectionString: pooler?.connectionString ?? connectionString,
    max: size,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    pipeline: true,
    query_timeout: queryTimeoutMs,
    Client: PooledClient,
    ...(pooler === null && {
      verify: (connection: pg.PoolClient, done: (error?: Error) => void) => void rejectReplica(connection).then(() => done(), done),
    }),
    ...KEEP_ALIVE,
  });
  pool.on('error', onIdleError);
  // A connection that breaks while in use emits an error here as well. Without a listener it would end the process.
  pool.on('connect', (connection) => connection.on('error', () => {}));

  const runAlone = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const connection = await pool.connect();
    let isBroken = false;
    const onBroken = () => {
      isBroken = true;
    };
    try {
      return await runTransaction(connection, work, { isFlushedLater: () => false, onEndSent: () => {}, onBroken }, sendOn);
    } finally {
      connection.release(isBroken);
    }
  };
  const runInBatch = createTransactionBatches(() => pool.connect(), sendOn);

  return {
    ...queriesOver((query) => inStatementSpan(query, () => sendOn(pool, query))),
    connectionString,
    transaction: (work, { batch } = {}) =>
      retry(() => (batch === undefined ? runAlone(work) : runInBatch(batch, work)), {
        maxAttempts: 5,
        shouldRetry: (error) => RETRYABLE.has(sqlState(error)),
      }),
    async connect(deadlineMs = 0) {
      const connection = new pg.Client({
        connectionString,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: deadlineMs,
        ...KEEP_ALIVE,
      });
      // Without a listener, a connection that breaks here would end the process. The statement fails, too.
      connection.on('error', () => {});
      await connection.connect();
      await rejectReplica(connection).catch(async (error: unknown) => {
        await connection.end().catch(() => {});
        throw error;
      });
      return connection;
    },
    load: () => pool.load(),
    close: () => pool.end(),
  };
}
