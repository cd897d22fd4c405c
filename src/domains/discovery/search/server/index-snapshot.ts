/** The indexes of a process written to one file, so that the next start reads them in place of the whole catalogue. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeCursor } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { type Column, openIndex, type SearchIndex, type SegmentImage } from '#packages/search-engine/index.ts';
import type { SearchHit } from '../model/search-document.ts';
import { SEARCH_SCHEMA } from '../model/search-schema.ts';
import { readSnapshotFile, writeSnapshotFile } from './snapshot-file.ts';

export type Indexes = Readonly<Record<Market, SearchIndex<SearchHit>>>;

/** What a process knows of the catalogue at one instant, and where changes are to be read from. */
export interface IndexSnapshot extends ChangeCursor {
  readonly indexes: Indexes;
  /** When offers begin or end to be on sale, milliseconds since 1970. */
  readonly times: readonly (readonly [offerId: string, at: number])[];
}

interface Facts extends ChangeCursor {
  readonly made: string;
  readonly history: string;
  readonly writtenAt: number;
  readonly times: IndexSnapshot['times'];
  readonly markets: Readonly<
    Record<Market, { readonly lists: SegmentImage['lists']; readonly gone: readonly string[]; readonly fresh: readonly SearchHit[] }>
  >;
}

const SOURCES = join(import.meta.dirname, '../../../../..');
/** Everything that an index is made by: the offer's hit, its picture's address, the document, its words. */
const MADE_BY = [
  'packages/bottle-art',
  'src/markets',
  'src/domains/catalogue/model',
  'src/domains/catalogue/server',
  'src/domains/catalogue/server/pictures',
  'packages/search-engine',
  'src/domains/discovery/search/model',
  'src/domains/discovery/search/server',
];

let made: string | null = null;

/** A name for what made an index: another version of these sources, or of Node with its Unicode, may make another one. */
function madeBy(): string {
  if (made !== null) return made;
  const hash = createHash('sha256').update(process.version);
  for (const folder of MADE_BY) {
    for (const name of readdirSync(join(SOURCES, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(name).update(readFileSync(join(SOURCES, folder, name)));
    }
  }
  made = hash.digest('base64url');
  return made;
}

const inMarket = (market: Market, name: string): string => `${market} ${name}`;

/** Write what is known as it is at this call; later changes do not reach it. `history` names the database that it is of. */
export function saveSnapshot(path: string, { indexes, times, mark, snapshot }: IndexSnapshot, history: string): Promise<void> {
  const columns: Record<string, Column> = {};
  const markets = Object.fromEntries(
    MARKETS.map((market) => {
      const { base, gone, fresh } = indexes[market].image();
      for (const [name, column] of Object.entries(base.columns)) columns[inMarket(market, name)] = column;
      return [market, { lists: base.lists, gone, fresh }];
    }),
  ) as unknown as Facts['markets'];
  const json = { made: madeBy(), history, mark, snapshot, writtenAt: Date.now(), times, markets };
  return writeSnapshotFile<Facts>(path, { columns, json });
}

/** What was written, if it was made as this process would make it, of this database, and before now; else null. */
export async function loadSnapshot(path: string, history: string): Promise<IndexSnapshot | null> {
  const file = await readSnapshotFile<Facts>(path);
  if (!file || file.json.made !== madeBy() || file.json.history !== history || file.json.writtenAt > Date.now()) return null;
  const { json } = file;
  const indexes = Object.fromEntries(
    MARKETS.map((market) => {
      const { lists, gone, fresh } = json.markets[market];
      const own = inMarket(market, '');
      const columns = Object.fromEntries(
        Object.entries(file.columns).flatMap(([name, column]) => (name.startsWith(own) ? [[name.slice(own.length), column]] : [])),
      );
      return [market, openIndex<SearchHit>(SEARCH_SCHEMA, { base: { columns, lists }, gone, fresh })];
    }),
  ) as unknown as Indexes;
  return { indexes, times: json.times, mark: json.mark, snapshot: json.snapshot };
}
