/** The difference between an offer of a file and the one in the shop. */
import type { OfferRecord, StockRecord } from '#domains/catalogue/model/record.ts';
import { toCents } from '#lib/money.ts';
import { DEFAULT_MARKET, MARKETS, type Market } from '#markets/market.ts';
import type { Outcome } from './import-state.ts';

export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface OfferComparison {
  readonly outcome: Outcome;
  readonly changes: readonly FieldDifference[];
  /** The market whose price changes most. Null without a price. */
  readonly market: Market | null;
  readonly oldPriceCents: number | null;
  readonly newPriceCents: number | null;
  /** Hundredths of a percent. Null if the price stays. */
  readonly priceChange: number | null;
  /** Hundredths of a percent of the price without tax. */
  readonly margin: number | null;
}

export interface ComparedOffer {
  readonly record: OfferRecord;
  /** Null for a new offer. */
  readonly before: OfferRecord | null;
  readonly isSameRecord: boolean;
  /** Levels that would be written. */
  readonly stock: readonly StockRecord[];
  readonly levels: ReadonlyMap<string, number>;
  /** What a case costs in each market, in cents, without tax. */
  readonly costs: Readonly<Partial<Record<Market, number>>>;
  readonly taxPercent: Readonly<Record<Market, number>>;
}

/** Only lists and objects are compared as text, which costs a hundred times as much. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
/** Fields that say nothing to a person, or that are compared one by one. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['record', 'prices']);
/** The largest change that is stored. */
const MAX_CHANGE = 1_000_000_000;

/** Returns the levels that differ from those of the shop. */
export const changedLevels = ({ stock, levels }: Pick<ComparedOffer, 'stock' | 'levels'>): StockRecord[] =>
  stock.filter(({ productId, market, level }) => levels.get(`${productId} ${market}`) !== level);

function fieldDifferences({ record, before, stock, levels }: ComparedOffer): FieldDifference[] {
  if (before === null) return [];
  const fieldsBefore: ReadonlyMap<string, unknown> = new Map(Object.entries(before));
  const own = Object.entries(record).flatMap(([field, after]): FieldDifference[] => {
    const was = fieldsBefore.get(field);
    return NOT_COMPARED.has(field) || isSame(was, after) ? [] : [{ field, before: was ?? null, after }];
  });
  const prices = MARKETS.flatMap((market) => {
    const [was, is] = [before.prices[market], record.prices[market]];
    return (['packPrice', 'packRRP', 'rrpSource', 'rrpDate'] as const).flatMap((name): FieldDifference[] =>
      isSame(was?.[name] ?? null, is?.[name] ?? null)
        ? []
        : [{ field: `${name} ${market}`, before: was?.[name] ?? null, after: is?.[name] ?? null }],
    );
  });
  const stocked = changedLevels({ stock, levels }).map(({ productId, market, level }) => ({
    field: `stock ${market}`,
    before: levels.get(`${productId} ${market}`) ?? null,
    after: level,
  }));
  return [...prices, ...stocked, ...own];
}

const centsIn = (record: OfferRecord | null, market: Market): number | null => {
  const price = record?.prices[market]?.packPrice;
  return price === undefined ? null : toCents(price);
};

interface PriceChange {
  readonly market: Market;
  readonly oldPriceCents: number | null;
  readonly newPriceCents: number | null;
  readonly priceChange: number | null;
}

/** Returns the price of the market in which it changes most; of the first market where none changes. */
function greatestChange(record: OfferRecord, before: OfferRecord | null): PriceChange | null {
  const prices = MARKETS.flatMap((market): PriceChange[] => {
    const [was, is] = [centsIn(before, market), centsIn(record, market)];
    if (was === null && is === null) return [];
    const change = was === null || is === null || was === is ? null : Math.round(((is - was) * 10_000) / was);
    return [{ market, oldPriceCents: was, newPriceCents: is, priceChange: change === null ? null : Math.min(MAX_CHANGE, change) }];
  });
  const [first] = prices.sort((a, b) => Math.abs(b.priceChange ?? 0) - Math.abs(a.priceChange ?? 0));
  return first ?? null;
}

/** Returns the margin of a price with tax over a cost without it, in hundredths of a percent. */
export function marginOf(priceCents: number, costCents: number, taxPercent: number): number | null {
  const net = priceCents / (1 + taxPercent / 100);
  if (net <= 0 || costCents <= 0) return null;
  return Math.max(-MAX_CHANGE, Math.round(((net - costCents) / net) * 10_000));
}

/** Compares an offer of a file with the shop's. */
export function compareOffer(compared: ComparedOffer): OfferComparison {
  const { record, before, costs, taxPercent } = compared;
  const price = greatestChange(record, before);
  const changes = fieldDifferences(compared);
  const isUnchanged = before !== null && compared.isSameRecord && changedLevels(compared).length === 0;
  const cost = costs[price?.market ?? DEFAULT_MARKET];
  return {
    outcome: before === null ? 'new' : isUnchanged ? 'unchanged' : 'changed',
    changes,
    market: price?.market ?? null,
    oldPriceCents: price?.oldPriceCents ?? null,
    newPriceCents: price?.newPriceCents ?? null,
    priceChange: price?.priceChange ?? null,
    margin: price?.newPriceCents == null || cost === undefined ? null : marginOf(price.newPriceCents, cost, taxPercent[price.market]),
  };
}
