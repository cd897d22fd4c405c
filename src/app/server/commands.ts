/** What a retailer can do from the command line, as data. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { ParseArgsOptionsConfig } from 'node:util';
import { pictureVersion } from '../../bottle/picture-version.ts';
import { catalogueFeed } from '../../catalogue/server/catalogue-feed.ts';
import type { Written } from '../../catalogue/server/catalogue-writer.ts';
import { rotateKeys } from '../../identity/server/signing-keys.ts';
import { loadMapping, shippedMappings } from '../../intake/server/load-mapping.ts';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import { pushHosted } from '../../search/server/push-hosted.ts';
import { exportRecords } from './export-records.ts';
import { importFiles } from './import-files.ts';
import { progressLine } from './progress-line.ts';
import { RECORD_KINDS } from './record-kinds.ts';

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

async function runIndex({ config, database, say }: CommandRun): Promise<number> {
  const { HOSTED_SEARCH_APP_ID: applicationId, HOSTED_SEARCH_ADMIN_KEY: adminKey } = config;
  if (!applicationId || !adminKey) throw new UsageError('Set HOSTED_SEARCH_APP_ID and HOSTED_SEARCH_ADMIN_KEY to push to a hosted search.');
  const url = config.HOSTED_SEARCH_URL ?? `https://${applicationId}.algolia.net`;
  const pushed = await pushHosted({ url, applicationId, adminKey }, catalogueFeed(database, pictureVersion));
  for (const [market, count] of Object.entries(pushed)) say(`${market}: ${count} offers pushed to ${url}`);
  return 0;
}

export const COMMANDS: Readonly<Record<string, Command>> = {
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
  index: {
    usage: '',
    summary: 'Push every offer on sale, with settings and synonyms, to the hosted search that HOSTED_SEARCH_… name.',
    options: {},
    run: runIndex,
  },
  'rotate-keys': {
    usage: '',
    summary: 'Sign tokens with a new key from now on. Those of the old key stay good for a day; running shops notice within a minute.',
    options: {},
    run: async ({ database, say }) => {
      say(`Tokens are signed with key ${await rotateKeys(database)} now.`);
      return 0;
    },
  },
};
