/** External services. Their variables of the environment are the defaults, and keys are write-only. */
import { z } from 'zod';
import { GATEWAY_NAMES, GATEWAY_TITLES } from '#lib/gateway-names.ts';
import { field, line, marketOfScope, settingGroup } from '../setting-group.ts';

const visible = (max: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${max}}$`), 'must have no spaces and no other characters than a key has');

/** A write-only key. */
const key = (title: string, max: number, description = '') => field(visible(max).nullable(), { title, description, isSecret: true });

/** An id that may be empty. */
const id = (
  pattern: RegExp,
  problem: string,
  meta: { readonly title: string; readonly description?: string; readonly isConnection?: boolean },
) => field(z.string().trim().regex(pattern, problem).nullable(), meta);

export const PAYMENTS = settingGroup({
  id: 'payments',
  area: 'integrations',
  scope: 'shop',
  isSensitive: true,
  isPublic: false,
  title: 'Payments',
  help: 'The gateway that takes payments, and its keys. Change it while nobody is paying: open payment pages of the former gateway are not watched any longer.',
  schema: z.object({
    gateway: field(z.enum(['none', ...GATEWAY_NAMES]), {
      title: 'Gateway',
      description: 'The sandbox takes test cards only and never opens a public shop.',
      labels: { none: 'None', ...GATEWAY_TITLES },
    }),
    stripeSecretKey: key('Stripe secret key', 300, 'In Stripe: Developers, API keys.'),
    stripeWebhookSecret: key('Stripe webhook secret', 300, 'In Stripe: a webhook to /webhooks/stripe of this shop.'),
  }),
  defaults: (_scope, { integrations }) => ({
    gateway: integrations.paymentGateway,
    stripeSecretKey: integrations.stripeSecretKey,
    stripeWebhookSecret: integrations.stripeWebhookSecret,
  }),
});

export const ANALYTICS = settingGroup({
  id: 'analytics',
  area: 'integrations',
  scope: 'shop',
  isPublic: false,
  title: 'Analytics',
  help: 'Where events of shoppers go besides the shop’s own reports. Name each service in your privacy notice.',
  schema: z.object({
    segmentWriteKey: id(/^[A-Za-z0-9]{1,60}$/, 'must be letters and digits', {
      title: 'Segment write key',
      description: 'Of a source. Empty sends nothing to Segment.',
    }),
    segmentMode: field(z.enum(['client', 'server']), {
      title: 'Events reach Segment',
      labels: { client: 'from browsers', server: 'from the shop' },
    }),
    hubspotPortalId: id(/^\d{1,12}$/, 'must be digits', {
      title: 'HubSpot portal',
      description: 'Loads the tracking script on pages. Empty loads none.',
    }),
  }),
  defaults: (_scope, { integrations: { segmentWriteKey, segmentMode, hubspotPortalId } }) => ({
    segmentWriteKey,
    segmentMode,
    hubspotPortalId,
  }),
});

export const CRM = settingGroup({
  id: 'crm',
  area: 'integrations',
  scope: 'market',
  isPublic: false,
  title: 'CRM',
  help: 'Keeps customers of a market and their contacts at HubSpot alike.',
  schema: z.object({ token: key('HubSpot private app token', 200, 'Without one, nothing is sent.') }),
  defaults: (scope, { integrations }) => ({ token: integrations.crmTokens[marketOfScope(scope)] }),
});

export const PUSH = settingGroup({
  id: 'push',
  area: 'integrations',
  scope: 'shop',
  isPublic: false,
  title: 'Push notifications',
  help: 'OneSignal in place of the shop’s own notifications. Leave the app empty, and the shop sends them itself.',
  schema: z.object({
    appId: id(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be an id like 0f8fad5b-d9cb-469f-a165-70867728950e', {
      title: 'OneSignal app',
    }),
    apiKey: key('OneSignal API key', 300, 'Removes what OneSignal stores about a customer who leaves.'),
  }),
  defaults: (_scope, { integrations }) => ({ appId: integrations.oneSignalAppId, apiKey: integrations.oneSignalApiKey }),
});

export const HOSTED_SEARCH = settingGroup({
  id: 'hosted-search',
  area: 'integrations',
  scope: 'shop',
  isPublic: false,
  title: 'Hosted search',
  help: 'Algolia in place of the shop’s own search. Browsers use it once both the application and the search key are set.',
  schema: z.object({
    appId: id(/^[A-Za-z0-9]{1,40}$/, 'must be letters and digits', { title: 'Application', isConnection: true }),
    searchKey: key('Search-only key', 200, 'Keys of shoppers are derived from it.'),
    adminKey: key('Key with write access', 200, 'Sends the catalogue to the indexes.'),
  }),
  defaults: (_scope, { integrations }) => ({
    appId: integrations.hostedSearchAppId,
    searchKey: integrations.hostedSearchKey,
    adminKey: integrations.hostedSearchAdminKey,
  }),
});

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address like https://example.com' }).max(300);

export const ERROR_REPORTS = settingGroup({
  id: 'error-reports',
  area: 'integrations',
  scope: 'shop',
  isSensitive: true,
  isPublic: false,
  title: 'Error reports',
  help: 'Forwards errors of browsers and of the shop to a service such as Honeybadger.',
  schema: z.object({
    url: field(httpUrl.nullable(), { title: 'Address of the service', description: 'Empty forwards nothing.', isConnection: true }),
    key: key('Key of the project', 200),
  }),
  defaults: (_scope, { integrations }) => ({ url: integrations.errorReportsUrl, key: integrations.errorReportsKey }),
});

export const ORDER_WEBHOOKS = settingGroup({
  id: 'order-webhooks',
  area: 'integrations',
  scope: 'shop',
  isSensitive: true,
  isPublic: false,
  title: 'Order webhooks',
  help: 'Sends every event of an order to other systems, such as a warehouse or an accounting program.',
  schema: z.object({
    urls: field(z.array(httpUrl).max(10), { title: 'Addresses' }),
    secret: field(line(200).min(16).nullable(), {
      title: 'Signing secret',
      description: 'Receivers check the signature with it.',
      isSecret: true,
    }),
  }),
  defaults: (_scope, { integrations }) => ({ urls: [...integrations.webhookUrls], secret: integrations.webhookSecret }),
});
