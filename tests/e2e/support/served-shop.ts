/** Starts a shop with the sample data for browser tests. */
import { fileURLToPath } from 'node:url';
import { openDatabase } from '#lib/db/pool.ts';
import { loadSampleIfEmpty } from '#server/sample-shop.ts';
import { createSampleDatabase } from '#tests/fixtures/database.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const SITES = [
  { site: 'AU wine', host: 'localhost', market: 'AU', listPath: '/wines' },
  { site: 'SG wine', host: 'sg.localhost', market: 'SG', listPath: '/wines' },
  { site: 'AU spirits', host: 'spirits.localhost', market: 'AU', listPath: '/spirits' },
  { site: 'SG spirits', host: 'spirits.sg.localhost', market: 'SG', listPath: '/spirits' },
] as const;

export interface ServedShop extends TestShop {
  urlOf(host: string): string;
}

async function loadSample(connectionString: string): Promise<void> {
  const database = openDatabase(connectionString, 4);
  await loadSampleIfEmpty(database, ROOT, () => {});
  await database.close();
}

/** Starts a shop with the sample data on a free port. @param root the folder whose `build` has the pages */
export async function serveSampleShop(env: Readonly<Record<string, string>> = {}, root = ROOT): Promise<ServedShop> {
  const shop = await createTestShop(env, root, { worksOnImports: true }, () => createSampleDatabase(loadSample));
  // The first page loads the renderer, so it takes longer.
  await shop.get('/');
  return { ...shop, urlOf: (host) => `http://${host}:${shop.running.port}` };
}
