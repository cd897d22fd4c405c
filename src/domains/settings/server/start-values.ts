/** Takes the defaults of settings from the environment that a process started with. */
import { parseBeforeChoice } from '#domains/outbound/analytics/model/consent.ts';
import type { Config } from '#lib/server/config.ts';
import { type Market, perMarket } from '#markets/market.ts';
import type { StartValues } from '../model/setting-group.ts';

/** Returns the quiet hours of a market in a list like `AU=21-8, SG=22-9`, null if it has none. */
function quietHoursOf(list: string, market: Market): { readonly from: number; readonly to: number } | null {
  const [, from, to] = new RegExp(`\\b${market}\\s*=\\s*(\\d{1,2})-(\\d{1,2})`).exec(list) ?? [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };
}

export const startValuesOf = (config: Config): StartValues => ({
  markets: perMarket((market) => ({
    supportPhone: config[`SUPPORT_PHONE_${market}`],
    liquorLicence: config[`LIQUOR_LICENCE_${market}`],
    sellerName: config[`SELLER_NAME_${market}`],
    taxId: config[`TAX_ID_${market}`],
    postalAddress: config[`POSTAL_ADDRESS_${market}`],
  })),
  mailFrom: config.EMAIL_FROM,
  contactEmail: config.CONTACT_EMAIL,
  smtpUrl: config.SMTP_URL ?? null,
  sites: config.sites,
  hasFixedSites: config.SITES !== undefined,
  isPublic: config.isPublic,
  officeHost: config.OFFICE_URL === null ? null : new URL(config.OFFICE_URL).hostname,
  integrations: {
    paymentGateway: config.PAYMENT_GATEWAY ?? 'none',
    stripeSecretKey: config.STRIPE_SECRET_KEY ?? null,
    stripeWebhookSecret: config.STRIPE_WEBHOOK_SECRET ?? null,
    oneSignalAppId: config.ONESIGNAL_APP_ID ?? null,
    oneSignalApiKey: config.ONESIGNAL_API_KEY ?? null,
    hostedSearchAppId: config.HOSTED_SEARCH_APP_ID ?? null,
    hostedSearchKey: config.HOSTED_SEARCH_PARENT_KEY ?? null,
    hostedSearchAdminKey: config.HOSTED_SEARCH_ADMIN_KEY ?? null,
    segmentWriteKey: config.SEGMENT_WRITE_KEY ?? null,
    segmentMode: config.SEGMENT_MODE === 'client' ? 'client' : 'server',
    hubspotPortalId: config.HUBSPOT_PORTAL_ID ?? null,
    crmTokens: perMarket((market) => config[`HUBSPOT_TOKEN_${market}`] ?? null),
    errorReportsUrl: config.ERROR_REPORTS_URL ?? null,
    errorReportsKey: config.ERROR_REPORTS_KEY ?? null,
    webhookUrls: config.ORDER_WEBHOOK_URL,
    webhookSecret: config.ORDER_WEBHOOK_SECRET ?? null,
    abandonedCartMinutes: config.ABANDONED_CART_DELAY_MINUTES,
    hoursBetween: config.PUSH_MIN_INTERVAL_HOURS,
    markets: perMarket((market) => ({
      quiet: quietHoursOf(config.PUSH_QUIET_HOURS, market),
      measuresBeforeChoice: parseBeforeChoice(config.ANALYTICS_BEFORE_CHOICE)[market],
    })),
  },
});
