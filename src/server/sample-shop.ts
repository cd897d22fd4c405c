/** Loads the sample shop of data/sample into an empty store, with the importer that retailers use for their own files. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasOffers } from '#domains/catalogue/server/offer-writer.repository.ts';
import { STARTER_KICKER } from '#domains/content/model/starter-page.ts';
import { findPathsByKicker, neverHadPages } from '#domains/content/server/page.repository.ts';
import { replacePublishedPasswords } from '#domains/customers/identity/server/sample-passwords.ts';
import { lockFirstStart } from '#domains/setup/server/setup.repository.ts';
import { loadSampleStaff } from '#domains/staff/server/sample-staff.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { importFiles } from './imports.ts';

const STARTER_PAGES = 'data/starter/pages.ndjson';

/**
 * Runs `load`, which imports on other connections, unless the content is there. Processes that start together wait for the first one, and
 * then find its content.
 */
async function loadOnce(database: Database, isThere: (db: Queryable) => Promise<boolean>, load: () => Promise<void>): Promise<void> {
  if (await isThere(database)) return;
  await database.transaction(async (transaction) => {
    await lockFirstStart(transaction);
    if (!(await isThere(transaction))) await load();
  });
}

/**
 * Loads the sample if the store has no offer [SAMPLE-1]: offers [SAMPLE-2, SAMPLE-3], pages and clubs [SAMPLE-4], accounts
 * [SAMPLE-5, SAMPLE-6, SAMPLE-7, SAMPLE-8, SAMPLE-9] and coupons
 * [SAMPLE-13, SAMPLE-14, SAMPLE-15, SAMPLE-16, SAMPLE-17, SAMPLE-18, SAMPLE-19].
 */
export async function loadSampleIfEmpty(database: Database, root: string, log: (line: string) => void): Promise<void> {
  await loadOnce(database, hasOffers, () => loadSample(database, root, log));
}

async function loadSample(database: Database, root: string, log: (line: string) => void): Promise<void> {
  const folder = join(root, 'data/sample');
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));
  const started = performance.now();
  const { written, progress } = await importFiles(database, { files, mapping: null, rejectsFile: null, allowsStaffGroup: true });
  if (progress.rejected > 0) throw new Error(`The sample shop has ${progress.rejected} records that cannot be read.`);
  await loadSampleStaff(database, root);
  log(`Sample shop loaded: ${written.offer?.added ?? 0} offers in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Loads the starter pages about law, delivery and contact into a database that never had a page. */
async function loadStarterPages(database: Database, root: string, log: (line: string) => void): Promise<void> {
  const hadPages = async (db: Queryable): Promise<boolean> => !(await neverHadPages(db));
  await loadOnce(database, hadPages, async () => {
    const { written } = await importFiles(database, { files: [join(root, STARTER_PAGES)], mapping: null, rejectsFile: null });
    log(
      `Starter pages loaded: ${written.page?.added ?? 0}. Change them before you open, in the office or by: npm run cli -- export --type page pages.ndjson`,
    );
  });
}

/** Logs the published pages that still have starter text. */
async function warnOfStarterPages(database: Database, log: (line: string) => void): Promise<void> {
  const paths = await findPathsByKicker(database, STARTER_KICKER);
  if (paths.length > 0) log(`Pages that still have starter text: ${paths.join(', ')}`);
}

/** Loads the sample or the starter pages before the shop serves them. On public hosts, replaces published passwords. */
export async function loadFirstContent(config: Config, database: Database, root: string, log: (line: string) => void): Promise<void> {
  if (config.SAMPLE) await loadSampleIfEmpty(database, root, log);
  else await loadStarterPages(database, root, log);
  if (config.isPublic) await warnOfStarterPages(database, log);
  await replacePublishedPasswords(config, database, root, log);
}
