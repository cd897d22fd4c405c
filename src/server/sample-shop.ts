/** Loads the sample shop of data/sample into an empty store, by the same path as a retailer's own file. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { importFiles } from './import-files.ts';
import { replacePublishedPasswords } from './sample-passwords.ts';

const STARTER_PAGES = 'data/starter/pages.ndjson';
/** Stands above the title of each starter page until somebody edits it. */
const STARTER_KICKER = 'Starter text';

/** Load the sample where there is no offer at all; does nothing otherwise. */
export async function loadSampleIfEmpty(database: Database, root: string, say: (line: string) => void): Promise<void> {
  const state = await database.queryOne<{ empty: boolean }>({ text: 'select not exists (select 1 from offers) as empty' });
  if (!state?.empty) return;
  const folder = join(root, 'data/sample');
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));
  const started = performance.now();
  const { written, progress } = await importFiles(database, { files, mapping: null, rejectsFile: null, allowsStaffGroup: true });
  if (progress.rejected > 0) throw new Error(`The sample shop has ${progress.rejected} records that cannot be read.`);
  say(`Sample shop loaded: ${written.offer?.added ?? 0} offers in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Loads starter pages about law, delivery and contact into a database that never had a page. */
async function loadStarterPages(database: Database, root: string, say: (line: string) => void): Promise<void> {
  const state = await database.queryOne<{ never: boolean }>({
    text: "select not exists (select 1 from pages) and not exists (select 1 from import_changes where kind = 'page') as never",
  });
  if (!state?.never) return;
  const { written } = await importFiles(database, { files: [join(root, STARTER_PAGES)], mapping: null, rejectsFile: null });
  say(`Starter pages loaded: ${written.page?.added ?? 0}. Edit them before you open: npm run cli -- export --type page pages.ndjson`);
}

/** Names the published pages that still have starter text, where the public can read them. */
async function warnOfStarterPages(database: Database, say: (line: string) => void): Promise<void> {
  const pages = await database.queryMany<{ path: string }>({
    text: "select distinct path from pages where record->>'kicker' = $1 and record->>'state' <> 'draft' order by path",
    values: [STARTER_KICKER],
  });
  if (pages.length > 0) say(`Pages that still have starter text: ${pages.map(({ path }) => path).join(', ')}`);
}

/** Prepares the content of a database before the shop serves it: the sample or starter pages, and no published passwords on public hosts. */
export async function loadFirstContent(config: Config, database: Database, root: string, say: (line: string) => void): Promise<void> {
  if (config.SAMPLE) await loadSampleIfEmpty(database, root, say);
  else await loadStarterPages(database, root, say);
  if (config.isPublic) await warnOfStarterPages(database, say);
  await replacePublishedPasswords(config, database, root, say);
}
