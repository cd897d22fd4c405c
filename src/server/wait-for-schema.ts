/** Waits until the schema of the database is new enough for this release (docs/decisions/0176-migrations-and-database-rights.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionLost } from '#lib/db/pool.ts';
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

/**
 * Waits until the database has the schema of this release. That of a later release is new enough.
 * @param readMissing lists what the database lacks
 * @throws SchemaOutdatedError if it is older when the time is over
 */
export async function waitForSchema(
  readMissing: () => Promise<readonly string[]>,
  { seconds, log, whileWaiting, signal }: SchemaWait,
): Promise<void> {
  let missing = await readMissing();
  if (missing.length === 0) return;
  const outdated = () => new SchemaOutdatedError(`The database lacks ${listed(missing)}, which this release needs. ${ADVICE}`);
  if (seconds === 0) throw outdated();
  const reason = `The database lacks ${listed(missing)}. Waiting up to ${seconds} s until it is migrated.`;
  log(reason);
  const end = Date.now() + seconds * 1_000;
  const stopWaiting = await whileWaiting?.(reason);
  try {
    while (missing.length > 0) {
      if (signal?.aborted === true || Date.now() >= end) throw outdated();
      await sleep(POLL_MS);
      missing = await readMissing().catch((error: unknown) => {
        if (isConnectionLost(error)) return missing;
        throw error;
      });
    }
  } finally {
    await stopWaiting?.();
  }
}
