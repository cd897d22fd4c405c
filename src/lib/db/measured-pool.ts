/** A pool that measures how long statements and transactions wait for a connection. */
import pg from 'pg';

export interface PoolLoad {
  readonly inUse: number;
  readonly idle: number;
  /** Statements and transactions that wait for a connection now. */
  readonly waiting: number;
  /** Connections taken since the start. */
  readonly acquisitions: number;
  /** Time that was spent waiting for them, ms. */
  readonly waitMs: number;
}

type Connected = Parameters<pg.Pool['connect']>[0];

export class MeasuredPool extends pg.Pool {
  #acquisitions = 0;
  #waitMs = 0;

  /** Also called by `query`. */
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnected: Connected): void;
  override connect(onConnected?: Connected): Promise<pg.PoolClient> | undefined {
    const asked = performance.now();
    const record = (): void => {
      this.#acquisitions += 1;
      this.#waitMs += performance.now() - asked;
    };
    if (onConnected === undefined)
      return super.connect().then((connection) => {
        record();
        return connection;
      });
    super.connect((error, connection, done) => {
      record();
      onConnected(error, connection, done);
    });
    return undefined;
  }

  load(): PoolLoad {
    return {
      inUse: this.totalCount - this.idleCount,
      idle: this.idleCount,
      waiting: this.waitingCount,
      acquisitions: this.#acquisitions,
      waitMs: this.#waitMs,
    };
  }
}
