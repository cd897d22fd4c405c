/** Rules of stock: items, levels and what changes them. */
import { MARKETS, type Market } from '#markets/market.ts';

export const STOCK_SORTS = ['name', '-name', 'sku', '-sku', 'available', '-available', 'sold', '-sold', 'cover', '-cover'] as const;
export type StockSort = (typeof STOCK_SORTS)[number];

/** `low`: at or below its threshold. `oversold`: sold cases are missing. `reserved`: checkouts hold some. */
export const STOCK_STATES = ['low', 'out', 'oversold', 'reserved'] as const;
export type StockState = (typeof STOCK_STATES)[number];

export const MOVEMENT_KINDS = ['opening', 'import', 'order', 'refund', 'adjustment', 'count', 'receipt', 'undo'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Movements that staff make. Somebody who saw an older one is told before theirs is added. */
export const CORRECTION_KINDS = ['adjustment', 'count', 'receipt', 'undo'] as const satisfies readonly MovementKind[];
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** Movements that can be taken back. */
export const UNDOABLE_KINDS: readonly MovementKind[] = ['adjustment', 'count', 'receipt'];

export const ADJUST_REASONS = [
  'broken',
  'faulty',
  'lost',
  'found',
  'tasting',
  'gift',
  'own_use',
  'supplier_return',
  'customer_return',
  'correction',
  'other',
] as const;
export type AdjustReason = (typeof ADJUST_REASONS)[number];

/** The reasons for which cases come and go, the frequent ones first. */
export const REASONS_OF = {
  came: ['found', 'customer_return', 'correction', 'other'],
  went: ['broken', 'faulty', 'lost', 'tasting', 'gift', 'own_use', 'supplier_return', 'correction', 'other'],
} as const satisfies Readonly<Record<'came' | 'went', readonly AdjustReason[]>>;

/** Threshold of markets that set none, in cases. */
export const DEFAULT_THRESHOLD = 6;
/** Highest level that can be stored, with room for one more change. */
export const MAX_LEVEL = 2_000_000_000;
/** Most items of one call. */
export const MAX_STOCK_ITEMS = 500;
/** Days over which sales are counted. */
export const SALES_DAYS = 30;

export interface StockLevel {
  /** Cases that may be sold or are reserved. */
  readonly level: number;
  readonly reserved: number;
  /** Sold cases that are missing. */
  readonly oversold: number;
}

/** A product in the warehouse of a market. */
export interface StockKey {
  readonly productId: number;
  readonly market: Market;
}

/** `AU-1001` */
export const formatStockId = ({ productId, market }: StockKey): string => `${market}-${productId}`;

/** Reads the id of an item. @returns null if it is none */
export function parseStockId(id: string): StockKey | null {
  const [, market, productId] = /^([A-Z]{2})-(\d{1,10})$/.exec(id) ?? [];
  const known = MARKETS.find((each) => each === market);
  const number = Number(productId);
  return known && number <= 2_147_483_647 ? { market: known, productId: number } : null;
}

/** Returns the cases that can be sold. */
export const availableOf = ({ level, reserved }: Pick<StockLevel, 'level' | 'reserved'>): number => level - reserved;

/**
 * Returns a level after cases came or went. Reserved cases stay in the level, because a shopper is paying for them; what is missing of
 * them is oversold.
 */
export function changeLevel({ level, reserved, oversold }: StockLevel, quantity: number): StockLevel {
  const net = level - oversold + quantity;
  const next = Math.max(net, reserved);
  return { level: next, reserved, oversold: next - net };
}

/** Returns the states of an item, for badges and filters. */
export function statesOf(item: StockLevel & { readonly threshold: number }): readonly StockState[] {
  const available = availableOf(item);
  const states: StockState[] = [];
  if (item.oversold > 0) states.push('oversold');
  if (available === 0) states.push('out');
  else if (available <= item.threshold) states.push('low');
  if (item.reserved > 0) states.push('reserved');
  return states;
}

/** Returns for how many days the available cases last at the pace of the last days. @returns null if none were sold */
export const daysOfCover = (available: number, sold: number): number | null =>
  sold <= 0 ? null : Math.floor((available * SALES_DAYS) / sold);

/** Returns the cases that should be on the shelf: those for sale and those that wait to be sent, less what is known to be missing. */
export const expectedOnHand = ({ level, oversold }: StockLevel, toSend: number): number => level - oversold + toSend;
