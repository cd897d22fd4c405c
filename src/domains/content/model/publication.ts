/** Visibility of pages by state, time, market and tier, and the time of the next change. */
import { isTierEligible } from '#domains/catalogue/model/audience.ts';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import type { PageRecord } from './record.ts';

export interface PageViewer {
  readonly market: Market;
  readonly siteKind: 'wine' | 'spirits';
  /** Null for guests. */
  readonly tier: string | null;
  readonly isStaff: boolean;
}

type Published = Pick<PageRecord, 'state' | 'publishAt' | 'endAt' | 'event'>;

/** Returns true if a page is published at an instant, in ms since 1970. */
export const isPublished = ({ state, publishAt, endAt }: Published, now: number): boolean =>
  state === 'published' && (publishAt === null || Date.parse(publishAt) <= now) && (endAt === null || now < Date.parse(endAt));

/** Returns true if a page is meant for the visitors of a site. */
export const isOnSite = (
  { markets, shops }: Pick<PageRecord, 'markets' | 'shops'>,
  { market, kind }: Pick<Site, 'market' | 'kind'>,
): boolean => markets.includes(market) && shops.includes(kind);

/** Returns true if a page is published and meant for the visitor. */
export const isFor = (page: PageRecord, visitor: PageViewer, now: number): boolean =>
  isPublished(page, now) &&
  isOnSite(page, { market: visitor.market, kind: visitor.siteKind }) &&
  isTierEligible(page.tiersEligible, visitor);

/** Returns the next instant after `now` at which a page is published or ends, or an event begins or ends. */
export function nextChange(pages: Iterable<Published>, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { state, publishAt, endAt, event } of pages) {
    if (state === 'draft') continue;
    for (const date of [publishAt, endAt, event?.startsAt, event?.endsAt]) {
      const time = date ? Date.parse(date) : 0;
      if (time > now && time < next) next = time;
    }
  }
  return next;
}
