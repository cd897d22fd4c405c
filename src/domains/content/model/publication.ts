/** Which pages a visitor may see, and when that changes (SPEC.md §6; drafts and scheduled publication). */
import { isTierEligible } from '#domains/catalogue/model/audience.ts';
import type { Market } from '#markets/market.ts';
import type { PageRecord } from './record.ts';

export interface PageViewer {
  readonly market: Market;
  readonly shop: 'wine' | 'spirits';
  /** Null is a guest. */
  readonly tier: string | null;
  readonly isStaff: boolean;
}

type Published = Pick<PageRecord, 'state' | 'publishAt' | 'endAt' | 'event'>;

/** True where a page is out at an instant, milliseconds since 1970. */
export const isPublished = ({ state, publishAt, endAt }: Published, now: number): boolean =>
  state === 'published' && (publishAt === null || Date.parse(publishAt) <= now) && (endAt === null || now < Date.parse(endAt));

/** True where a page is out and meant for the visitor. */
export const isFor = (page: PageRecord, visitor: PageViewer, now: number): boolean =>
  isPublished(page, now) &&
  page.markets.includes(visitor.market) &&
  page.shops.includes(visitor.shop) &&
  isTierEligible(page.tiersEligible, visitor);

/** The next instant after `now` at which pages look different: one comes out or ends, an event begins or is over. */
export function nextChange(pages: Iterable<Published>, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { state, publishAt, endAt, event } of pages) {
    if (state === 'draft') continue;
    for (const instant of [publishAt, endAt, event?.startsAt, event?.endsAt]) {
      const time = instant ? Date.parse(instant) : 0;
      if (time > now && time < next) next = time;
    }
  }
  return next;
}
