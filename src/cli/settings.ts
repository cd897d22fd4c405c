/** Commands `settings …`: read, save, schedule and preview the retailer's settings. */
import { readFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { SETTING_ERRORS } from '#domains/settings/messages.ts';
import { parseValue } from '#domains/settings/model/parse-value.ts';
import { groupById, SETTING_GROUPS, scopesOf } from '#domains/settings/model/registry.ts';
import { secretFields } from '#domains/settings/model/setting-group.ts';
import type { SettingVersion } from '#domains/settings/model/version.ts';
import { logSavedSetting } from '#domains/settings/server/log-saved-setting.ts';
import { revertSetting, type SettingDeps, saveSetting } from '#domains/settings/server/save-setting.ts';
import { settingsPreviewQuery } from '#domains/settings/server/settings-preview.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { fillTitle } from '#lib/define-contract.ts';
import { parseJsonObject } from '#lib/json.ts';
import { Failure } from '#lib/result.ts';
import { DEFAULT_MARKET, MARKETS } from '#markets/market.ts';
import { instantIn } from '#markets/market-day.ts';
import { siteOrigin } from '#markets/origins.ts';
import { SETTING_REFUSALS } from '#server/setting-refusals.ts';
import {
  type Actions,
  actorOptions,
  CommandError,
  type CommandRun,
  commandActor,
  formatMinute,
  openRunSettings,
  readActor,
  readRunSites,
  storableOption,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const MAX_NOTE_LENGTH = 200;

async function depsOf(run: CommandRun): Promise<SettingDeps> {
  const sites = await readRunSites(run);
  return {
    database: run.database,
    sites,
    start: startValuesOf(run.config),
    refusals: SETTING_REFUSALS,
    onSaved: logSavedSetting(commandActor(run), sites),
  };
}

const ERRORS: Readonly<Record<string, { readonly title: string }>> = SETTING_ERRORS;

/** @throws CommandError for a failure of a use case */
function orFail<T>(result: T | Failure): T {
  if (result instanceof Failure) throw new CommandError(fillTitle(ERRORS[result.code]?.title ?? result.code, result.values));
  return result;
}

/** Returns the group and the scope that a command names. @throws UsageError */
async function readTarget(run: CommandRun) {
  const [id = '', scope = ''] = run.args;
  const group = groupById(id);
  if (!group) throw new UsageError(`Settings not found: ${id}. Choose from ${SETTING_GROUPS.map((each) => each.id).join(', ')}.`);
  const scopes = scopesOf(group.scope, await readRunSites(run));
  const found = scopes.find((each) => each.toLowerCase() === scope.toLowerCase());
  if (found === undefined) throw new UsageError(`${id} has no scope '${scope}'. Choose from ${scopes.join(', ')}.`);
  return { group, scope: found };
}

/** Returns the moment of `--from` in the time zone of the scope's market, null for now. @throws UsageError */
async function readEffectiveFrom(run: CommandRun, scope: string): Promise<Date | null> {
  const text = textOption(run, 'from');
  if (text === null) return null;
  const sites = await readRunSites(run);
  const market = MARKETS.find((each) => each === scope) ?? sites.find(({ id }) => id === scope)?.market ?? DEFAULT_MARKET;
  const instant = instantIn(market, text);
  if (!instant) throw new UsageError(`--from is '${text}'. It must be a local time like 2026-12-01T00:00.`);
  return instant;
}

async function readValue(run: CommandRun) {
  const path = textOption(run, 'file') ?? '';
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) throw new UsageError(`The file of --file cannot be read: ${path}.`);
  const value = parseJsonObject(text);
  if (!value) throw new UsageError(`${path} must contain a JSON object with the fields of the settings.`);
  return value;
}

async function list(run: CommandRun): Promise<number> {
  const settings = await openRunSettings(run);
  const sites = await readRunSites(run);
  const rows = SETTING_GROUPS.flatMap((group) =>
    scopesOf(group.scope, sites).map((scope) => {
      const [last] = settings.versions(group.id, scope);
      return [
        group.id,
        scope,
        group.title,
        last ? `version ${last.revision}` : 'default',
        last ? `${formatMinute(last.createdAt)}, ${last.author}` : '',
      ];
    }),
  );
  run.writeStdout(textTable(['group', 'scope', 'what', 'version', 'saved'], rows));
  return 0;
}

const formatVersion = ({ revision, effectiveFrom, author, note, value }: SettingVersion): string[] => [
  String(revision),
  formatMinute(effectiveFrom),
  author,
  note,
  JSON.stringify(value),
];

async function show(run: CommandRun): Promise<number> {
  const { group, scope } = await readTarget(run);
  const settings = await openRunSettings(run);
  const hidden = secretFields(group);
  const entries = Object.entries(settings.current().read(group, scope));
  run.writeStdout(JSON.stringify(Object.fromEntries(entries.filter(([name]) => !hidden.includes(name))), null, 2));
  for (const [name, secret] of entries) if (hidden.includes(name)) run.log(`${name}: ${secret === null ? 'not set' : 'set, not shown'}`);
  const versions = settings.versions(group.id, scope);
  if (versions.length > 0) run.log(textTable(['version', 'effective from', 'by', 'note', 'value'], versions.map(formatVersion)));
  return 0;
}

/** Returns the number of the last version, on which a change is based. */
const lastRevision = async (run: CommandRun, group: string, scope: string): Promise<number> =>
  (await openRunSettings(run)).versions(group, scope)[0]?.revision ?? 0;

const formatSaved = ({ revision, effectiveFrom }: SettingVersion): string =>
  `Saved as version ${revision}, effective from ${formatMinute(effectiveFrom)}.`;

async function save(run: CommandRun): Promise<number> {
  const { group, scope } = await readTarget(run);
  const hidden = secretFields(group);
  const entries = Object.entries(await readValue(run));
  const secrets = entries.filter(([name]) => hidden.includes(name));
  const wrong = secrets.find(([, secret]) => secret !== null && typeof secret !== 'string');
  if (wrong) throw new UsageError(`${wrong[0]} must be text, or null to clear it.`);
  const saved = orFail(
    await saveSetting(await depsOf(run), {
      group: group.id,
      scope,
      value: Object.fromEntries(entries.filter(([name]) => !hidden.includes(name))),
      secrets: Object.fromEntries(secrets.map(([name, secret]) => [name, typeof secret === 'string' ? secret : null])),
      effectiveFrom: await readEffectiveFrom(run, scope),
      basedOn: await lastRevision(run, group.id, scope),
      author: readActor(run),
      note: storableOption(run, 'note', MAX_NOTE_LENGTH) ?? '',
    }),
  );
  run.log(formatSaved(saved));
  const fixedBy = group.fixedBy(startValuesOf(run.config));
  if (fixedBy !== null) run.log(fixedBy);
  return 0;
}

async function revert(run: CommandRun): Promise<number> {
  const { group, scope } = await readTarget(run);
  const revision = Number(run.args[2]);
  if (!Number.isSafeInteger(revision) || revision < 0) throw new UsageError('Give the number of a version, or 0 for the defaults.');
  const saved = orFail(
    await revertSetting(await depsOf(run), {
      group: group.id,
      scope,
      revision,
      effectiveFrom: await readEffectiveFrom(run, scope),
      basedOn: await lastRevision(run, group.id, scope),
      author: readActor(run),
    }),
  );
  run.log(formatSaved(saved));
  return 0;
}

async function preview(run: CommandRun): Promise<number> {
  const { group, scope } = await readTarget(run);
  const secrets = Object.fromEntries(secretFields(group).map((name) => [name, null]));
  const { value } = orFail(parseValue(group, scope, await readValue(run), secrets));
  const query = await settingsPreviewQuery(run.database, { group: group.id, scope, value });
  for (const site of await readRunSites(run))
    run.writeStdout(`${siteOrigin(site.host, run.config.PUBLIC_URL)}/${group.previewPath}${query}`);
  run.log('Add the query to any page of the site. Expires in 60 minutes.');
  return 0;
}

export function addSettingCommands(program: Command, { change, read }: Actions): void {
  const settings = program.command('settings').description('Delivery fees, tax, support, seller, email');
  const ofGroup = (name: string, description: string): Command =>
    settings
      .command(name)
      .argument('<group>', SETTING_GROUPS.map(({ id }) => id).join(', '))
      .argument('<scope>', 'shop, a market or a site')
      .description(description);
  const from = () => new Option('--from <time>', 'local time in the market from which it holds, like 2026-12-01T00:00; default: now');
  const file = () => new Option('--file <path>', 'JSON object with the fields').makeOptionMandatory();

  settings.command('list').description('List all settings and their last versions.').action(read(list));
  ofGroup('show', 'Print the values in force, and all versions. Secrets are not shown.').action(read(show));
  withOptions(
    ofGroup('save', 'Save values, now or from a later time. Carts, pages and emails use them at that moment.'),
    file(),
    from(),
    new Option('--note <text>', 'why, for the list of versions'),
    ...actorOptions(),
  ).action(change(['setting.saved'], save));
  withOptions(
    ofGroup('revert', 'Return to an earlier version.').argument('<version>', 'number of the version, 0 for the defaults'),
    from(),
    ...actorOptions(),
  ).action(change(['setting.saved'], revert));
  withOptions(ofGroup('preview', 'Create links that show pages with values that are not saved. They expire in an hour.'), file()).action(
    change({ notLogged: 'It makes links that expire.' }, preview),
  );
}
