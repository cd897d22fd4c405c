/** Waits until the database answers and its schema is new enough for this release (docs/decisions/0176-migrations-and-database-rights.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#lib/db/pool.ts';
import { OperatorError } from '#lib/operator-error.ts';

const POLL_MS = 500;

/** The schema is older than this release. The message names what is missing, and the command. */
export class SchemaOutdatedError extends OperatorError {
  override name = 'SchemaOutdatedError';
}

export interface SchemaWait {
  readonly seconds: number;
  readonly log: (line: string) => void;
  /** Called once if the schema is not new enough yet. @returns what to do when the wait has ended */
  readonly whileWaiting?: (reason: string) => Promise<() => Promise<void>>;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

const listed = (missing: readonly string[]): string =>
  missing.length === 1 ? `${missing[0]}` : `${missing[0]} and ${missing.length - 1} more`;

const ADVICE = 'Apply it as the owner of the database: npm run cli -- migrate';

/** What a process waits for, and the error if it waits in vain. */
interface Obstacle {
  /** For everybody who asks `/readyz`: the error may name hosts. */
  readonly reason: string;
  readonly error: Error;
}

/** @returns null if the schema is new enough */
async function findObstacle(readMissing: () => Promise<readonly string[]>): Promise<Obstacle | null> {
  try {
    const missing = await readMissing();
    if (missing.length === 0) return null;
    const reason = `The database lacks ${listed(missing)}`;
    return { reason, error: new SchemaOutdatedError(`${reason}, which this release needs. ${ADVICE}`) };
  } catch (error) {
    if (!isDatabaseUnavailable(error) || !(error instanceof Error)) throw error;
    return { reason: 'The database can’t be reached', error };
  }
}

/**
 * Waits until the database can be reached and has the schema of this release. That of a later release is new enough.
 * @param readMissing lists what the database lacks
 * @throws SchemaOutdatedError if it is older when the time is over, or the error of the connection
 */
export async function waitForSchema(
  readMissing: () => Promise<readonly string[]>,
  { seconds, log, whileWaiting, signal }: SchemaWait,
): Promise<void> {
  let obstacle = await findObstacle(readMissing);
  if (obstacle === null) return;
  if (seconds === 0) throw obstacle.error;
  const isOutdated = obstacle.error instanceof SchemaOutdatedError;
  const line = `${obstacle.reason}. Waiting up to ${seconds} s until it ${isOutdated ? 'is migrated' : 'answers'}.`;
  log(isOutdated ? line : `${line} ${obstacle.error.message}`);
  const end = Date.now() + seconds * 1_000;
  const stopWaiting = await whileWaiting?.(line);
  try {
    while (obstacle !== null) {
      if (signal?.aborted === true || Date.now() >= end) throw obstacle.error;
      await sleep(POLL_MS);
      obstacle = await findObstacle(readMissing);
    }
  } finally {
    await stopWaiting?.();
  }
}
