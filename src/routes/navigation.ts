/** Where masthead, menu and footer lead on a site. Made on the server once, and handed to the pages as data. */
import { CATEGORY_WORDS, listedCategories } from '#domains/catalogue/model/category-labels.ts';
import { SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import type { Site } from '#markets/sites.ts';
import { listPathOf, type ShopLink } from './links.ts';
import { buildListUrl } from './list-url.ts';

/** Columns of the footer that pages may stand in. */
export type MenuGroup = 'shop' | 'read' | 'help' | 'about';

/** A written page that every page leads to. */
export interface MenuPage extends ShopLink {
  readonly group: MenuGroup;
}

export interface FrameLinks {
  /** The masthead's five ways in. The second may go where there is little room. */
  readonly main: readonly ShopLink[];
  /** Everything that the list holds, then each shelf of it, the spirits from among the wines, the clubs. */
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

/** A link to each category of a kind. */
export const categoryLinks = (kind: Site['kind']): ShopLink[] =>
  listedCategories(kind).map((category) => ({ label: CATEGORY_WORDS[category].label, to: buildListUrl(listPathOf(kind), { category }) }));

/** The links of a site with the written pages that a guest of it may see, in their order. */
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
  /** A heading: when delivery is free. */
  readonly free: string;
  /** A sentence: what it costs otherwise. */
  readonly otherwise: string;
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** Says when delivery is free and what it costs otherwise, from the table of fees. */
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
