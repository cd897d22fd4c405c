/** Shared parts of all commands: a run, the actions that commander calls, renamed options, and typed readers of options. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { effectiveConfig } from '#domains/settings/server/effective-config.ts';
import { openSettings, type Settings } from '#domains/settings/server/settings-store.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import type { ActionName } from '#domains/staff/messages/activity.ts';
import { type Activity, type OtherActor, recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { isStorable } from '#lib/is-storable-text.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import type { Config } from '#lib/server/config.ts';
import { type Jobs, startJobs } from '#lib/server/jobs.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import type { Sites } from '#markets/sites.ts';
import { logQueuedMail } from '#server/jobs/log-queued-mail.ts';
import { QUEUE_NAMES } from '#server/jobs/queue-workers.ts';

const MAX_ACTOR_LENGTH = 60;
const MAX_KEY_LENGTH = 200;

/** The arguments of a command are invalid. The message says what to type instead. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The arguments are valid, but the data does not allow the command. The message says why. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The shop that a command works on. */
export interface ShopAccess {
  readonly config: Config;
  readonly database: Database;
}

/** Environment of the command line: how to open the shop, and where output goes. */
export interface CommandEnvironment {
  /** Opens the shop, passes it to `use` and closes it again. Help and usage errors never open it. */
  withShop<T>(use: (shop: ShopAccess) => Promise<T>): Promise<T>;
  /** Reads the configuration for commands that work without a database. */
  readonly readConfig: () => Config;
  /** Writes a line for the user to standard error, so that output can be piped. */
  readonly log: (line: string) => void;
  /** Writes the result to standard output. */
  readonly writeStdout: (text: string) => void;
  /** Logs that a command changed something. The arguments are left out, because they may name customers. */
  readonly logChange: (command: string, exitCode: number) => void;
}

/** A run without a database. */
export interface OfflineRun {
  readonly config: Config;
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly log: (line: string) => void;
  readonly writeStdout: (text: string) => void;
}

export interface CommandRun extends OfflineRun, ShopAccess {}

/** Opens the settings of the shop. */
export const openRunSettings = ({ config, database }: ShopAccess): Promise<Settings> =>
  openSettings(database, { start: startValuesOf(config) });

/** Runs work with the settings of the shop. */
export async function withSettings<T>(access: ShopAccess, work: (settings: Settings) => Promise<T>): Promise<T> {
  const settings = await openRunSettings(access);
  try {
    return await work(settings);
  } finally {
    settings.close();
  }
}

/** Returns the sites of the shop: those of the settings unless SITES is set. */
export const readRunSites = (run: ShopAccess): Promise<Sites> =>
  withSettings(run, async (settings) => effectiveConfig(run.config, settings)().sites);

/** @returns the exit code */
export type CommandHandler = (run: CommandRun) => Promise<number>;

type OfflineHandler = (run: OfflineRun) => Promise<number>;

type Action = (this: Command) => Promise<void>;

/**
 * What a command that changes something leaves in the activity log: one of these actions by an actor `command`, or nothing, and why not.
 * `commands-in-the-log.integration.test.ts` runs every command and looks for its entry.
 */
export type CommandLog = readonly [ActionName, ...ActionName[]] | { readonly notLogged: string };

/** Turns handlers into commander's actions. */
export interface Actions {
  /** For commands that change something. Each run is a line in the log of the process, except dry runs. */
  change(log: CommandLog, handler: CommandHandler): Action;
  /** For commands that only read. */
  read(handler: CommandHandler): Action;
  /** For commands that only read, and work without a database. */
  offline(handler: OfflineHandler): Action;
  /** For commands that change something without a running database. */
  offlineChange(log: Extract<CommandLog, { readonly notLogged: string }>, handler: OfflineHandler): Action;
}

/** An option under its former name. It works, prints one deprecation line and is hidden from the help. */
export class RenamedOption extends Option {
  readonly replacement: string;

  /** @param replacement flag that replaces it, such as `--actor` */
  constructor(flags: string, replacement: string) {
    super(flags);
    this.hideHelp();
    this.replacement = replacement;
  }
}

/** `--tracking-number` → `trackingNumber`, as commander names the value of an option. */
const attributeOf = (flag: string): string => flag.replace(/^--/, '').replace(/-([a-z])/g, (_, char: string) => char.toUpperCase());

/** Moves the values of renamed options to their new names. @throws UsageError if both names are given with different values */
function resolveRenamedOptions(command: Command, log: (line: string) => void): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = { ...command.opts() };
  for (const option of command.options) {
    if (!(option instanceof RenamedOption)) continue;
    const name = option.attributeName();
    const value = options[name];
    if (value === undefined) continue;
    const attribute = attributeOf(option.replacement);
    if (options[attribute] !== undefined && options[attribute] !== value)
      throw new UsageError(`${option.long} is the former name of ${option.replacement}. Give only ${option.replacement}.`);
    log(`"${option.long}" is deprecated. Use "${option.replacement}".`);
    options[attribute] = value;
    delete options[name];
  }
  return options;
}

/** `order ship` */
export function commandPath(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${commandPath(parent)} ${command.name()}` : command.name();
}

/** Creates actions that open the shop, run a handler and set the exit code. */
export function createActions(environment: CommandEnvironment, setExitCode: (code: number) => void): Actions {
  type Common = Omit<OfflineRun, 'config'>;
  const action = (work: (common: Common) => Promise<number>, isChange: boolean): Action =>
    async function runAction() {
      const { log, writeStdout } = environment;
      const options = resolveRenamedOptions(this, log);
      const code = await work({ args: this.args, options, log, writeStdout });
      if (isChange && options.dryRun !== true) environment.logChange(commandPath(this), code);
      setExitCode(code);
    };
  const inShop =
    (handler: CommandHandler) =>
    (common: Common): Promise<number> =>
      environment.withShop((shop) => handler({ ...shop, ...common }));
  const offline =
    (handler: OfflineHandler) =>
    (common: Common): Promise<number> =>
      handler({ ...common, config: environment.readConfig() });
  return {
    change: (_, handler) => action(inShop(handler), true),
    read: (handler) => action(inShop(handler), false),
    offline: (handler) => action(offline(handler), false),
    offlineChange: (_, handler) => action(offline(handler), true),
  };
}

/** Adds options to a command. */
export function withOptions(command: Command, ...options: readonly Option[]): Command {
  for (const option of options) command.addOption(option);
  return command;
}

export const marketOption = (): Option => new Option(`--market <${MARKETS.join('|')}>`, 'market');
export const jsonOption = (): Option => new Option('--json', 'print JSON for programs');
export const actorOption = (): Option => new Option('--actor <name>', 'who does it, for the log; default: the user running the command');
export const actorOptions = (): Option[] => [actorOption(), new RenamedOption('--by <name>', '--actor')];
export const keyOptions = (): Option[] => [
  new Option('--idempotency-key <key>', 'repeat a command safely: the same key takes effect once'),
  new RenamedOption('--key <key>', '--idempotency-key'),
];

type Options = Pick<CommandRun, 'options'>;

/** @returns the text of an option, or null if it is not given */
export const textOption = ({ options }: Options, name: string): string | null => {
  const value = options[attributeOf(name)];
  return typeof value === 'string' ? value : null;
};

/** @returns true if a switch is given */
export const isSet = ({ options }: Options, name: string): boolean => options[attributeOf(name)] === true;

/** @returns the trimmed text of an option, or null if it is not given @throws UsageError if the database cannot store it */
export function storableOption(run: Options, name: string, maxLength: number): string | null {
  const text = textOption(run, name)?.trim() ?? null;
  if (text !== null && text.length > maxLength) throw new UsageError(`--${name} has ${text.length} characters. The limit is ${maxLength}.`);
  if (text !== null && !isStorable(text)) throw new UsageError(`--${name} contains a character that cannot be stored.`);
  return text;
}

/** @returns the name of the user running the command, or its number: the user of a container has no name, and looking it up fails */
export function readUserName(readUser: () => { readonly username: string } = userInfo): string {
  try {
    return readUser().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/** @returns the value of `--actor`, or the user running the command @throws UsageError */
export const readActor = (run: Options): string =>
  storableOption(run, 'actor', MAX_ACTOR_LENGTH) || readUserName().slice(0, MAX_ACTOR_LENGTH);

/** @returns who the activity log names for a change @throws UsageError */
export const commandActor = (run: Options): OtherActor => ({ kind: 'command', name: readActor(run) });

/** Writes what a command did into the activity log, where no use case does. */
export const recordCommand = (run: CommandRun, activity: Activity): Promise<void> =>
  run.database.transaction((transaction) => recordActivity(transaction, commandActor(run), activity));

/** @returns the value of `--idempotency-key`, or a new key @throws UsageError */
export function readIdempotencyKey(run: Options): string {
  const key = storableOption(run, 'idempotency-key', MAX_KEY_LENGTH);
  if (key === '') throw new UsageError('--idempotency-key is empty. Give a unique word, or leave --idempotency-key out.');
  return key ?? randomUUID();
}

/** @returns the value of an option that takes one of a list, in any case, or null @throws UsageError */
export function enumOption<const T extends string>(run: Options, name: string, choices: readonly T[]): T | null {
  const text = textOption(run, name);
  if (text === null) return null;
  const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new UsageError(`--${name} is '${text}'. It must be one of ${choices.join(', ')}.`);
  return found;
}

/** @returns the value of `--market`; the first market if it is not given @throws UsageError */
export const readMarket = (run: Options): Market => enumOption(run, 'market', MARKETS) ?? MARKETS[0];

/** @returns an instant given as `2026-11-01` or with time and zone, or null @throws UsageError */
export function dateOption(run: Options, name: string): Date | null {
  const text = textOption(run, name);
  if (text === null) return null;
  const timestamp = new Date(text);
  if (Number.isNaN(timestamp.getTime()) || !/^\d{4}-\d{2}-\d{2}/.test(text))
    throw new UsageError(`--${name} is '${text}'. It must be a date like 2026-11-01 or a time like 2026-11-01T09:30:00+11:00.`);
  return timestamp;
}

/** @returns an amount like `12.50` in cents, or null @throws UsageError */
export function amountOption(run: Options, name: string): number | null {
  const text = textOption(run, name);
  if (text === null) return null;
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0) throw new UsageError(`--${name} is '${text}'. Write it like 12.50.`);
  return Math.round(Number(text) * 100);
}

/** Runs work that queues jobs. Emails are queued for a running shop to send. */
export async function withJobs<T>({ database, log }: CommandRun, work: (jobs: Jobs) => Promise<T>): Promise<T> {
  const jobs = await startJobs(database, QUEUE_NAMES, (error) => log(`Jobs: ${error.message}`), { statementFor: logQueuedMail });
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}

/** `2026-11-01 09:30 UTC` */
export const formatMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** `$12.50` as the market writes it. */
export const formatCents = (market: Market, cents: number): string =>
  formatMoney(cents, getMarketConfig(market).locale, getMarketConfig(market).currency);

/** Prints rows as JSON for programs. Amounts in cents become decimal numbers under a shorter name: `amountCents` → `amount`. */
export function printJson(run: Pick<CommandRun, 'writeStdout'>, value: unknown): void {
  run.writeStdout(JSON.stringify(value, null, 2));
}

/** Replaces the field `amountCents` by the decimal `amount`. */
export const withDecimalAmount = <T extends { readonly amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: toDecimal(amountCents),
});
