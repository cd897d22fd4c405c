/** Links of header, menu and footer. Built once on the server and passed to the pages as data. */
import { CATEGORY_WORDS, listedCategories } from '#domains/catalogue/model/category-labels.ts';
import { SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import type { Site } from '#markets/sites.ts';
import { listPathOf, type ShopLink } from './links.ts';
import { buildListUrl } from './list-url.ts';

/** Columns of the footer for content pages. */
export type MenuGroup = 'shop' | 'read' | 'help' | 'about';

/** A content page that the footer links to. */
export interface MenuPage extends ShopLink {
  readonly group: MenuGroup;
}

export interface FrameLinks {
  /** The five links of the header. The second is hidden on narrow screens. */
  readonly main: readonly ShopLink[];
  /** The full list, each of its categories, spirits on wine sites, and the clubs. */
  readonly shelves: readonly ShopLink[];
  readonly shop: readonly ShopLink[];
  readonly read: readonly ShopLink[];
  readonly help: readonly ShopLink[];
  readonly about: readonly ShopLink[];
}

const SPIRITS: ShopLink = { label: 'Spirits', to: '/spirits' };
const JOURNAL: ShopLink = { label: 'Journal', to: '/vino-articles' };
const READING: readonly ShopLink[] = [
  JOURNAL,
  { label: 'Tastings and events', to: '/events' },
  { label: 'Collections', to: '/collections' },
];
const YOURS: readonly ShopLink[] = [
  { label: 'Favourites', to: '/favourites' },
  { label: 'Find your taste', to: '/preferred-wines' },
  { label: 'Loyalty', to: '/loyalty' },
];

/** Returns a link for each category of a kind. */
export const categoryLinks = (kind: Site['kind']): ShopLink[] =>
  listedCategories(kind).map((category) => ({ label: CATEGORY_WORDS[category].label, to: buildListUrl(listPathOf(kind), { category }) }));

/** Returns the links of a site, including the content pages that guests may see. */
export function frameLinks(kind: Site['kind'], pages: readonly MenuPage[]): FrameLinks {
  const shelf = (label: string) => categoryLinks(kind).filter((link) => link.label === label);
  const pagesIn = (group: MenuGroup): ShopLink[] => pages.filter((page) => page.group === group).map(({ label, to }) => ({ label, to }));
  const isWine = kind === 'wine';
  const shelves: readonly ShopLink[] = [
    { label: isWine ? 'All wine' : 'All spirits', to: listPathOf(kind) },
    ...categoryLinks(kind),
    ...(isWine ? [SPIRITS] : []),
    { label: 'Wine clubs', to: '/wine-clubs' },
  ];
  return {
    main: isWine
      ? [{ label: 'Wine', to: '/wines' }, ...shelf('Mixed cases'), SPIRITS, { label: 'Clubs', to: '/wine-clubs' }, JOURNAL]
      : [SPIRITS, ...shelf('Tasting packs'), ...shelf('Whisky'), ...shelf('Gin'), JOURNAL],
    shelves,
    shop: [...shelves, ...pagesIn('shop')],
    read: [...READING, ...pagesIn('read')],
    help: [...pagesIn('help'), ...YOURS],
    about: pagesIn('about'),
  };
}

export interface DeliveryTexts {
  /** Heading: the threshold of free delivery. */
  readonly free: string;
  /** Sentence: the fee below the threshold. */
  readonly otherwise: string;
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** Returns the delivery texts, derived from the table of fees. */
export function deliveryTexts(market: Site['market']): DeliveryTexts {
  const { defaultCents, regions, freeFromCases, freeFromCents } = SHIPPING[market];
  const free =
    freeFromCases !== null
      ? `Free delivery from ${NUMBER_WORDS[freeFromCases] ?? freeFromCases} cases`
      : freeFromCents !== null
        ? `Free delivery from $${freeFromCents / 100}`
        : 'Delivered to your door';
  const elsewhere = Object.entries(regions).map(([region, cents]) => ({ region, cents }));
  const [first] = elsewhere;
  const far =
    first && elsewhere.every(({ cents }) => cents === first.cents)
      ? `, or ${dollars(first.cents)} to ${elsewhere.map(({ region }) => region).join(' and ')}`
      : '';
  return { free, otherwise: `Otherwise ${dollars(defaultCents)}${far}.` };
}
