/** Builds the layout data of a site from configuration and content: the texts and links around every page. */
import { categoryDisplay } from '#domains/catalogue/model/category-display.ts';
import { menuOf } from '#domains/content/model/menu.ts';
import { createTargetCheck } from '#domains/content/server/menu-targets.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import { loginConfig } from '#domains/customers/identity/server/allowed-origins.ts';
import { indexName } from '#domains/discovery/search/model/index-names.ts';
import { hostedSearchConfig, insightsOrigin } from '#domains/discovery/search/server/hosted-search-config.ts';
import { APPLICATION_ID, GUEST_KEY } from '#domains/discovery/search/server/search-keys.ts';
import { parseBeforeChoice } from '#domains/outbound/analytics/model/consent.ts';
import { analyticsService, sharedWith, trackerOf } from '#domains/outbound/analytics/server/analytics-service.ts';
import { parseQuietHours } from '#domains/outbound/push/model/quiet-hours.ts';
import { CATEGORIES_SHOWN } from '#domains/settings/model/groups/categories.ts';
import { MENUS } from '#domains/settings/model/groups/menus.ts';
import { REFERRALS } from '#domains/settings/model/groups/referrals.ts';
import { SUPPORT } from '#domains/settings/model/groups/support.ts';
import { effectiveConfig } from '#domains/settings/server/effective-config.ts';
import type { SettingsSnapshot } from '#domains/settings/server/settings-snapshot.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Config } from '#lib/server/config.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { Site } from '#markets/sites.ts';
import { deliveryTexts, navigationLinks } from '#routes/navigation.ts';
import type { LayoutData } from '#routes/page-context.ts';
import { readLayoutBrand } from './home-texts.ts';
import { type PagePreview, withHome } from './page-preview.ts';
import { siteIdentity } from './site-identity.ts';

/** Notice on every page of a public demonstration. */
const DEMO_NOTICE =
  'This is a demonstration. Nothing here is for sale, orders aren’t sent and only test cards are accepted. Please don’t enter personal details.';

/** Limit of cached entries, one per site and origin. A site with its own host is requested at one or two origins. */
const MAX_CACHED_LAYOUTS = 64;

/** Returns the layout data of a site. @param preview an unsaved change, whose layout is not cached */
export type LayoutDataReader = (site: Site, origin: string, preview?: PagePreview | null) => LayoutData;

/** What the layout data are made from. */
export interface LayoutSource {
  readonly config: Config;
  readonly configNow: () => Config;
  readonly content: PageStore;
  readonly settings: Settings;
}

/** Returns a function that reads the layout data of a site and caches it until content, because its menu lists pages, or settings change. */
export function createLayoutDataReader(
  { config, configNow, content: pages, settings }: LayoutSource,
  unprefetched: readonly string[],
): LayoutDataReader {
  const layouts = new Map<string, LayoutData>();
  pages.onChange(() => layouts.clear());
  settings.onChange(() => layouts.clear());
  return (site, origin, preview) => {
    if (preview) {
      const snapshot = preview.settings ?? settings.current();
      const previewed = effectiveConfig(config, { current: () => snapshot })();
      return { ...readLayoutData(previewed, snapshot, withHome(pages, preview.home), site, origin), unprefetched };
    }
    const key = `${site.id} ${origin}`;
    const cached = layouts.get(key);
    if (cached) return cached;
    if (layouts.size >= MAX_CACHED_LAYOUTS) layouts.clear();
    const layout = { ...readLayoutData(configNow(), settings.current(), pages, site, origin), unprefetched };
    layouts.set(key, layout);
    return layout;
  };
}

/** Returns the terms that pages carry: whether there are zones, not which. */
function pageTerms({ zones: _, ...terms }: SellingTerms): SellingTerms {
  return terms;
}

/** Paths of built-in pages that every market has. */
const OWN_PAGES: readonly string[] = ['/', '/wines', '/spirits', '/cart', '/favourites', '/preferred-wines'];

const readMenu = (pages: PageStore, market: Market, siteKind: Site['kind']): ReturnType<typeof menuOf> =>
  menuOf(pages.all({ market, siteKind, tier: null, isStaff: false }).map(({ page }) => page));

function readLayoutData(
  config: Config,
  settings: SettingsSnapshot,
  pages: PageStore,
  site: Site,
  origin: string,
): Omit<LayoutData, 'unprefetched'> {
  const terms = settings.terms[site.market];
  const support = settings.read(SUPPORT, site.market);
  const search = hostedSearchConfig(config, site.market);
  const categories = categoryDisplay(settings.read(CATEGORIES_SHOWN, site.id).categories);
  const menu = readMenu(pages, site.market, site.kind);
  const others = config.sites.filter(({ kind, market }) => kind === site.kind && market !== site.market);
  return {
    notice: config.DEMO ? DEMO_NOTICE : null,
    ...siteIdentity(settings, site),
    ...(categories && { categories }),
    brand: readLayoutBrand(pages, site),
    supportPhone: support.phone,
    ...(support.email !== '' && { supportEmail: support.email }),
    ...(support.hours !== '' && { supportHours: support.hours }),
    licence: config[`LIQUOR_LICENCE_${site.market}`],
    login: loginConfig(config, origin),
    oneSignalAppId: config.ONESIGNAL_APP_ID ?? null,
    notificationLimits: config.ONESIGNAL_APP_ID
      ? null
      : { quiet: parseQuietHours(config.PUSH_QUIET_HOURS)?.[site.market] ?? null, hoursBetween: config.PUSH_MIN_INTERVAL_HOURS },
    asksAboutErrors: config.ERROR_FEEDBACK_ENABLED,
    search,
    analytics: {
      sendsBeforeChoice: parseBeforeChoice(config.ANALYTICS_BEFORE_CHOICE)[site.market],
      sharedWith: sharedWith(config, insightsOrigin(config) !== null),
      writeKey: config.ANALYTICS_WRITE_KEY,
      service: analyticsService(config),
      tracker: trackerOf(config),
      insights: {
        url: insightsOrigin(config) ?? '',
        applicationId: search?.applicationId ?? APPLICATION_ID,
        key: search?.guestKey ?? GUEST_KEY,
        index: indexName(site.market),
      },
    },
    delivery: deliveryTexts(terms.shipping, terms.hasZones),
    referralCredit: settings.read(REFERRALS, site.market).credit,
    terms: pageTerms(terms),
    revision: settings.revision(site),
    links: navigationLinks(site.kind, menu, settings.read(MENUS, site.id), createTargetCheck(pages, site), categories),
    sharedPaths: [
      ...OWN_PAGES,
      ...menu
        .map(({ to }) => to)
        .filter((path) => others.every(({ market }) => readMenu(pages, market, site.kind).some(({ to }) => to === path))),
    ],
    externalPages: { whiskyEvent: config.WHISKY_EVENT_URL ?? null },
    sites: config.sites.map(({ id, market, kind, host }) => ({
      id,
      market,
      kind,
      origin: siteOrigin(host, config.PUBLIC_URL, origin),
    })),
  };
}
