/** What a command of the retailer is. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Database } from '#lib/db/pool.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import type { Config } from '#lib/server/config.ts';

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
  readonly log: (line: string) => void;
  /** What was asked for; it goes to standard output. */
  readonly writeStdout: (text: string) => void;
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

/** The words of an option, trimmed; null where it was not given. @throws UsageError where they are too long to be kept */
export function stringOption(run: Pick<CommandRun, 'options'>, name: string, most: number): string | null {
  const words = textOption(run, name)?.trim() ?? null;
  if (words !== null && words.length > most) throw new UsageError(`--${name} has ${words.length} characters; ${most} is the most.`);
  if (words !== null && !isStorable(words)) throw new UsageError(`--${name} holds a character that cannot be stored.`);
  return words;
}

/** Who acts: `--by NAME`, else the name of the account that runs the command. @throws UsageError */
export const actorOf = (run: Pick<CommandRun, 'options'>): string => stringOption(run, 'by', 60) || userInfo().username.slice(0, 60);

/** What makes a repetition of a command known: `--key KEY`, else a new one. @throws UsageError */
export function keyOption(run: Pick<CommandRun, 'options'>): string {
  const key = stringOption(run, 'key', 200);
  if (key === '') throw new UsageError('--key is empty; give a word that is yours alone, or leave it out.');
  return key ?? randomUUID();
}

/** An option that is one of a list. @throws UsageError */
export function enumOption<const T extends string>(run: Pick<CommandRun, 'options'>, name: string, choices: readonly T[]): T | null {
  const given = textOption(run, name);
  if (given === null) return null;
  const found = choices.find((choice) => choice.toLowerCase() === given.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} is '${given}'; it must be one of ${choices.join(', ')}.`);
  return found;
}

/** A moment: `2026-11-01`, or with time and zone. @throws UsageError */
export function dateOption(run: Pick<CommandRun, 'options'>, name: string): Date | null {
  const given = textOption(run, name);
  if (given === null) return null;
  const timestamp = new Date(given);
  if (Number.isNaN(timestamp.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(given))
    throw new UsageError(`--${name} is '${given}'; it must be a day like 2026-11-01 or a moment like 2026-11-01T09:30:00+11:00.`);
  return timestamp;
}
