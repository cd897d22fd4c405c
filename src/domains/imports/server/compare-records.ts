/** Compares records of a file with the shop and makes rows of the difference. */
import type { ChangeRecord } from '#domains/catalogue/model/change-record.ts';
import { type Mapping, readsStock } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { Reject } from '#domains/catalogue/model/import/row-result.ts';
import { type OfferRecord, offerRecord, type StockRecord } from '#domains/catalogue/model/record.ts';
import { resolveChanges } from '#domains/catalogue/server/import/resolve-changes.ts';
import { serializeRecord } from '#domains/catalogue/server/offer-writer.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { changedLevels, compareOffer } from '../model/compare-offer.ts';
import { type NewRow, readLevels, readOffers, type StoredOffer } from './import-row.repository.ts';

/** A row of a file before it has a number. */
export type ComparedRow = Omit<NewRow, 'seq'>;

/** What a line of a file became. */
export interface FileRow {
  readonly line: number;
  readonly raw: string;
  readonly offers: readonly OfferRecord[];
  readonly stock: readonly StockRecord[];
  readonly changes: readonly ChangeRecord[];
  readonly costCents: number | null;
}

export interface Comparer {
  /** Compares lines of the file. Rows are in the order of the lines. */
  compare(db: Queryable, lines: readonly (FileRow | Reject)[]): Promise<ComparedRow[]>;
}

/** Text that PostgreSQL can store. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
const MAX_TITLE = 200;

const EMPTY = {
  offerId: null,
  productId: null,
  sku: '',
  changes: null,
  market: null,
  oldPriceCents: null,
  newPriceCents: null,
  priceChange: null,
  margin: null,
  record: null,
  stock: null,
  beforeHash: null,
  code: null,
  columnName: null,
  reason: null,
  raw: null,
} as const satisfies Partial<ComparedRow>;

/** Returns the row of a line that cannot be imported. */
export const rejectedRow = ({
  line,
  raw,
  code,
  column,
  reason,
}: Pick<Reject, 'line' | 'raw' | 'column' | 'reason'> & { readonly code: string }): ComparedRow => ({
  ...EMPTY,
  line,
  outcome: 'rejected',
  title: storable(raw.slice(0, MAX_TITLE)),
  code,
  columnName: storable(column),
  reason: storable(reason),
  raw: storable(raw),
});

export const titleOf = ({ brand, name, vintage }: Pick<OfferRecord, 'brand' | 'name' | 'vintage'>): string =>
  [brand, name, vintage]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_TITLE);

interface Known {
  readonly offers: ReadonlyMap<string, StoredOffer>;
  readonly levels: ReadonlyMap<string, number>;
}

/**
 * Creates the comparison of one import.
 * @param mapping null for records and for tables of changes
 * @param taxPercent tax in the prices of each market
 */
export function createComparer(mapping: Mapping | null, taxPercent: Readonly<Record<Market, number>>): Comparer {
  const opensStockOnly = mapping !== null && !readsStock(mapping);
  /** Digest of each offer that an earlier row of the file writes. Mapped lists have each wine once. */
  const written = new Map<string, string>();
  /** Line of each offer that an earlier row changes, by id or SKU. */
  const changed = new Map<string, number>();

  const costsOf = (costCents: number | null): Partial<Record<Market, number>> =>
    costCents === null || mapping === null
      ? {}
      : Object.fromEntries(
          MARKETS.flatMap((market) => {
            const rate = mapping.price.markets[market]?.rate;
            return rate === undefined ? [] : [[market, Math.round(costCents * rate)]];
          }),
        );

  const offerRow = (
    line: number,
    input: OfferRecord,
    stock: readonly StockRecord[],
    costCents: number | null,
    { offers, levels }: Known,
  ): ComparedRow => {
    const stored = offers.get(input.offerId);
    const before = stored === undefined ? null : offerRecord.parse(stored.record);
    // A record without pictures keeps those of its offer.
    const record = input.pictures === undefined && before?.pictures ? { ...input, pictures: before.pictures } : input;
    const { digest } = serializeRecord(record);
    const beforeHash = written.get(record.offerId) ?? stored?.hash ?? null;
    // Constant levels of a price list open the stock of new wines and do not undo sales.
    const own = opensStockOnly ? stock.filter(({ productId, market }) => !levels.has(`${productId} ${market}`)) : stock;
    const compared = { record, before, isSameRecord: digest === beforeHash, stock: own, levels, costs: costsOf(costCents), taxPercent };
    const comparison = compareOffer(compared);
    if (mapping === null) written.set(record.offerId, digest);
    const isWritten = comparison.outcome !== 'unchanged';
    return {
      ...EMPTY,
      ...comparison,
      line,
      offerId: record.offerId,
      productId: record.productId,
      sku: record.sku,
      title: titleOf(record),
      record: isWritten ? record : null,
      stock: isWritten ? changedLevels({ stock: own, levels }) : null,
      beforeHash,
    };
  };

  const stockRow = (line: number, stock: StockRecord, { levels }: Known): ComparedRow => {
    const { productId, market, level } = stock;
    const before = levels.get(`${productId} ${market}`) ?? null;
    return {
      ...EMPTY,
      line,
      outcome: before === null ? 'new' : before === level ? 'unchanged' : 'changed',
      productId,
      title: `Stock of product ${productId}`,
      changes: before === level ? [] : [{ field: `stock ${market}`, before, after: level }],
      stock: before === level ? null : [stock],
    };
  };

  const read = async (db: Queryable, offers: readonly OfferRecord[], stock: readonly StockRecord[]): Promise<Known> => {
    const products = [...new Set([...offers, ...stock].map(({ productId }) => productId))];
    const [stored, levels] = await Promise.all([
      readOffers(
        db,
        offers.map(({ offerId }) => offerId),
      ),
      readLevels(db, products),
    ]);
    return { offers: new Map(stored.map((offer) => [offer.offerId, offer])), levels };
  };

  const compareFull = async (db: Queryable, lines: readonly (FileRow | Reject)[]): Promise<ComparedRow[]> => {
    const full = lines.filter((line) => 'offers' in line);
    const known = await read(
      db,
      full.flatMap(({ offers }) => offers),
      full.flatMap(({ stock }) => stock),
    );
    return lines.flatMap((line) => {
      if (!('offers' in line)) return [rejectedRow(line)];
      const [offer] = line.offers;
      if (offer !== undefined) return [offerRow(line.line, offer, line.stock, line.costCents, known)];
      return line.stock.map((stock) => stockRow(line.line, stock, known));
    });
  };

  /** Compares tables of changes. A change by SKU can become several rows. */
  const compareChanges = async (db: Queryable, lines: readonly FileRow[]): Promise<ComparedRow[]> => {
    const rows: ComparedRow[] = [];
    const lineOf = new Map<string, FileRow>();
    const accepted: ChangeRecord[] = [];
    const reject = ({ line, raw }: FileRow, code: string, reason: string): void =>
      void rows.push(rejectedRow({ line, raw, code, column: 'sku', reason }));
    for (const line of lines)
      for (const change of line.changes) {
        const key = change.offerId ?? change.sku ?? '';
        const earlier = changed.get(key);
        if (earlier !== undefined) {
          reject(line, 'repeated', `Line ${earlier} of the file changes this wine too. Remove one of them.`);
          continue;
        }
        changed.set(key, line.line);
        lineOf.set(key, line);
        accepted.push(change);
      }
    const { offers, stock, rejected } = await resolveChanges(db, accepted);
    for (const { change, reason } of rejected) {
      const key = change.offerId ?? change.sku ?? '';
      const line = lineOf.get(key);
      if (line !== undefined) reject(line, 'unknown-offer', reason);
      // A corrected row may name the wine again.
      changed.delete(key);
    }
    const known = await read(db, offers, stock);
    for (const offer of offers) {
      const line = lineOf.get(offer.offerId) ?? lineOf.get(offer.sku);
      const own = stock.filter(({ productId }) => productId === offer.productId);
      if (line !== undefined) rows.push(offerRow(line.line, offer, own, null, known));
    }
    return rows;
  };

  return {
    async compare(db, lines) {
      const tables = lines.filter((line) => 'changes' in line && line.changes.length > 0).filter((line) => 'changes' in line);
      if (tables.length === 0) return compareFull(db, lines);
      const others = lines.filter((line) => !('changes' in line) || line.changes.length === 0);
      const rows = [...(await compareFull(db, others)), ...(await compareChanges(db, tables))];
      return rows.sort((a, b) => a.line - b.line);
    },
  };
}

/** Returns the row of an offer that the file does not contain. */
export function missingRow({ offerId, hash, record }: StoredOffer): ComparedRow {
  const before = offerRecord.parse(record);
  return {
    ...EMPTY,
    line: 0,
    outcome: 'missing',
    offerId,
    productId: before.productId,
    sku: before.sku,
    title: titleOf(before),
    changes: [{ field: 'endsAt', before: before.endsAt, after: null }],
    record: before,
    beforeHash: hash,
  };
}
