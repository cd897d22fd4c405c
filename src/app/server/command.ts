/** The shape of a command of `npm run shop`. */
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';

/** The words of a command are wrong; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface CommandRun {
  readonly config: Config;
  readonly database: Database;
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Words for the person; they go to standard error, so that exports can be piped. */
  readonly say: (line: string) => void;
}

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** Gives the exit code. */
  readonly run: (run: CommandRun) => Promise<number>;
}
