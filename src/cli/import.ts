/** Files in and out: import, export, mappings. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Mapping } from '#domains/catalogue/model/import/mapping.ts';
import { mappingNameOf, newMapping, writeMapping } from '#domains/catalogue/server/import/create-mapping.ts';
import { loadMapping, shippedMappings } from '#domains/catalogue/server/import/load-mapping.ts';
import { createOfferReader } from '#domains/catalogue/server/offer-reader.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { lowerCpuPriority } from '#lib/db/cpu-priority.ts';
import { siteOrigin } from '#markets/origins.ts';
import { exportRecords, nextSince } from '#server/export-records.ts';
import { importFiles } from '#server/import-files.ts';
import { type ChangeExample, type KindCounts, listImports } from '#server/import-log.ts';
import { importPictures, type PicturesTaken, picturesInFolder } from '#server/import-pictures.ts';
import { scanFolder } from '#server/import-watcher.ts';
import { productFeed } from '#server/product-feed.ts';
import { RECORD_KINDS } from '#server/record-types.ts';
import { undoImport } from '#server/undo-import.ts';
import { type Command, type CommandRun, UsageError } from './options.ts';
import { progressLine } from './progress-bar.ts';

const counted = (name: string, { added, changed, unchanged, ended }: KindCounts): string =>
  `${name}: ${added} added, ${changed} changed, ${unchanged} as before${ended > 0 ? `, ${ended} of the changed ended` : ''}`;

/** `changes` is no mapping of a list: its columns are the records' own. */
const mappingNamed = async (name: string): Promise<Mapping | 'changes'> => (name === 'changes' ? name : loadMapping(name));

async function runImport(run: CommandRun): Promise<number> {
  const { database, files, options, log: say } = run;
  if (files[0] === 'undo') return runUndo(run);
  if (files.length === 0) throw new UsageError('Name at least one file to import.');
  for (const file of files) await access(file).catch(() => Promise.reject(new UsageError(`There is no file ${file}.`)));
  const named = typeof options.mapping === 'string' ? await mappingNamed(options.mapping) : null;
  const sheet = typeof options.sheet === 'string' ? options.sheet : null;
  if (sheet !== null && (named === null || named === 'changes'))
    throw new UsageError('--sheet needs a mapping: it names the sheet of a workbook that the mapping is for.');
  const mapping = sheet === null || named === null || named === 'changes' ? named : { ...named, source: { ...named.source, sheet } };
  const isDryRun = options['dry-run'] === true;
  const isTable = files.find((file) => /\.(?:(?:csv|tsv)(?:\.gz)?|xlsx)$/i.test(file));
  if (!mapping && isTable)
    throw new UsageError(
      `${isTable} is a table: say how its columns are meant with --mapping NAME. There are: ${(await shippedMappings()).join(', ')}; \`mapping new\` proposes one.`,
    );
  const deactivatesMissing = options['end-missing'] === true;
  if (deactivatesMissing && (!mapping || mapping === 'changes'))
    throw new UsageError('--end-missing needs a mapping: it ends what the list of that mapping no longer holds.');
  const rejectsFile = typeof options.rejects === 'string' ? options.rejects : `${files[0]}.rejects.ndjson`;
  if (files.some((file) => resolve(file) === resolve(rejectsFile))) throw new UsageError('--rejects names a file that is to be imported.');
  const line = progressLine(process.stderr);
  const started = performance.now();
  const { id, progress, written, examples, pictures } = await importFiles(database, {
    files,
    mapping,
    rejectsFile,
    isDryRun,
    deactivatesMissing,
    isForced: options['even-many'] === true,
    allowsStaffGroup: options['allow-staff-group'] === true,
    onProgress: line.show,
    onWait: () => say('Another import is running; this one begins when it ends.'),
  });
  line.end();
  const seconds = (performance.now() - started) / 1000;
  if (isDryRun) say('Nothing was written. This is what would change:');
  for (const [name, result] of Object.entries(written)) say(counted(name, result));
  for (const example of examples) say(exampleLine(example));
  for (const notice of progress.notices) say(notice);
  say(`${rowsIn(progress.rows)} in ${seconds.toFixed(1)} s, ${progress.duplicates} duplicates, ${progress.blankRows} blank`);
  for (const [reason, count] of Object.entries(progress.doubtsBy)) say(`  unsure of ${reason}: ${count}`);
  if (id !== null) say(`This was import ${id}; npm run cli -- import undo ${id}   takes it back.`);
  if (pictures.length > 0 && !isDryRun) {
    const folder = typeof options.pictures === 'string' ? options.pictures : dirname(files[0] ?? '.');
    logPictures(say, await importPictures(database, folder, pictures));
  }
  if (progress.rejected === 0) return 0;
  say(`${rowsIn(progress.rejected)} not imported; each stands with its line and reason in ${rejectsFile}`);
  for (const [reason, count] of Object.entries(progress.rejectsBy))
    say(`  ${reason}: ${count}${reason.startsWith('left-out ') ? ', as the mapping says under "skip"' : ''}`);
  say('Mend the raw rows in that file and import it like the first one.');
  return 0;
}

const rowsIn = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

/** `  changed offer x: prices {"AU":…} → {"AU":…}`, `  new offer x` */
function exampleLine({ kind, key, before, after }: ChangeExample): string {
  if (before === null) return `  new ${kind} ${key}`;
  const [was, is] = [before as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => short(was[field]) !== short(is[field]));
  return `  changed ${kind} ${key}: ${fields.map((field) => `${field} ${short(was[field])} → ${short(is[field])}`).join('; ')}`;
}

function logPictures(say: CommandRun['log'], { offers, pictures, refused }: PicturesTaken): void {
  say(`Pictures taken in: ${pictures}, for offers: ${offers}.`);
  for (const { file, reason } of refused) say(`  ${file}: ${reason}`);
}

async function runPictures({ database, files, log: say }: CommandRun): Promise<number> {
  const [folder] = files;
  if (folder === undefined) throw new UsageError('Name the folder of pictures.');
  await access(folder).catch(() => Promise.reject(new UsageError(`There is no folder ${folder}.`)));
  const { named, refused } = await picturesInFolder(database, folder);
  const taken = await importPictures(database, folder, named);
  logPictures(say, { ...taken, refused: [...refused, ...taken.refused] });
  return 0;
}

async function runUndo({ database, files, log: say }: CommandRun): Promise<number> {
  const id = Number(files[1]);
  if (!Number.isSafeInteger(id) || id < 1) throw new UsageError('Name the import to take back by its number: import undo 12.');
  const { restored, removed, kept } = await undoImport(database, id);
  say(`Import ${id} is taken back: ${restored} records are what they were, ${removed} that it brought are gone.`);
  for (const [kind, keys] of Object.entries(kept))
    say(
      `  ${keys.length} of kind ${kind} were changed since and stay as they are: ${keys.slice(0, 10).join(', ')}${keys.length > 10 ? ', …' : ''}`,
    );
  return 0;
}

async function runImports({ database, log: say }: CommandRun): Promise<number> {
  const entries = await listImports(database);
  if (entries.length === 0) say('Nothing was imported yet.');
  for (const { id, finishedAt, files, mapping, counts, rejected, undoneAt } of entries) {
    const kinds = Object.entries(counts).map(([name, result]) => counted(name, result));
    const undone = undoneAt === null ? '' : `, taken back ${undoneAt}`;
    say(`${id}  ${finishedAt}  ${files.join(', ')}${mapping === '' ? '' : ` by ${mapping}`}${undone}`);
    say(`    ${[...kinds, ...(rejected > 0 ? [`${rejected} rejected`] : [])].join('; ')}`);
  }
  return 0;
}

async function runExport({ database, files, options, log: say }: CommandRun): Promise<number> {
  const kinds = typeof options.only === 'string' ? options.only.split(',') : Object.keys(RECORD_KINDS);
  const unknown = kinds.find((kind) => !(kind in RECORD_KINDS));
  if (unknown !== undefined)
    throw new UsageError(`There is no record kind '${unknown}'; there are ${Object.keys(RECORD_KINDS).join(', ')}.`);
  const [file] = files;
  const out = file === undefined ? process.stdout : createWriteStream(file);
  const since = typeof options.since === 'string' ? options.since : null;
  if (since !== null && Number.isNaN(Date.parse(since))) throw new UsageError('--since is a moment such as 2026-03-01T00:00:00Z.');
  const next = await nextSince(database);
  const counts = await exportRecords(database, out, kinds, since);
  if (file !== undefined) {
    out.end();
    await once(out, 'finish');
  }
  say(
    Object.entries(counts)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', '),
  );
  say(`What changes from now on: export --since ${next}`);
  return 0;
}

async function runFeed({ config, database, files, options, log: say }: CommandRun): Promise<number> {
  const site = options.site === undefined ? config.sites[0] : config.sites.find(({ id }) => id === options.site);
  if (!site) throw new UsageError(`There is no site '${String(options.site)}'; there are ${config.sites.map(({ id }) => id).join(', ')}.`);
  const [file] = files;
  const pieces = Readable.from(productFeed(createOfferReader(database, pictureVersion), site, siteOrigin(site.host, config.PUBLIC_URL)));
  await pipeline(pieces, file === undefined ? process.stdout : createWriteStream(file), { end: file !== undefined });
  say(`The products feed of ${site.id} is written.`);
  return 0;
}

async function runWatch({ database, files, options, log: say }: CommandRun): Promise<number> {
  const [folder] = files;
  if (folder === undefined) throw new UsageError('Name the folder to watch.');
  await access(folder).catch(() => Promise.reject(new UsageError(`There is no folder ${folder}.`)));
  for (;;) {
    const count = await scanFolder(database, folder);
    if (count > 0) say(`${count} files were taken; what came of them stands in ${folder}.`);
    if (options.once === true) return 0;
    await setTimeout(5_000);
  }
}

async function runMapping({ files, options, log: say }: CommandRun): Promise<number> {
  const [what, file] = files;
  if (what !== 'new' || file === undefined) throw new UsageError('Name the file to propose a mapping for: mapping new FILE.');
  const name = typeof options.name === 'string' ? options.name : mappingNameOf(file);
  const out = typeof options.out === 'string' ? options.out : `./${name}.mapping.json`;
  const { text, unsure, notices, examples } = await newMapping(file, name, typeof options.sheet === 'string' ? options.sheet : undefined);
  for (const notice of notices) say(notice);
  say('Ten rows, as they stand and what becomes of them:');
  for (const { before, after } of examples) say(`\n  ${before.slice(0, 300)}\n  → ${after}`);
  say('\nNot certain:');
  for (const sentence of unsure) say(`  ${sentence}`);
  if (!(await writeMapping(out, text))) throw new UsageError(`${out} is there already; name another with --out.`);
  say(`\nThe mapping is in ${out}. Try it: npm run cli -- import --dry-run --mapping ${out} ${file}`);
  return 0;
}

/** Reading and writing files is long work, beside a shop that answers its shoppers first. */
const last =
  (run: Command['run']): Command['run'] =>
  (given) =>
    run({ ...given, database: lowerCpuPriority(given.database, 'tenth') });

export const INTAKE_COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    usage:
      '[--mapping NAME] [--dry-run] [--end-missing [--even-many]] [--allow-staff-group] [--sheet NAME] [--rejects FILE] [--pictures FOLDER] FILE… | undo ID',
    summary:
      'Take offers, stock, promotions and customers in. Without a mapping the files are in the shop’s own format, one JSON object a line;\nwith one (winemag, iowa-spirits, bc-liquor, vinmonopolet, or a file of your own) they are CSV, XLSX or JSON (--sheet names or numbers the sheet of a workbook);\nwith --mapping changes a table of prices, stock, audiences and dates by sku. Plain or gzip. The same file twice changes nothing; all of it is imported or nothing. --dry-run tells what would change.\n--end-missing ends offers of this mapping that the files no longer hold, more than half of them only with --even-many. --allow-staff-group accepts customers of the group STAFF, who see every offer. `import undo ID` takes an import back.\n--rejects names the file for rows that are not imported (FILE.rejects.ndjson); mend the raw rows in it and import it like FILE. --pictures is where the pictures are that a column names (else beside FILE).',
    options: {
      mapping: { type: 'string' },
      sheet: { type: 'string' },
      rejects: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'end-missing': { type: 'boolean' },
      'even-many': { type: 'boolean' },
      'allow-staff-group': { type: 'boolean' },
      pictures: { type: 'string' },
    },
    run: last(runImport),
  },
  pictures: {
    usage: 'FOLDER',
    summary:
      'Take your own pictures in: JPEG, PNG, WebP, AVIF, GIF or TIFF, called as the offer’s id, number or bar code (more of one with -2, -back).\nOffers without one keep their drawing. What is broken, huge or a drawing with scripts is refused by name.',
    options: {},
    run: last(runPictures),
  },
  imports: { usage: '', summary: 'List the imports there were, the latest first.', options: {}, run: runImports },
  export: {
    usage: '[--only KIND,…] [--since MOMENT] [FILE]',
    summary: `Write everything in the shop’s own format, to FILE or to standard output. \`import\` reads it back without loss.\n--since writes what changed at that moment or later, of every kind, and names the offers that were removed. --only: ${Object.keys(RECORD_KINDS).join(', ')}.`,
    options: { only: { type: 'string' }, since: { type: 'string' } },
    run: last(runExport),
  },
  feed: {
    usage: '[--site ID] [FILE]',
    summary: 'Write the products feed of a site (au-wine, sg-wine, …) for shopping channels. The shop serves it at /feeds/products.xml.',
    options: { site: { type: 'string' } },
    run: last(runFeed),
  },
  watch: {
    usage: '[--once] FOLDER',
    summary:
      'Import files as they come into a folder: in the shop’s own format, by the mapping a folder inside is called after (or your own, as `mapping.json` in that folder), or tables of changes in `changes`.\nOnly offers, stock, promotions, pages and changes are accepted there.\nlist@2026-12-01T0900Z.csv waits for its moment. A running shop does this for WATCH_FOLDER.',
    options: { once: { type: 'boolean' } },
    run: last(runWatch),
  },
  mapping: {
    usage: 'new [--name NAME] [--out FILE] [--sheet NAME] FILE',
    summary:
      'Propose a mapping for a file that none describes yet: shows ten rows before and after and what is not certain, and writes the mapping down.',
    options: { name: { type: 'string' }, out: { type: 'string' }, sheet: { type: 'string' } },
    run: runMapping,
  },
};
