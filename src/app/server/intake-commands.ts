/** Files in and out: import, export, mappings. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Written } from '../../catalogue/server/catalogue-writer.ts';
import { loadMapping, shippedMappings } from '../../intake/server/load-mapping.ts';
import { mappingNameOf, newMapping, writeMapping } from '../../intake/server/new-mapping.ts';
import { type Command, type CommandRun, UsageError } from './command.ts';
import { exportRecords } from './export-records.ts';
import { importFiles } from './import-files.ts';
import { progressLine } from './progress-line.ts';
import { RECORD_KINDS } from './record-kinds.ts';

const counted = (name: string, { added, changed, unchanged }: Written): string =>
  `${name}: ${added} added, ${changed} changed, ${unchanged} as before`;

async function runImport({ database, files, options, say }: CommandRun): Promise<number> {
  if (files.length === 0) throw new UsageError('Name at least one file to import.');
  for (const file of files) await access(file).catch(() => Promise.reject(new UsageError(`There is no file ${file}.`)));
  const mapping = typeof options.mapping === 'string' ? await loadMapping(options.mapping) : null;
  const isTable = files.find((file) => /\.csv(\.gz)?$/i.test(file));
  if (!mapping && isTable)
    throw new UsageError(
      `${isTable} is a table: say how its columns are meant with --mapping NAME. There are: ${(await shippedMappings()).join(', ')}.`,
    );
  const rejectsFile = typeof options.rejects === 'string' ? options.rejects : `${files[0]}.rejects.ndjson`;
  const line = progressLine(process.stderr);
  const started = performance.now();
  const { progress, written } = await importFiles(database, { files, mapping, rejectsFile, onProgress: line.show });
  line.end();
  const seconds = (performance.now() - started) / 1000;
  for (const [name, result] of Object.entries(written)) say(counted(name, result));
  for (const notice of progress.notices) say(notice);
  say(`${progress.rows} rows in ${seconds.toFixed(1)} s, ${progress.duplicates} duplicates, ${progress.blankRows} blank`);
  for (const [reason, count] of Object.entries(progress.doubtsBy)) say(`  unsure of ${reason}: ${count}`);
  if (progress.rejected === 0) return 0;
  say(`${progress.rejected} rows could not be read; each stands with its line and reason in ${rejectsFile}`);
  for (const [reason, count] of Object.entries(progress.rejectsBy)) say(`  ${reason}: ${count}`);
  return 0;
}

async function runExport({ database, files, options, say }: CommandRun): Promise<number> {
  const kinds = typeof options.only === 'string' ? options.only.split(',') : Object.keys(RECORD_KINDS);
  const unknown = kinds.find((kind) => !(kind in RECORD_KINDS));
  if (unknown !== undefined)
    throw new UsageError(`There is no record kind '${unknown}'; there are ${Object.keys(RECORD_KINDS).join(', ')}.`);
  const [file] = files;
  const out = file === undefined ? process.stdout : createWriteStream(file);
  const counts = await exportRecords(database, out, kinds);
  if (file !== undefined) {
    out.end();
    await once(out, 'finish');
  }
  say(
    Object.entries(counts)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', '),
  );
  return 0;
}

async function runMapping({ files, options, say }: CommandRun): Promise<number> {
  const [what, file] = files;
  if (what !== 'new' || file === undefined) throw new UsageError('Name the file to propose a mapping for: mapping new FILE.');
  const name = typeof options.name === 'string' ? options.name : mappingNameOf(file);
  const out = typeof options.out === 'string' ? options.out : `./${name}.mapping.json`;
  const { text, unsure, notices, examples } = await newMapping(file, name);
  for (const notice of notices) say(notice);
  say('Ten rows, as they stand and what becomes of them:');
  for (const { before, after } of examples) say(`\n  ${before.slice(0, 300)}\n  → ${after}`);
  say('\nNot certain:');
  for (const sentence of unsure) say(`  ${sentence}`);
  if (!(await writeMapping(out, text))) throw new UsageError(`${out} is there already; name another with --out.`);
  say(`\nThe mapping is in ${out}. Try it: npm run shop -- import --dry-run --mapping ${out} ${file}`);
  return 0;
}

export const INTAKE_COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    usage: '[--mapping NAME] [--rejects FILE] FILE…',
    summary:
      'Take offers, stock, promotions and customers in. Without a mapping the files are in the shop’s own format, one JSON object a line;\nwith one (winemag, iowa-spirits, bc-liquor, vinmonopolet, or a file of your own) they are CSV or JSON. Plain or gzip. The same file twice changes nothing.',
    options: { mapping: { type: 'string' }, rejects: { type: 'string' } },
    run: runImport,
  },
  export: {
    usage: '[--only KIND,…] [FILE]',
    summary: 'Write everything in the shop’s own format, to FILE or to standard output. `import` reads it back without loss.',
    options: { only: { type: 'string' } },
    run: runExport,
  },
  mapping: {
    usage: 'new [--name NAME] [--out FILE] FILE',
    summary:
      'Propose a mapping for a file that none describes yet: shows ten rows before and after and what is not certain, and writes the mapping down.',
    options: { name: { type: 'string' }, out: { type: 'string' } },
    run: runMapping,
  },
};
