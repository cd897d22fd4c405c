/** What can be done with several wines, and the change that a form makes. */
import { wineListMessages as text } from '#domains/catalogue/messages/office.ts';
import type { Category } from '#domains/catalogue/model/category.ts';
import type { InventoryStatus, TierEligible } from '#domains/catalogue/model/record.ts';
import type { Rounding, WineChange } from '#domains/catalogue/model/wine-change.ts';
import type { Market } from '#markets/market.ts';
import { endOfDay, startOfDay } from './sale-days.ts';

export const BULK_KINDS = ['price', 'dates', 'audience', 'tags', 'category', 'status', 'end', 'show'] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** What was typed into the form of a bulk change. */
export interface BulkFields {
  readonly by: 'percent' | 'amount' | 'set';
  readonly number: string;
  readonly rounding: Rounding;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly removesEnd: boolean;
  readonly tiers: readonly TierEligible[];
  readonly category: Category;
  readonly status: InventoryStatus;
  readonly addTags: string;
  readonly removeTags: string;
}

export const EMPTY_BULK: BulkFields = {
  by: 'percent',
  number: '',
  rounding: 'ten_cents',
  startsOn: '',
  endsOn: '',
  removesEnd: false,
  tiers: ['GUEST', 'ALL'],
  category: 'Red',
  status: 'AVAILABLE',
  addTags: '',
  removeTags: '',
};

const NUMBER = /^-?\d{1,7}(?:\.\d{1,2})?$/;

const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

function priceOf({ by, number, rounding }: BulkFields): WineChange['price'] | null {
  const value = Number(number);
  if (!NUMBER.test(number) || value === 0) return null;
  if (by === 'percent') return value < -100 || value > 1_000 ? null : { by, percent: value, rounding };
  if (by === 'amount') return { by, amount: value, rounding };
  return value < 0.01 ? null : { by, amount: value };
}

/** Returns the change of a form; null while it is not complete. @param now ISO 8601 */
export function bulkChange(kind: BulkKind, fields: BulkFields, market: Market, now: string): WineChange | null {
  switch (kind) {
    case 'price': {
      const price = priceOf(fields);
      return price ? { price } : null;
    }
    case 'dates': {
      const startsAt = startOfDay(market, fields.startsOn);
      const endsAt = fields.removesEnd ? null : endOfDay(market, fields.endsOn);
      if (startsAt === null && endsAt === null && !fields.removesEnd) return null;
      return { ...(startsAt === null ? {} : { startsAt }), ...(endsAt === null && !fields.removesEnd ? {} : { endsAt }) };
    }
    case 'audience':
      return fields.tiers.length === 0 ? null : { tiersEligible: [...fields.tiers] };
    case 'tags': {
      const [addTags, removeTags] = [tagsOf(fields.addTags), tagsOf(fields.removeTags)];
      return addTags.length + removeTags.length === 0 ? null : { addTags, removeTags };
    }
    case 'category':
      return { category: fields.category };
    case 'status':
      return { inventoryStatus: fields.status };
    case 'end':
      return { endsAt: now };
    case 'show':
      return { startsAt: null, endsAt: null };
  }
}

/** Returns why the form cannot be sent yet, once something was typed. */
export const bulkProblem = (kind: BulkKind, fields: BulkFields): string | null =>
  kind === 'price' && fields.number !== '' && priceOf(fields) === null ? text.priceInvalid : null;
