/** How staff search, filter and sort wines. A list is that of one market. */
import type { OfferRecord } from './record.ts';

const KEYS = ['name', 'producer', 'vintage', 'price', 'starts', 'ends', 'changed', 'sales'] as const;
type SortKey = (typeof KEYS)[number];
export type WineSort = SortKey | `-${SortKey}`;
export const WINE_SORTS = KEYS.flatMap((key): WineSort[] => [key, `-${key}`]) as [WineSort, ...WineSort[]];

/** State of an offer in a market. `not_sold`: it has no price there. */
export const WINE_STATES = ['on_sale', 'scheduled', 'ended', 'not_sold'] as const;
export type WineState = (typeof WINE_STATES)[number];

/** Stock by which the list is filtered. `low`: shoppers see how many cases are left. */
export const STOCK_STATES = ['in_stock', 'low', 'none'] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** Who sees an offer. `members`: everyone, but only customers may buy it. `secret`: only by its link or facet. */
export const WINE_AUDIENCES = ['everyone', 'tiers', 'members', 'secret'] as const;
export type WineAudience = (typeof WINE_AUDIENCES)[number];

type Dated = Pick<OfferRecord, 'startsAt' | 'endsAt'>;

/** Returns the state of an offer at a time in ms since 1970. */
export function wineState({ startsAt, endsAt }: Dated, hasPrice: boolean, now: number): WineState {
  if (!hasPrice) return 'not_sold';
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended';
  return startsAt !== null && Date.parse(startsAt) > now ? 'scheduled' : 'on_sale';
}

/** Returns who sees an offer, the narrowest first. */
export function wineAudience({
  secret,
  specialAccess,
  tiersEligible,
}: Pick<OfferRecord, 'secret' | 'specialAccess' | 'tiersEligible'>): WineAudience {
  if (secret) return 'secret';
  if (!tiersEligible.includes('ALL')) return 'tiers';
  return specialAccess ? 'members' : 'everyone';
}

/** Returns text as the list compares it: small letters without accents. Does the same as `fold_text` in the database. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const SEPARATORS = /[\s!-/:-@[-`{-~‘’“”–—·]+/u;
const MAX_WORDS = 6;

const quote = (term: string): string => `'${term.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;

/** A term that an offer must have; several values of one filter are alternatives. */
export interface TermFilter {
  readonly name: 'category' | 'status' | 'source' | 'audience' | 'picture' | 'country' | 'tier' | 'tag';
  readonly values: readonly string[];
}

/**
 * Returns the text query of a search and filters in the database's syntax. Words are found by their beginning. @returns null if there is
 * nothing to search for
 */
export function toTermQuery(q: string, filters: readonly TermFilter[]): string | null {
  const words = foldText(q).split(SEPARATORS).filter(Boolean).slice(0, MAX_WORDS);
  // A number of a shop has hyphens, which split words. It is found whole too.
  const whole = q.trim().toLowerCase();
  const byWords = words.map((word) => `${quote(word)}:*`).join(' & ');
  const search = words.length > 1 && !/\s/.test(whole) ? `(${byWords} | ${quote(whole)}:*)` : byWords;
  const parts = [search, ...filters.map(({ name, values }) => `(${values.map((value) => quote(`=${name}:${value}`)).join(' | ')})`)];
  const query = parts.filter((part) => part !== '' && part !== '()').join(' & ');
  return query === '' ? null : query;
}
