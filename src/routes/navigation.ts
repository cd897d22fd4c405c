/** Where masthead, menu and footer lead on a site. Made on the server once, and handed to the pages as data. */
import type { Site } from '#markets/sites.ts';
import { categoryLinks, listPathOf, type ShopLink } from './links.ts';

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
