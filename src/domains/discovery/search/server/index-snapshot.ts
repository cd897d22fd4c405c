/** Writes the indexes of a process to one file, so that the next start reads it instead of the whole catalogue. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeCursor } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { type Market, perMarket } from '#markets/market.ts';
import { type Column, openIndex, type SearchIndex, type SegmentImage } from '#packages/search-engine/index.ts';
import type { SearchHit } from '../model/search-document.ts';
import { SEARCH_SCHEMA } from '../model/search-schema.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

export type Indexes = Readonly<Record<Market, SearchIndex<SearchHit>>>;

/** The indexes at one time, and the position to read changes from. */
export interface IndexSnapshot extends ChangeCursor {
  readonly indexes: Indexes;
  /** Start and end times of offers, milliseconds since 1970. */
  readonly times: readonly (readonly [offerId: string, at: number])[];
}

interface SnapshotMetadata extends ChangeCursor {
  readonly made: string;
  readonly history: string;
  readonly writtenAt: number;
  readonly times: IndexSnapshot['times'];
  readonly markets: Readonly<
    Record<Market, { readonly lists: SegmentImage['lists']; readonly gone: readonly string[]; readonly fresh: readonly SearchHit[] }>
  >;
}

const SOURCES = join(import.meta.dirname, '../../../../..');
/** Folders with the code that creates index entries: hit, picture URL, document and words. */
const SOURCE_FOLDERS = [
  'packages/bottle-art',
  'src/markets',
  'src/domains/catalogue/model',
  'src/domains/catalogue/server',
  'src/domains/catalogue/server/pictures',
  'packages/search-engine',
  'src/domains/discovery/search/model',
  'src/domains/discovery/search/server',
];

let cachedVersion: string | null = null;

/** Returns a hash of the code that builds indexes. Other sources, or another Node version with other Unicode data, can change them. */
function codeVersion(): string {
  if (cachedVersion !== null) return cachedVersion;
  const hash = createHash('sha256').update(process.version);
  for (const folder of SOURCE_FOLDERS) {
    for (const name of readdirSync(join(SOURCES, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(SOURCES, folder, name)));
    }
  }
  cachedVersion = hash.digest('base64url');
  return cachedVersion;
}

const inMarket = (market: Market, name: string): string => `${market} ${name}`;

/** Writes the state at the time of this call. Later changes do not affect it. `history` identifies the database. */
export function saveSnapshot(path: string, { indexes, times, mark, snapshot }: IndexSnapshot, history: string): Promise<void> {
  const columns: Record<string, Column> = {};
  const markets = perMarket((market) => {
    const { base, gone, fresh } = indexes[market].image();
    for (const [name, column] of Object.entries(base.columns)) columns[inMarket(market, name)] = column;
    return { lists: base.lists, gone, fresh };
  });
  const json = { made: codeVersion(), history, mark, snapshot, writtenAt: Date.now(), times, markets };
  return writeSnapshotFile<SnapshotMetadata>(path, { columns, json });
}

/** Returns the snapshot if this code made it, from this database and in the past. Otherwise returns null. */
export async function loadSnapshot(path: string, history: string): Promise<IndexSnapshot | null> {
  const file = await readSnapshotFile<SnapshotMetadata>(path);
  if (!file || file.json.made !== codeVersion() || file.json.history !== history || file.json.writtenAt > Date.now()) return null;
  const { json } = file;
  const indexes = perMarket((market) => {
    const { lists, gone, fresh } = json.markets[market];
    const own = inMarket(market, '');
    const columns = Object.fromEntries(
      Object.entries(file.columns).flatMap(([name, column]) => (name.startsWith(own) ? [[name.slice(own.length), column]] : [])),
    );
    return openIndex<SearchHit>(SEARCH_SCHEMA, { base: { columns, lists }, gone, fresh });
  });
  return { indexes, times: json.times, mark: json.mark, snapshot: json.snapshot };
}
