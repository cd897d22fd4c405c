/** Links of header, menu and footer. Built once on the server and passed to the pages as data. */
import type { Category } from '#domains/catalogue/model/category.ts';
import { CATEGORY_WORDS, listedCategories } from '#domains/catalogue/model/category-labels.ts';
import type { ShippingTable } from '#markets/definition.ts';
import type { Site } from '#markets/sites.ts';
import { listPathOf, type ShopLink } from './links.ts';
import { buildListUrl } from './list-url.ts';
import { navigationMessages as m } from './messages/navigation.ts';

/** Columns of the footer for content pages. */
export type MenuGroup = 'shop' | 'read' | 'help' | 'about';

/** A content page that the footer links to. */
export interface MenuPage extends ShopLink {
  readonly group: MenuGroup;
}

export interface NavigationLinks {
  /** The five links of the header. The second is hidden on narrow screens. */
  readonly main: readonly ShopLink[];
  /** The full list, each of its categories, spirits on wine sites, and the clubs. */
  readonly categoryLinks: readonly ShopLink[];
  readonly shop: readonly ShopLink[];
  readonly read: readonly ShopLink[];
  readonly help: readonly ShopLink[];
  readonly about: readonly ShopLink[];
}

const SPIRITS: ShopLink = { label: m.spirits, to: '/spirits' };
const JOURNAL: ShopLink = { label: m.journal, to: '/vino-articles' };
const READING: readonly ShopLink[] = [JOURNAL, { label: m.events, to: '/events' }, { label: m.collections, to: '/collections' }];
const personalLinks = (kind: Site['kind']): readonly ShopLink[] => [
  { label: m.favourites, to: '/favourites' },
  { label: m.preferredWines[kind], to: '/preferred-wines' },
  { label: m.loyalty, to: '/loyalty' },
];

const categoryLink = (kind: Site['kind'], category: Category): ShopLink => ({
  label: CATEGORY_WORDS[category].label,
  to: buildListUrl(listPathOf(kind), { category }),
});

/** Returns a link for each category of a kind. */
export const categoryLinks = (kind: Site['kind']): ShopLink[] => listedCategories(kind).map((category) => categoryLink(kind, category));

/** Returns the links of a site, including the content pages that guests may see. */
export function navigationLinks(kind: Site['kind'], pages: readonly MenuPage[]): NavigationLinks {
  const linkTo = (category: Category) => [categoryLink(kind, category)];
  const pagesIn = (group: MenuGroup): ShopLink[] => pages.filter((page) => page.group === group).map(({ label, to }) => ({ label, to }));
  const isWine = kind === 'wine';
  const links: readonly ShopLink[] = [
    { label: m.all[kind], to: listPathOf(kind) },
    ...categoryLinks(kind),
    ...(isWine ? [SPIRITS] : []),
    { label: m.clubs, to: '/wine-clubs' },
  ];
  return {
    main: isWine
      ? [{ label: m.wine, to: '/wines' }, ...linkTo('Mixed'), SPIRITS, { label: m.clubs, to: '/wine-clubs' }, JOURNAL]
      : [SPIRITS, ...linkTo('Mixed spirits'), ...linkTo('Whisky'), ...linkTo('Gin'), JOURNAL],
    categoryLinks: links,
    shop: [...links, ...pagesIn('shop')],
    read: [...READING, ...pagesIn('read')],
    help: [...pagesIn('help'), ...personalLinks(kind)],
    about: pagesIn('about'),
  };
}

/** Texts about delivery fees. */
export interface DeliveryTexts {
  /** Heading: the threshold of free delivery. */
  readonly free: string;
  /** Sentence: the fee below the threshold. */
  readonly otherwise: string;
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const formatRound = (cents: number): string => (cents % 100 === 0 ? `$${cents / 100}` : dollars(cents));

/** Formats the fee with those of other zones: `$9.90 ($14.90 to QLD and WA)`. */
function formatFees({ defaultCents, regions }: ShippingTable): string {
  const others = Object.entries(regions).filter(([, cents]) => cents !== defaultCents);
  const fees = [...new Set(others.map(([, cents]) => cents))];
  if (fees.length === 0) return dollars(defaultCents);
  const regionsAt = (fee: number): string[] => others.filter(([, cents]) => cents === fee).map(([region]) => region);
  return m.feeWithZones(
    dollars(defaultCents),
    fees.map((cents) => ({ fee: dollars(cents), regions: regionsAt(cents) })),
  );
}

/** Returns the delivery texts, derived from the table of fees. */
export function deliveryTexts(table: ShippingTable): DeliveryTexts {
  const { freeFromCases, freeFromCents } = table;
  const fee = formatFees(table);
  if (freeFromCases !== null) return { free: m.freeFromCases(freeFromCases), otherwise: m.underCases(freeFromCases, fee) };
  if (freeFromCents !== null)
    return { free: m.freeFromAmount(formatRound(freeFromCents)), otherwise: m.underAmount(formatRound(freeFromCents), fee) };
  return { free: m.toYourDoor, otherwise: m.delivery(fee) };
}
