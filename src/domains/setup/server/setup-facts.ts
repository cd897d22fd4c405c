/** Reads from the records how far a shop is. */
import { STARTER_KICKER } from '#domains/content/model/starter-page.ts';
import type { PageStore } from '#domains/content/server/page-store.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { type ConfirmedStep, FIRST_RUN, OPENING } from '#domains/settings/model/groups/opening.ts';
import { SHOP_SCOPE } from '#domains/settings/model/setting-group.ts';
import { keyOf } from '#domains/settings/model/version.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Database } from '#lib/db/pool.ts';
import { GATEWAY_TITLES } from '#lib/gateway-names.ts';
import { formatMoney } from '#lib/money.ts';
import type { Config } from '#lib/server/config.ts';
import { gatewaySettings } from '#lib/server/gateway-variables.ts';
import { hasGatewayKeys, missingSeller } from '#lib/server/public-shop.ts';
import { getMarketConfig, MARKETS, type Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';
import { setupItemText } from '../messages/items.ts';
import type { LegalPageState, MarketFacts, SellerField, SetupFacts, SiteFacts } from '../model/steps.ts';
import { countWithoutFactor, hasPaidOrder, lastGoodTest } from './setup.repository.ts';

export interface SetupDeps {
  readonly database: Database;
  readonly settings: Settings;
  readonly configNow: () => Config;
  readonly content: PageStore;
  /** Counts the wines that a guest of a market can buy. */
  readonly countOffers: (market: Market) => number;
}

/** A test counts for the settings that were saved shortly after it. */
const TEST_LEAD_MS = 600_000;

/** Domain of the sample shop's addresses. */
const SAMPLE_DOMAIN = '@cellardoor.example';

const SELLER_FIELDS = [
  ['SELLER_NAME', 'name'],
  ['LIQUOR_LICENCE', 'licence'],
  ['TAX_ID', 'taxId'],
] as const satisfies readonly (readonly [prefix: string, field: SellerField])[];

/** Returns true if the connection of a setting was tested since it was saved, or right before. */
async function isTested({ database, settings }: SetupDeps, group: string): Promise<boolean> {
  const at = await lastGoodTest(database, keyOf({ group, scope: SHOP_SCOPE }));
  const saved = settings.versions(group, SHOP_SCOPE)[0]?.createdAt ?? null;
  return at !== null && (saved === null || at.getTime() >= saved.getTime() - TEST_LEAD_MS);
}

/** Returns the page at a path of a market, and whether it still has starter text. */
function legalPage({ content }: SetupDeps, market: Market, path: string): { readonly id: string | null; readonly state: LegalPageState } {
  const found = content.at(path, { market, siteKind: 'wine', tier: null, isStaff: false });
  return found === null
    ? { id: null, state: 'missing' }
    : { id: found.page.id, state: found.page.kicker === STARTER_KICKER ? 'starter' : 'done' };
}

function marketFacts(deps: SetupDeps, market: Market): MarketFacts {
  const { settings, configNow, countOffers } = deps;
  const { shipping, taxPercent } = settings.current().terms[market];
  const { confirmed } = settings.current().read(FIRST_RUN, SHOP_SCOPE);
  const isSettled = (step: ConfirmedStep): boolean =>
    settings.versions(step, market).length > 0 || confirmed.includes(keyOf({ group: step, scope: market }));
  const missing = missingSeller(configNow(), market);
  const { locale, currency } = getMarketConfig(market);
  const format = (cents: number): string => formatMoney(cents, locale, currency);
  return {
    market,
    missingSeller: SELLER_FIELDS.flatMap(([prefix, field]) => (missing.includes(`${prefix}_${market}`) ? [field] : [])),
    taxPercent,
    isTaxSettled: isSettled('tax'),
    shipping: setupItemText.shipping(
      format(shipping.defaultCents),
      shipping.freeFromCases,
      shipping.freeFromCents === null ? null : format(shipping.freeFromCents),
    ),
    isShippingSettled: isSettled('shipping'),
    terms: legalPage(deps, market, '/terms'),
    privacy: legalPage(deps, market, '/privacy'),
    offers: countOffers(market),
  };
}

function siteFacts({ settings }: SetupDeps, { id, market, host }: Site): SiteFacts {
  const { name, logo } = settings.current().read(IDENTITY, id);
  return { site: id, market, host, name, hasLogo: logo !== null, isSettled: settings.versions(IDENTITY.id, id).length > 0 };
}

/** Reads the facts of the markets in which a person works. */
export async function readSetupFacts(deps: SetupDeps, markets: readonly Market[]): Promise<SetupFacts> {
  const { database, settings, configNow } = deps;
  const config = configNow();
  const sold = MARKETS.filter((market) => markets.includes(market) && config.sites.some((site) => site.market === market));
  const gateway = config.PAYMENT_GATEWAY;
  const [withoutFactor, hasOrder, isMailTested, isGatewayTested] = await Promise.all([
    countWithoutFactor(database),
    hasPaidOrder(database),
    isTested(deps, 'mail'),
    isTested(deps, 'payments'),
  ]);
  return {
    isPublic: config.isPublic && !config.DEMO,
    sites: config.sites.filter(({ market }) => markets.includes(market)).map((site) => siteFacts(deps, site)),
    markets: sold.map((market) => marketFacts(deps, market)),
    mail: {
      hasServer: config.SMTP_URL !== undefined,
      isOwnSender: !config.EMAIL_FROM.includes(SAMPLE_DOMAIN) && !config.CONTACT_EMAIL.endsWith(SAMPLE_DOMAIN),
      isTested: isMailTested,
    },
    payments: {
      gateway: gateway === undefined ? null : GATEWAY_TITLES[gateway],
      isTest: gateway !== undefined && gatewaySettings(gateway).isTest,
      hasKeys: hasGatewayKeys(config),
      isTested: isGatewayTested,
    },
    withoutFactor,
    hasOrder,
    isOpen: settings.current().read(OPENING, SHOP_SCOPE).isOpen,
  };
}
