/**
 * Keys of the search service in the hosted search's secured-key format [SRCH-40]: base64 of 64 hexadecimal digits (HMAC-SHA256 of the
 * parameters) and the parameters. They contain market and tier, so a request cannot widen them. The key of staff has no tier filter
 * [SRCH-41].
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AudienceShopper, canSeeSecretOffers, GUEST, visibleTiers } from '#domains/catalogue/model/audience.ts';
import { TIERS_ELIGIBLE } from '#domains/catalogue/model/record.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { indexName } from '../model/index-names.ts';
import { SORTS } from '../model/search-attributes.ts';
import type { SearchAudience } from '../model/search-audience.ts';
import { audienceOf } from '../model/search-document.ts';

/** Application id of the shop's search [SRCH-38]. */
export const APPLICATION_ID = 'shop';
/** Search key of guests [SRCH-39]. */
export const GUEST_KEY = 'guest';
const LIFE_SECONDS = 15 * 60;

/** The audience of a key. */
export interface KeyHolder {
  readonly market: Market;
  readonly audience: SearchAudience;
}

export interface SearchKeys {
  /** A customer's key and its expiry in Unix seconds [SRCH-40]. */
  make(market: Market, shopper: AudienceShopper): { key: string; validUntil: number };
  /** Returns the audience of a key at a site of a market, or null for an unknown, altered or expired one [SRCH-42]. */
  read(key: string, market: Market): KeyHolder | null;
}

const namesOf = (market: Market): string => JSON.stringify(SORTS.map((sort) => indexName(market, sort)));

/** Returns what a shopper may see in the grammar of `filters`. It is empty for staff in Australia, who see everything. */
const visibilityFilter = (market: Market, shopper: AudienceShopper): string => {
  const tiers = visibleTiers(shopper)?.map((tier) => `tiersEligible:"${tier}"`);
  return [tiers ? `(${tiers.join(' OR ')})` : '', canSeeSecretOffers(market, shopper) ? '' : 'secret:false'].filter(Boolean).join(' AND ');
};

/** Every audience that a key can name, by its parameters. */
const HOLDERS: ReadonlyMap<string, KeyHolder> = new Map(
  MARKETS.flatMap((market) =>
    [
      GUEST,
      { tier: 'FOUNDERS', isStaff: true },
      ...TIERS_ELIGIBLE.filter((tier) => tier !== 'GUEST' && tier !== 'ALL').map((tier) => ({ tier, isStaff: false })),
    ].map(
      (shopper) => [`${namesOf(market)} ${visibilityFilter(market, shopper)}`, { market, audience: audienceOf(market, shopper) }] as const,
    ),
  ),
);

const signatureOf = (secret: string, parameters: string): string => createHmac('sha256', secret).update(parameters).digest('hex');

/**
 * Derives a key from a parent key that limits searches to an audience of a market, with an optional expiry in Unix seconds. The same
 * format serves the shop's own search and a hosted one.
 */
export function securedKey(parent: string, market: Market, shopper: AudienceShopper, validUntil: number | null): string {
  const filters = visibilityFilter(market, shopper);
  const parameters = new URLSearchParams({
    ...(filters === '' ? {} : { filters }),
    restrictIndices: namesOf(market),
    ...(validUntil === null ? {} : { validUntil: String(validUntil) }),
  }).toString();
  return Buffer.from(signatureOf(parent, parameters) + parameters).toString('base64');
}

/** Derives a customer's key from a parent key, with its expiry in Unix seconds. */
export function memberKey(parent: string, market: Market, shopper: AudienceShopper, now: number): { key: string; validUntil: number } {
  const validUntil = Math.floor(now / 1_000) + LIFE_SECONDS;
  return { key: securedKey(parent, market, shopper, validUntil), validUntil };
}

/**
 * Creates the keys.
 * @param secret shared by every process of the shop; `now` is in milliseconds
 */
export function searchKeys(secret: string, now: () => number = Date.now): SearchKeys {
  const guests = new Map(MARKETS.map((market) => [market, { market, audience: audienceOf(market, GUEST) }]));
  return {
    make: (market, shopper) => memberKey(secret, market, shopper, now()),
    read(key, market) {
      if (key === GUEST_KEY) return guests.get(market) ?? null;
      const text = Buffer.from(key, 'base64').toString('utf8');
      const [actual, parameters] = [Buffer.from(text.slice(0, 64)), text.slice(64)];
      const expected = Buffer.from(signatureOf(secret, parameters));
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      const restrictions = new URLSearchParams(parameters);
      const until = restrictions.get('validUntil');
      if (until !== null && Number(until) * 1_000 <= now()) return null;
      return HOLDERS.get(`${restrictions.get('restrictIndices')} ${restrictions.get('filters') ?? ''}`) ?? null;
    },
  };
}
