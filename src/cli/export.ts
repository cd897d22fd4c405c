/** `export …`: exports records, product feeds and rows for accounting. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { readNextSince } from '#domains/catalogue/server/import/import-log.repository.ts';
import { createOfferReader } from '#domains/catalogue/server/offer.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { pictureStorageOf } from '#domains/catalogue/server/pictures/s3-picture-storage.ts';
import { ACCOUNTING_COLUMNS, accountingRows } from '#domains/selling/orders/server/accounting-rows.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { siteOrigin } from '#markets/origins.ts';
import { productFeed } from '#server/feeds/product-feed.ts';
import { exportRecords } from '#server/imports.ts';
import { RECORD_KINDS } from '#server/record-types.ts';
import {
  type Actions,
  type CommandRun,
  dateOption,
  openRunSettings,
  RenamedOption,
  readRunSites,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { asBatch } from './import.ts';

/** Writes to a file, or to standard output if none is given. Resolves when everything is written. */
async function writeOutput(file: string | undefined, write: (out: Writable) => Promise<void>): Promise<void> {
  if (file === undefined) return write(process.stdout);
  const out = createWriteStream(file);
  await write(out);
  out.end();
  await once(out, 'finish');
}

async function exportCommand(run: CommandRun): Promise<number> {
  const { database, log } = run;
  const kinds = textOption(run, 'type')?.split(',') ?? Object.keys(RECORD_KINDS);
  const unknown = kinds.find((kind) => !(kind in RECORD_KINDS));
  if (unknown !== undefined)
    throw new UsageError(`Record type not found: ${unknown}. Choose from ${Object.keys(RECORD_KINDS).join(', ')}.`);
  const since = textOption(run, 'since');
  if (since !== null && Number.isNaN(Date.parse(since))) throw new UsageError('--since must be a time like 2026-03-01T00:00:00Z.');
  const next = await readNextSince(database);
  await writeOutput(run.args[0], async (out) => {
    const counts = Object.entries(await exportRecords(database, out, kinds, since, pictureStorageOf(run.config)));
    log(counts.map(([name, count]) => `${name}: ${count}`).join(', '));
  });
  log(`To export what changes from now on: export --since ${next}`);
  return 0;
}

async function exportFeed(run: CommandRun): Promise<number> {
  const { PUBLIC_URL } = run.config;
  const sites = await readRunSites(run);
  const id = textOption(run, 'site');
  const site = id === null ? sites[0] : sites.find((each) => each.id === id);
  if (!site) throw new UsageError(`Site not found: ${id}. Choose from ${sites.map((each) => each.id).join(', ')}.`);
  const offers = createOfferReader(run.database, pictureVersion);
  const settings = (await openRunSettings(run)).current();
  const shopName = settings.read(IDENTITY, site.id).name;
  await writeOutput(run.args[0], (out) =>
    pipeline(Readable.from(productFeed(offers, settings.terms[site.market], site, siteOrigin(site.host, PUBLIC_URL), shopName)), out, {
      end: false,
    }),
  );
  run.log(`Wrote the product feed of ${site.id}.`);
  return 0;
}

/** Quotes a CSV cell. An apostrophe keeps spreadsheets from running text as a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function exportOrders(run: CommandRun): Promise<number> {
  const columns = Object.keys(ACCOUNTING_COLUMNS);
  let count = 0;
  const settings = await openRunSettings(run);
  await writeOutput(run.args[0], async (out) => {
    out.write(`${columns.join(',')}\n`);
    for await (const row of accountingRows(run.database, settings, dateOption(run, 'since'))) {
      count += 1;
      const cells: Readonly<Record<string, string | number>> = row;
      if (!out.write(`${columns.map((column) => csvCell(cells[column] ?? '')).join(',')}\n`)) await once(out, 'drain');
    }
  });
  run.log(`${count} rows`);
  return 0;
}

export function addExportCommands(program: Command, { read }: Actions): void {
  const exporting = withOptions(
    program
      .command('export')
      .argument('[file]', 'default: standard output')
      .description(
        `Export everything in the shop’s own format, to FILE or standard output. import reads it back without loss.
--since exports what changed since then and lists offers that were removed.`,
      ),
    new Option('--type <types>', `comma separated: ${Object.keys(RECORD_KINDS).join(', ')}`),
    new RenamedOption('--only <types>', '--type'),
    new Option('--since <date>', 'such as 2026-03-01T00:00:00Z'),
  ).action(read(asBatch(exportCommand)));
  withOptions(
    exporting
      .command('feed')
      .argument('[file]', 'default: standard output')
      .description('Export a site’s product feed (au-wine, sg-wine, …) for shopping channels. The shop serves it at /feeds/products.xml.'),
    new Option('--site <id>'),
  ).action(read(asBatch(exportFeed)));
  withOptions(
    exporting
      .command('orders')
      .argument('[file]', 'default: standard output')
      .description(
        `Export orders for accounting: one row per line, delivery charge and refund.\nColumns: ${Object.entries(ACCOUNTING_COLUMNS)
          .map(([name, description]) => `${name} (${description})`)
          .join('; ')}.`,
      ),
    new Option('--csv', 'as CSV, the only format'),
    new Option('--since <date>', 'date placed or refunded'),
  ).action(read(exportOrders));
}
