/** What every content page says of itself to search engines. */

import type { MetaDescriptor } from 'react-router';
import type { PageView } from '../../../../content/page-view.ts';
import { MARKETS } from '../../../../market/market.ts';
import type { ShopLink } from '../../../shop-links.ts';
import { type Head, headTags } from '../../head.ts';
import { breadcrumbList, faqPage } from '../../json-ld.ts';
import { siteFactsOf } from '../../site-facts.ts';

const HOME: ShopLink = { label: 'Home', to: '/' };
/** Lists that lead to pages. */
export const JOURNAL: ShopLink = { label: 'Journal', to: '/vino-articles' };
export const EVENTS: ShopLink = { label: 'Tastings and events', to: '/events' };

/** The way to a page, through the list of its kind where there is one. */
export const trailTo = (page: Pick<PageView, 'title' | 'path'>, list?: ShopLink): ShopLink[] => [
  HOME,
  ...(list ? [list] : []),
  { label: page.title, to: page.path },
];

export interface PageHead {
  readonly page: PageView;
  readonly list?: ShopLink;
  /** Structured data, given the origin of the page's address. */
  readonly data?: (origin: string) => readonly object[];
}

/** Tags of a content page; hidden pages are kept out of search engines. */
export function pageHead(
  matches: Parameters<typeof siteFactsOf>[0],
  { page, list, data }: PageHead,
  more: Partial<Head> = {},
): MetaDescriptor[] {
  const facts = siteFactsOf(matches);
  if (!facts) return [];
  const questions = page.blocks.flatMap((block) => (block.type === 'faq' ? block.questions : []));
  return headTags(facts, {
    title: page.title,
    description: page.summary || page.title,
    path: page.path,
    markets: MARKETS.filter((market) => page.markets.includes(market)),
    isIndexed: !page.isHidden,
    data: [
      breadcrumbList(facts.origin, trailTo(page, list)),
      ...(questions.length > 0 ? [faqPage(questions)] : []),
      ...(data?.(facts.origin) ?? []),
    ],
    ...more,
  });
}
