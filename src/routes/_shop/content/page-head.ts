/** Head of content pages. */

import type { MetaDescriptor } from 'react-router';
import type { PageView } from '#domains/content/model/page-view.ts';
import { MARKETS } from '#markets/market.ts';
import { type Head, headTags, sharedPicture } from '#routes/_layout/head.ts';
import { breadcrumbList, faqPage } from '#routes/_layout/json-ld.ts';
import { getSiteData } from '#routes/_layout/use-site-data.ts';
import type { ShopLink } from '#routes/links.ts';
import type { LoadedPage } from './load-page.ts';
import { articleMessages, eventMessages } from './messages.ts';

const HOME: ShopLink = { label: articleMessages.home, to: '/' };
/** Links to lists of pages. */
export const JOURNAL: ShopLink = { label: articleMessages.journal, to: '/vino-articles' };
export const EVENTS: ShopLink = { label: eventMessages.title, to: '/events' };

/** Returns the breadcrumbs of a page, including the list of its template if there is one. */
export const breadcrumbsTo = (page: Pick<PageView, 'title' | 'path'>, list?: ShopLink): ShopLink[] => [
  HOME,
  ...(list ? [list] : []),
  { label: page.title, to: page.path },
];

export interface PageHead {
  readonly page: PageView;
  /** Offers that its picture can show. */
  readonly offers?: LoadedPage['offers'];
  readonly list?: ShopLink;
  /** Builds structured data from the origin of the page, the URL of its picture and the name of the shop, if the retailer has chosen one. */
  readonly data?: (origin: string, image: string, shopName: string | undefined) => readonly object[];
}

const pictureOf = ({ picture }: PageView, offers: LoadedPage['offers']): string | undefined =>
  picture?.of === 'offer' ? offers[picture.offerId]?.imageUrl : picture?.of === 'file' ? picture.src : undefined;

/** Returns the tags of a content page. Hidden pages are not listed by search engines. */
export function pageHead(
  matches: Parameters<typeof getSiteData>[0],
  { page, offers = {}, list, data }: PageHead,
  more: Partial<Head> = {},
): MetaDescriptor[] {
  const siteData = getSiteData(matches);
  if (!siteData) return [];
  const picture = pictureOf(page, offers);
  const questions = page.blocks.flatMap((block) => (block.type === 'faq' ? block.questions : []));
  return headTags(siteData, {
    title: page.title,
    description: page.summary || page.title,
    path: page.path,
    markets: MARKETS.filter((market) => page.markets.includes(market)),
    isIndexed: !page.isHidden,
    picture,
    data: import.meta.env.SSR
      ? [
          breadcrumbList(siteData.origin, breadcrumbsTo(page, list)),
          ...(questions.length > 0 ? [faqPage(questions)] : []),
          ...(data?.(siteData.origin, sharedPicture(siteData.origin, picture), siteData.layout.identity?.name) ?? []),
        ]
      : [],
    ...more,
  });
}
