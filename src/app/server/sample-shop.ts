/** Loads the sample shop of dev/sample into an empty store, by the same path as a retailer's own file. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import { importFiles } from './import-files.ts';
import { replacePublishedPasswords } from './sample-passwords.ts';

/** Load the sample where there is no offer at all; does nothing otherwise. */
export async function loadSampleIfEmpty(database: Database, root: string, say: (line: string) => void): Promise<void> {
  const state = await database.row<{ empty: boolean }>({ text: 'select not exists (select 1 from offers) as empty' });
  if (!state?.empty) return;
  const folder = join(root, 'dev/sample');
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));
  const started = performance.now();
  const { written, progress } = await importFiles(database, { files, mapping: null, rejectsFile: null, allowsStaffGroup: true });
  if (progress.rejected > 0) throw new Error(`The sample shop has ${progress.rejected} records that cannot be read.`);
  say(`Sample shop loaded: ${written.offer?.added ?? 0} offers in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Prepares the content of a database before the shop serves it: the sample where it is wanted, without published passwords on public hosts. */
export async function loadFirstContent(config: Config, database: Database, root: string, say: (line: string) => void): Promise<void> {
  if (config.SAMPLE) await loadSampleIfEmpty(database, root, say);
  await replacePublishedPasswords(config, database, root, say);
}
