/** `import …`: imports files and pictures, lists past imports, and undoes one. */
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { NamedPictures } from '#domains/catalogue/model/import/row-result.ts';
import { type ChangeExample, type KindCounts, listImports } from '#domains/catalogue/server/import/import-log.repository.ts';
import { loadMapping, shippedMappings } from '#domains/catalogue/server/import/load-mapping.ts';
import { findPicturesInFolder, importPictures, type PictureImportResult } from '#domains/catalogue/server/pictures/import-pictures.ts';
import { IMPORT_STATE_LABELS } from '#domains/imports/messages/office.ts';
import { IMPORT_STATES } from '#domains/imports/model/import-state.ts';
import { findImport } from '#domains/imports/server/import.repository.ts';
import { lowerCpuPriority } from '#lib/db/cpu-priority.ts';
import { importFiles, scanFolder, undoImport } from '#server/imports.ts';
import {
  type Actions,
  actorOption,
  actorOptions,
  type CommandHandler,
  type CommandRun,
  commandActor,
  isSet,
  RenamedOption,
  recordCommand,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { addOfficeImportCommands, numberArgument, undoOfficeImport } from './office-import.ts';
import { progressLine } from './progress-bar.ts';

const WATCH_INTERVAL_MS = 5_000;
const MAX_LISTED_KEYS = 10;

/** Runs a handler at a low CPU priority, because a shop that serves shoppers may share the machine. */
export const asBatch =
  (handler: CommandHandler): CommandHandler =>
  (run) =>
    handler({ ...run, database: lowerCpuPriority(run.database, 'tenth') });

const count = (quantity: number, one: string): string => `${quantity} ${quantity === 1 ? one : `${one}s`}`;

const formatCounts = (name: string, { added, changed, unchanged, ended }: KindCounts): string =>
  `${name}: ${added} added, ${changed} changed, ${unchanged} unchanged${ended > 0 ? `, ${ended} of the changed ended` : ''}`;

async function checkExists(path: string): Promise<void> {
  await access(path).catch(() => Promise.reject(new UsageError(`File not found: ${path}`)));
}

/** @returns the mapping of `--mapping`, `changes` for tables of changes, or null @throws UsageError */
async function readMapping(run: CommandRun): Promise<Mapping | 'changes' | null> {
  const name = textOption(run, 'mapping');
  const sheet = textOption(run, 'sheet');
  const mapping = name === null || name === 'changes' ? name : await loadMapping(name);
  if (sheet === null) return mapping;
  if (mapping === null || mapping === 'changes')
    throw new UsageError('--sheet needs --mapping: it names the sheet of the workbook that the mapping is for.');
  return { ...mapping, source: { ...mapping.source, sheet } };
}

async function importCommand(run: CommandRun): Promise<number> {
  const { database, args: files, log } = run;
  if (files.length === 0) throw new UsageError('Give at least one file to import.');
  for (const file of files) await checkExists(file);
  const mapping = await readMapping(run);
  const isDryRun = isSet(run, 'dry-run');
  const table = files.find((file) => /\.(?:(?:csv|tsv)(?:\.gz)?|xlsx)$/i.test(file));
  if (!mapping && table)
    throw new UsageError(
      `${table} is a table. Use --mapping NAME to say what its columns mean. Available: ${(await shippedMappings()).join(', ')}. \`mapping create\` can suggest one.`,
    );
  const deactivatesMissing = isSet(run, 'deactivate-missing');
  if (deactivatesMissing && (!mapping || mapping === 'changes'))
    throw new UsageError('--deactivate-missing needs --mapping: it ends offers of that mapping that are no longer in the list.');
  const rejectsFile = textOption(run, 'rejects') ?? `${files[0]}.rejects.ndjson`;
  if (files.some((file) => resolve(file) === resolve(rejectsFile))) throw new UsageError('--rejects names a file that is to be imported.');
  const line = progressLine(process.stderr);
  const started = performance.now();
  const result = await importFiles(database, {
    files,
    mapping,
    rejectsFile,
    isDryRun,
    deactivatesMissing,
    isForced: isSet(run, 'force'),
    allowsStaffGroup: isSet(run, 'allow-staff-group'),
    actor: commandActor(run),
    onProgress: line.show,
    onWait: () => log('Another import is running. This one will start when it finishes.'),
  });
  line.end();
  logImport(run, result, performance.now() - started);
  const { progress, pictures } = result;
  if (pictures.length > 0 && !isDryRun)
    logPictures(log, await importNamed(run, textOption(run, 'pictures') ?? dirname(files[0] ?? '.'), pictures));
  if (progress.rejected === 0) return 0;
  log(`${count(progress.rejected, 'row')} not imported. See ${rejectsFile} for the line and reason of each.`);
  for (const [reason, rows] of Object.entries(progress.rejectsBy))
    log(`  ${reason}: ${rows}${reason.startsWith('left-out ') ? ', as the mapping says under "skip"' : ''}`);
  log('Fix the raw rows in that file and import it with the same command.');
  return 0;
}

function logImport(run: CommandRun, { id, progress, written, examples }: Awaited<ReturnType<typeof importFiles>>, elapsedMs: number): void {
  const { log } = run;
  if (isSet(run, 'dry-run')) log('Dry run: nothing was changed. This import would:');
  for (const [name, result] of Object.entries(written)) log(formatCounts(name, result));
  for (const example of examples) log(formatExample(example));
  for (const notice of progress.notices) log(notice);
  log(
    `${count(progress.rows, 'row')} in ${(elapsedMs / 1_000).toFixed(1)} s, ${progress.duplicates} duplicates, ${progress.blankRows} blank`,
  );
  for (const [reason, rows] of Object.entries(progress.doubtsBy)) log(`  not sure about ${reason}: ${rows}`);
  if (id !== null) log(`This was import ${id}. To undo it: npm run cli -- import undo ${id}`);
}

/** `  changed offer x: prices {"AU":…} → {"AU":…}`, `  new offer x` */
function formatExample({ kind, key, before, after }: ChangeExample): string {
  if (before === null) return `  new ${kind} ${key}`;
  const fieldsOf = (record: unknown): Readonly<Record<string, unknown>> => (record instanceof Object ? { ...record } : {});
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => short(was[field]) !== short(is[field]));
  return `  changed ${kind} ${key}: ${fields.map((field) => `${field} ${short(was[field])} → ${short(is[field])}`).join('; ')}`;
}

function logPictures(log: CommandRun['log'], { offers, pictures, rejected }: PictureImportResult): void {
  log(`Imported ${count(pictures, 'picture')} of ${count(offers, 'offer')}.`);
  for (const { file, reason } of rejected) log(`  ${file}: ${reason}`);
}

/** Imports pictures of offers, and writes how many into the activity log. */
async function importNamed(run: CommandRun, folder: string, named: readonly NamedPictures[]): Promise<PictureImportResult> {
  const result = await importPictures(run.database, folder, named);
  const { offers, pictures } = result;
  if (pictures > 0)
    await recordCommand(run, { action: 'picture.imported', subject: { kind: 'picture', id: 'list' }, after: { pictures, wines: offers } });
  return result;
}

async function importPictureFolder(run: CommandRun): Promise<number> {
  const {
    database,
    args: [folder = ''],
    log,
  } = run;
  await checkExists(folder);
  const { named, rejected } = await findPicturesInFolder(database, folder);
  const taken = await importNamed(run, folder, named);
  logPictures(log, { ...taken, rejected: [...rejected, ...taken.rejected] });
  return 0;
}

async function undo(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const id = numberArgument(run, 'import undo');
  const entry = await findImport(database, id);
  const isOfOffice = entry !== null && entry.source !== 'command';
  const { restored, removed, unchanged } = isOfOffice ? await undoOfficeImport(run, id) : await undoImport(database, id, commandActor(run));
  log(`Import ${id} undone: ${count(restored, 'record')} restored, ${count(removed, 'new record')} removed.`);
  for (const [kind, keys] of Object.entries(unchanged))
    log(
      `  ${keys.length} of kind ${kind} have changed since and were left as they are: ${keys.slice(0, MAX_LISTED_KEYS).join(', ')}${keys.length > MAX_LISTED_KEYS ? ', …' : ''}`,
    );
  return 0;
}

async function list({ database, log }: CommandRun): Promise<number> {
  const entries = await listImports(database);
  if (entries.length === 0) log('Nothing has been imported yet.');
  for (const { id, finishedAt, files, mapping, counts, rejected, undoneAt, state } of entries) {
    const kinds = Object.entries(counts).map(([name, result]) => formatCounts(name, result));
    const known = IMPORT_STATES.find((each) => each === state) ?? 'done';
    const unfinished = known === 'done' ? '' : `, ${IMPORT_STATE_LABELS[known].toLowerCase()}`;
    const undone = undoneAt === null ? unfinished : `, undone ${undoneAt}`;
    log(`${id}  ${finishedAt}  ${files.join(', ')}${mapping === '' ? '' : ` by ${mapping}`}${undone}`);
    log(`    ${[...kinds, ...(rejected > 0 ? [`${rejected} rejected`] : [])].join('; ')}`);
  }
  return 0;
}

async function watch(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const [folder = ''] = run.args;
  await checkExists(folder);
  for (;;) {
    const imported = await scanFolder(database, folder, commandActor(run));
    if (imported > 0) log(`${count(imported, 'file')} processed. The results are in ${folder}.`);
    if (isSet(run, 'once')) return 0;
    await setTimeout(WATCH_INTERVAL_MS);
  }
}

export function addImportCommands(program: Command, actions: Actions): void {
  const { change, read } = actions;
  const importing = withOptions(
    program
      .command('import')
      .argument('[files...]', 'plain or gzipped')
      .summary('Import offers, stock, promotions and customers')
      .description(
        `Import offers, stock, promotions and customers.
Without --mapping, files must be in the shop’s own format: one JSON object per line.
With --mapping NAME (winemag, iowa-spirits, bc-liquor, vinmonopolet, or the path of your own), they can be CSV, XLSX or JSON.
With --mapping changes, a table updates prices, stock, audiences and dates by SKU.
Importing the same file twice changes nothing. If an import fails part-way, nothing is imported; rows that can’t be read go to a rejects file and the rest is imported.`,
      ),
    new Option('--mapping <name>', 'mapping of the columns'),
    new Option('--sheet <name>', 'name or number of the sheet of a workbook'),
    new Option('--dry-run', 'show what would change'),
    new Option('--deactivate-missing', 'end offers of this mapping that are no longer in the files'),
    new RenamedOption('--end-missing', '--deactivate-missing'),
    new Option('--force', 'deactivate even more than half of the offers of this mapping'),
    new RenamedOption('--even-many', '--force'),
    new Option('--allow-staff-group', 'accept customers of the group STAFF, who see every offer'),
    new Option(
      '--rejects <file>',
      'rejects file; default: FILE.rejects.ndjson. Fix the raw rows in it and import it with the same command',
    ),
    new Option('--pictures <dir>', 'folder of pictures that a column names; default: the folder of the first file'),
    actorOption(),
  ).action(change(['import.done'], asBatch(importCommand)));
  importing.enablePositionalOptions();
  importing.command('list').description('List past imports, newest first.').action(read(list));
  withOptions(
    importing
      .command('undo')
      .argument('<number>', 'number of the import')
      .description('Undo an import, except for records that have changed since.'),
    ...actorOptions(),
  ).action(change(['import.undone', 'import.undo_requested'], asBatch(undo)));
  addOfficeImportCommands(importing, actions, asBatch);
  withOptions(
    importing
      .command('pictures')
      .argument('<dir>')
      .description(
        'Import your own pictures (JPEG, PNG, WebP, AVIF, GIF or TIFF). Name each file after the offer’s id, SKU or bar code; add -2, -back and so on for more than one. Offers without a picture keep their drawing. Broken or oversized files, and SVGs, are skipped and listed.',
      ),
    actorOption(),
  ).action(change(['picture.imported'], asBatch(importPictureFolder)));
  withOptions(
    importing
      .command('watch')
      .argument('<dir>')
      .description(
        `Import files as they arrive in a folder. Files in the folder itself must be in the shop’s own format; files in a subfolder use the mapping with the subfolder’s name (or its own mapping.json); files in changes update existing offers. Only offers, stock, promotions, pages and changes are accepted.
list@2026-12-01T0900Z.csv is imported at that time. A running shop does this for IMPORT_WATCH_DIR.`,
      ),
    new Option('--once', 'import the files that are waiting and stop'),
    actorOption(),
  ).action(change(['import.done'], asBatch(watch)));
}
