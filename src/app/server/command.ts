/** What a command of the retailer is. */
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
  /** Words for the person; they go to standard error, so that output can be piped. */
  readonly say: (line: string) => void;
  /** What was asked for; it goes to standard output. */
  readonly print: (text: string) => void;
}

export interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** Gives the exit code. */
  readonly run: (run: CommandRun) => Promise<number>;
}

/** The text of an option, null where it was not given. */
export const textOption = ({ options }: Pick<CommandRun, 'options'>, name: string): string | null => {
  const value = options[name];
  return typeof value === 'string' ? value : null;
};

/** An option that is one of a list. @throws UsageError */
export function choiceOption<const T extends string>(run: Pick<CommandRun, 'options'>, name: string, choices: readonly T[]): T | null {
  const given = textOption(run, name);
  if (given === null) return null;
  const found = choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} is '${given}'; it must be one of ${choices.join(', ')}.`);
  return found;
}

/** A moment: `2026-11-01`, or with time and zone. @throws UsageError */
export function momentOption(run: Pick<CommandRun, 'options'>, name: string): Date | null {
  const given = textOption(run, name);
  if (given === null) return null;
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(given))
    throw new UsageError(`--${name} is '${given}'; it must be a day like 2026-11-01 or a moment like 2026-11-01T09:30:00+11:00.`);
  return moment;
}
