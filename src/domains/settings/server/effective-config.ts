/** The configuration with the retailer's settings in place of the variables that are their defaults. */
import type { z } from 'zod';
import type { Config } from '#lib/server/config.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { ANALYTICS, CRM, ERROR_REPORTS, HOSTED_SEARCH, ORDER_WEBHOOKS, PAYMENTS, PUSH } from '../model/groups/integrations.ts';
import { MAIL } from '../model/groups/mail.ts';
import { NOTIFICATIONS, REMINDERS } from '../model/groups/notifications.ts';
import { NO_TAX_ID, SELLER } from '../model/groups/seller.ts';
import { formerHostsOf, SITES, sitesOf } from '../model/groups/sites.ts';
import { SUPPORT } from '../model/groups/support.ts';
import { SHOP_SCOPE } from '../model/setting-group.ts';
import type { SettingsSnapshot } from './settings-snapshot.ts';
import type { Settings } from './settings-store.ts';

type Replaced = Partial<Record<keyof Config, unknown>>;

/** Returns the variables of a market's seller and CRM. */
const marketValues = (settings: SettingsSnapshot, market: Market): Replaced => {
  const { name, isTaxRegistered, taxId, licence, postalAddress } = settings.read(SELLER, market);
  return {
    [`SELLER_NAME_${market}`]: name,
    [`TAX_ID_${market}`]: isTaxRegistered ? taxId : NO_TAX_ID,
    [`LIQUOR_LICENCE_${market}`]: licence,
    [`POSTAL_ADDRESS_${market}`]: postalAddress,
    [`SUPPORT_PHONE_${market}`]: settings.read(SUPPORT, market).phone,
    [`HUBSPOT_TOKEN_${market}`]: settings.read(CRM, market).token ?? undefined,
  };
};

/** Returns the variables about notifications, which list the markets. */
function notificationValues(settings: SettingsSnapshot): Replaced {
  const markets = MARKETS.map((market) => ({ market, ...settings.read(NOTIFICATIONS, market) }));
  const quiet = markets.filter(({ isQuiet }) => isQuiet).map(({ market, quietFrom, quietTo }) => `${market}=${quietFrom}-${quietTo}`);
  const { cartMinutes, hoursBetween } = settings.read(REMINDERS, SHOP_SCOPE);
  return {
    PUSH_QUIET_HOURS: quiet.length === 0 ? 'none' : quiet.join(','),
    PUSH_MIN_INTERVAL_HOURS: hoursBetween,
    ABANDONED_CART_DELAY_MINUTES: cartMinutes,
    ANALYTICS_BEFORE_CHOICE: markets
      .map(({ market, measuresBeforeChoice }) => `${market}=${measuresBeforeChoice ? 'yes' : 'no'}`)
      .join(','),
  };
}

/** Returns the variables of the payment gateway. */
export const paymentVariables = ({ gateway, stripeSecretKey, stripeWebhookSecret }: z.output<typeof PAYMENTS.schema>) => ({
  PAYMENT_GATEWAY: gateway === 'none' ? undefined : gateway,
  STRIPE_SECRET_KEY: stripeSecretKey ?? undefined,
  STRIPE_WEBHOOK_SECRET: stripeWebhookSecret ?? undefined,
});

/** Returns the variables of external services. */
function integrationValues(settings: SettingsSnapshot): Replaced {
  const push = settings.read(PUSH, SHOP_SCOPE);
  const search = settings.read(HOSTED_SEARCH, SHOP_SCOPE);
  const analytics = settings.read(ANALYTICS, SHOP_SCOPE);
  const errors = settings.read(ERROR_REPORTS, SHOP_SCOPE);
  const webhooks = settings.read(ORDER_WEBHOOKS, SHOP_SCOPE);
  return {
    ...paymentVariables(settings.read(PAYMENTS, SHOP_SCOPE)),
    ONESIGNAL_APP_ID: push.appId ?? undefined,
    ONESIGNAL_API_KEY: push.apiKey ?? undefined,
    HOSTED_SEARCH_APP_ID: search.appId ?? undefined,
    HOSTED_SEARCH_PARENT_KEY: search.searchKey ?? undefined,
    HOSTED_SEARCH_ADMIN_KEY: search.adminKey ?? undefined,
    SEGMENT_WRITE_KEY: analytics.segmentWriteKey ?? undefined,
    SEGMENT_MODE: analytics.segmentMode,
    HUBSPOT_PORTAL_ID: analytics.hubspotPortalId ?? undefined,
    ERROR_REPORTS_URL: errors.url ?? undefined,
    ERROR_REPORTS_KEY: errors.key ?? undefined,
    ORDER_WEBHOOK_URL: webhooks.urls,
    ORDER_WEBHOOK_SECRET: webhooks.secret ?? undefined,
  };
}

/** Returns every variable that settings replace. */
function replacedValues(settings: SettingsSnapshot): Replaced {
  const { from, contact, smtpUrl } = settings.read(MAIL, SHOP_SCOPE);
  const { sites } = settings.read(SITES, SHOP_SCOPE);
  return {
    ...Object.assign({}, ...MARKETS.map((market) => marketValues(settings, market))),
    ...notificationValues(settings),
    ...integrationValues(settings),
    EMAIL_FROM: from,
    CONTACT_EMAIL: contact,
    SMTP_URL: smtpUrl ?? undefined,
    sites: sitesOf(sites),
    formerHosts: formerHostsOf(sites),
  };
}

/** Returns a function that returns the configuration of this moment. It is computed once for each change of the settings. */
export function effectiveConfig(config: Config, settings: Pick<Settings, 'current'>): () => Config {
  let of: SettingsSnapshot | null = null;
  let made = config;
  return () => {
    const snapshot = settings.current();
    if (snapshot === of) return made;
    made = Object.assign({}, config, replacedValues(snapshot));
    of = snapshot;
    return made;
  };
}

/**
 * Returns a configuration whose variables always have the value of this moment, where settings replace them. For services that are created
 * once and read a variable whenever they need it.
 */
export function liveConfig(config: Config, settings: Pick<Settings, 'current'>): Config {
  const now = effectiveConfig(config, settings);
  const names = Object.keys(replacedValues(settings.current())) as (keyof Config)[];
  return Object.defineProperties(
    { ...config },
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => now()[name] }])),
  );
}
