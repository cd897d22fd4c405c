/** Links of header, menu and footer. Built once on the server and passed to the pages as data. */
import type { Category } from '#domains/catalogue/model/category.ts';
import { type CategoryDisplay, categoryLabel } from '#domains/catalogue/model/category-display.ts';
import { listedCategories } from '#domains/catalogue/model/category-labels.ts';
import { inCategoryOrder } from '#domains/catalogue/model/category-order.ts';
import { type MenuTitles, resolveMenu, titlesOf } from '#domains/content/model/menu.ts';
import type { MenuEntry, MenuName, Menus, PageMenu } from '#domains/settings/model/groups/menus.ts';
import type { ShippingTable } from '#markets/definition.ts';
import type { Site } from '#markets/sites.ts';
import { listPathOf, type ShopLink } from './links.ts';
import { buildListUrl } from './list-url.ts';
import { navigationMessages as m } from './messages/navigation.ts';

/** A content page that the footer links to. */
export interface MenuPage extends ShopLink {
  readonly group: PageMenu;
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
  /** Headings that the retailer chose. Left out if there are none. */
  readonly titles?: MenuTitles;
}

const SPIRITS: ShopLink = { label: m.spirits, to: '/spirits' };
const JOURNAL: ShopLink = { label: m.journal, to: '/vino-articles' };
const READING: readonly ShopLink[] = [JOURNAL, { label: m.events, to: '/events' }, { label: m.collections, to: '/collections' }];
const personalLinks = (kind: Site['kind']): readonly ShopLink[] => [
  { label: m.favourites, to: '/favourites' },
  { label: m.preferredWines[kind], to: '/preferred-wines' },
  { label: m.loyalty, to: '/loyalty' },
];

const categoryLink = (kind: Site['kind'], category: Category, display?: CategoryDisplay): ShopLink => ({
  label: categoryLabel(category, display),
  to: buildListUrl(listPathOf(kind), { category }),
});

/** Returns a link for each category of a kind. */
export const categoryLinks = (kind: Site['kind'], display?: CategoryDisplay): ShopLink[] =>
  inCategoryOrder(listedCategories(kind), (category) => category, display).map((category) => categoryLink(kind, category, display));

const asEntries = (links: readonly ShopLink[]): MenuEntry[] => links.map(({ label, to }) => ({ kind: 'link', label, to }));
/** The place of the pages that ask for one in a menu. */
const PAGES: MenuEntry = { kind: 'pages', label: '', to: '' };

/** Returns the links of each menu that hold until the retailer changes them. @param display names and order of categories, if changed */
export function defaultMenus(kind: Site['kind'], display?: CategoryDisplay): Readonly<Record<MenuName, readonly MenuEntry[]>> {
  const linkTo = (category: Category) => [categoryLink(kind, category, display)];
  const isWine = kind === 'wine';
  const lists: readonly ShopLink[] = [
    { label: m.all[kind], to: listPathOf(kind) },
    ...categoryLinks(kind, display),
    ...(isWine ? [SPIRITS] : []),
    { label: m.clubs, to: '/wine-clubs' },
  ];
  return {
    header: asEntries(
      isWine
        ? [{ label: m.wine, to: '/wines' }, ...linkTo('Mixed'), SPIRITS, { label: m.clubs, to: '/wine-clubs' }, JOURNAL]
        : [SPIRITS, ...linkTo('Mixed spirits'), ...linkTo('Whisky'), ...linkTo('Gin'), JOURNAL],
    ),
    menu: asEntries(lists),
    shop: [...asEntries(lists), PAGES],
    read: [...asEntries(READING), PAGES],
    help: [PAGES, { kind: 'link', label: m.trackOrder, to: '/track-order' }, ...asEntries(personalLinks(kind))],
    about: [PAGES],
  };
}

/**
 * Returns the links of a site, including the content pages that guests may see.
 * @param menus what the retailer changed
 * @param isShown returns false for a link of the retailer whose target visitors cannot see
 * @param display names and order of categories, if changed
 */
export function navigationLinks(
  kind: Site['kind'],
  pages: readonly MenuPage[],
  menus: Partial<Menus> = {},
  isShown: (to: string) => boolean = () => true,
  display?: CategoryDisplay,
): NavigationLinks {
  const defaults = defaultMenus(kind, display);
  const linksOf = (name: MenuName): ShopLink[] => {
    const inMenu = pages.filter(({ group }) => group === name);
    const own = menus[name];
    return own ? resolveMenu(own.links, inMenu, isShown) : resolveMenu(defaults[name], inMenu);
  };
  const titles = titlesOf(menus);
  return {
    main: linksOf('header'),
    categoryLinks: linksOf('menu'),
    shop: linksOf('shop'),
    read: linksOf('read'),
    help: linksOf('help'),
    about: linksOf('about'),
    ...(titles && { titles }),
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

/** Returns the delivery texts, derived from the table of fees. @param hasZones true if postcodes may have other fees */
export function deliveryTexts(table: ShippingTable, hasZones = false): DeliveryTexts {
  const { free, otherwise } = marketTexts(table);
  return { free, otherwise: hasZones ? `${otherwise} ${m.otherPostcodes}` : otherwise };
}

function marketTexts(table: ShippingTable): DeliveryTexts {
  const { freeFromCases, freeFromCents } = table;
  const fee = formatFees(table);
  if (freeFromCases !== null) return { free: m.freeFromCases(freeFromCases), otherwise: m.underCases(freeFromCases, fee) };
  if (freeFromCents !== null)
    return { free: m.freeFromAmount(formatRound(freeFromCents)), otherwise: m.underAmount(formatRound(freeFromCents), fee) };
  return { free: m.toYourDoor, otherwise: m.delivery(fee) };
}
