/** Texts of a site's home page and layout: from the record of its home page, with neutral defaults. */
import { NO_BRAND } from '#domains/content/model/brand.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import type { Site } from '#markets/sites.ts';
import type { HomeTexts, LayoutBrand } from '#routes/page-context.ts';

const NEUTRAL = {
  wine: {
    heading: 'Wine, delivered to your door.',
    pageTitle: 'Wine online',
    description: 'Wine by the bottle and by the case, delivered to your door.',
    entrance: { title: 'Looking for wine?', lede: 'Red, white and everything between are next door.', action: 'See the wine' },
  },
  spirits: {
    heading: 'Spirits, delivered to your door.',
    pageTitle: 'Whisky and spirits online',
    description: 'Whisky, gin, rum and other spirits, delivered to your door.',
    entrance: { title: 'Looking for spirits?', lede: 'Whisky, gin, rum and more are next door.', action: 'See the spirits' },
  },
} as const;
const LEDE = 'Browse by style, place or producer. Prices are by the bottle.';
const NEWEST = { title: 'New on the shelf', lede: '' } as const;

type Where = Pick<Site, 'market' | 'kind'>;

const homePage = (pages: PageStore, { market, kind }: Where) =>
  pages.at('/', { market, siteKind: kind, tier: null, isStaff: false })?.page ?? null;

/** Returns the brand texts that other pages than the home page show, too. */
export function readLayoutBrand(pages: PageStore, site: Where): LayoutBrand {
  const { about, acknowledgement, promise, listLede, landingLede, storyHeading } = homePage(pages, site)?.brand ?? NO_BRAND;
  return { about, acknowledgement, promise: promise || 'Questions?', listLede, landingLede, storyHeading: storyHeading || 'About it' };
}

/** Returns the texts of the home page, including the link to the market's other shop. */
export function homeTextsOf(pages: PageStore, { market, kind }: Where): HomeTexts {
  const otherKind = kind === 'wine' ? 'spirits' : 'wine';
  const page = homePage(pages, { market, kind });
  const other = homePage(pages, { market, kind: otherKind });
  const { pageTitle, description, newest } = page?.brand ?? NO_BRAND;
  const neutral = NEUTRAL[kind];
  return {
    heading: page?.title ?? neutral.heading,
    intro: page?.summary || LEDE,
    pageTitle: pageTitle || neutral.pageTitle,
    description: description || neutral.description,
    newest: newest ?? NEWEST,
    other: other?.brand?.entrance ?? NEUTRAL[otherKind].entrance,
  };
}
