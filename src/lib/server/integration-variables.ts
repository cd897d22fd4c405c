/** Variables of external services that replace the shop's own. */
import { z } from 'zod';
import { getMarketConfig, MARKETS, marketSettings } from '#markets/market.ts';
import { GATEWAY_VARIABLES } from './gateway-variables.ts';
import { CRM_VARIABLES } from './market-variables.ts';
import { boolean, integer, list, origin, upstreams, type Variable } from './variable-schemas.ts';

const MARKET = `(${MARKETS.join('|')})`;
const BEFORE_CHOICE = MARKETS.map((market) => `${market}=${marketSettings(market).analyticsBeforeChoice ? 'yes' : 'no'}`).join(', ');
const QUIET_HOURS = MARKETS.map((market) => `${market}=${marketSettings(market).quietHours}`).join(', ');
const FORMER_SEGMENT_MODES: Readonly<Record<string, 'client' | 'server'>> = { browser: 'client', collector: 'server' };

export const INTEGRATION_VARIABLES = {
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    default: undefined,
    allowed: 'an smtp:// or smtps:// address',
    description: 'Mail server. Default: the development mailbox, shown at `/dev/mailbox`.',
    secret: true,
  },
  MAIL_WEBHOOK_SECRET: {
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/),
    default: undefined,
    allowed: '16 to 200 characters',
    description:
      'Bearer token or password with which mail services report bounces and complaints to `/webhooks/mail`. Without it, reports are rejected.',
    secret: true,
  },
  IDENTITY_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description: 'Origin of a separate identity service: another copy of this program, or a hosted tenant.',
  },
  IDENTITY_CLIENT_ID: {
    schema: z.string().regex(/^[\x21-\x7e]{1,100}$/),
    default: 'cellardoor-web',
    allowed: 'up to 100 characters without spaces',
    description: 'Client id of the shop at the identity service.',
  },
  IDENTITY_AUDIENCE: {
    schema: z.url(),
    default: 'https://api.cellardoor.example',
    allowed: 'a URL',
    description: 'Audience that access tokens must have.',
  },
  OFFICE_CLIENT_ID: {
    schema: z.string().regex(/^[\x21-\x7e]{1,100}$/),
    default: undefined,
    allowed: 'up to 100 characters without spaces',
    description:
      'Client id of the office at a hosted tenant of IDENTITY_URL, where staff then sign in. Without it they sign in at the office itself.',
  },
  OFFICE_CLIENT_SECRET: {
    schema: z.string().min(8).max(400),
    default: undefined,
    allowed: '8 to 400 characters',
    description: 'Client secret of the office at the hosted tenant.',
    secret: true,
  },
  IDENTITY_PROVIDERS: {
    schema: upstreams,
    default: '[]',
    allowed: 'JSON: [{"id","label","issuer","clientId","clientSecret"}]',
    description: 'OpenID providers that shoppers can sign in with.',
    secret: true,
  },
  HOSTED_SEARCH_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description: 'Hosted search that `npm run cli -- search push` pushes the catalogue to. Default: that of the application id.',
  },
  HOSTED_SEARCH_APP_ID: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
    default: undefined,
    allowed: 'letters and digits',
    description: 'Application id at the hosted search.',
  },
  HOSTED_SEARCH_ADMIN_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    default: undefined,
    allowed: 'up to 200 characters without spaces',
    description: 'Key with write access to the indexes at the hosted search.',
    secret: true,
  },
  HOSTED_SEARCH_PARENT_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    default: undefined,
    allowed: 'up to 200 characters without spaces',
    description: 'Search-only key. If set, browsers query the hosted search directly, using secured keys derived from this one.',
    secret: true,
  },
  ...GATEWAY_VARIABLES,
  ORDER_WEBHOOK_URL: {
    schema: list.pipe(z.array(z.url({ protocol: /^https?$/ }))),
    default: '',
    allowed: 'http(s) addresses, comma separated',
    description: 'Webhook addresses for order events. Requires ORDER_WEBHOOK_SECRET.',
  },
  ORDER_WEBHOOK_SECRET: {
    schema: z.string().min(16).max(200),
    default: undefined,
    allowed: '16 to 200 characters',
    description: 'Signs webhooks to ORDER_WEBHOOK_URL: `whsec_` and base64, or any text.',
    secret: true,
  },
  ERROR_REPORTS_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description:
      'Error-reporting service that speaks the notice protocol. Reports of browsers and servers are forwarded to it. Requires ERROR_REPORTS_KEY.',
  },
  ERROR_REPORTS_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    default: undefined,
    allowed: 'up to 200 characters without spaces',
    description: 'Key of the project at ERROR_REPORTS_URL.',
    secret: true,
  },
  ERROR_FEEDBACK_ENABLED: {
    formerName: 'ERROR_FEEDBACK',
    schema: boolean,
    default: 'no',
    allowed: 'yes or no',
    description: 'Show a feedback form on error pages.',
  },
  ANALYTICS_WRITE_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
    default: 'cellardoor',
    allowed: 'letters and digits',
    description: 'Public key that analytics events must include.',
  },
  ANALYTICS_DAILY_MB: {
    schema: integer(1, 1_000_000),
    default: '2000',
    allowed: 'a number from 1 to 1000000',
    description: 'Analytics events stored per day, in megabytes. Further events are rejected until the next day.',
  },
  ANALYTICS_BEFORE_CHOICE: {
    schema: z.string().regex(new RegExp(`^${MARKET}=(yes|no)( ?, ?${MARKET}=(yes|no))*$`)),
    default: BEFORE_CHOICE,
    allowed: `a list like ${BEFORE_CHOICE}`,
    description: 'Whether analytics events are sent before a shopper chooses. The consent notice is shown either way.',
  },
  ANALYTICS_RETENTION_DAYS: {
    formerName: 'ANALYTICS_DAYS',
    schema: integer(1, 3_650),
    default: '395',
    allowed: 'a number from 1 to 3650',
    description: 'Days to keep analytics events.',
  },
  SEGMENT_WRITE_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
    default: undefined,
    allowed: 'letters and digits',
    description: 'Segment source write key. If set, events go to Segment as SEGMENT_MODE says. Name Segment in your privacy notice.',
  },
  SEGMENT_MODE: {
    formerName: 'SEGMENT_VIA',
    schema: z.enum(['client', 'server', 'browser', 'collector']).transform((mode) => FORMER_SEGMENT_MODES[mode] ?? mode),
    default: 'server',
    allowed: 'client or server',
    description: 'client: browsers send events straight to Segment. server: the shop stores them and forwards them.',
  },
  SEGMENT_URL: {
    schema: origin,
    default: 'https://api.segment.io',
    allowed: 'an http(s) origin',
    description: 'Address of Segment’s API.',
  },
  ...CRM_VARIABLES,
  HUBSPOT_URL: {
    schema: origin,
    default: 'https://api.hubapi.com',
    allowed: 'an http(s) origin',
    description: 'Address of HubSpot’s API.',
  },
  HUBSPOT_PORTAL_ID: {
    schema: z.string().regex(/^\d{1,12}$/),
    default: undefined,
    allowed: 'digits',
    description: 'HubSpot portal id. If set, pages load its tracking script.',
  },
  HUBSPOT_TRACKER_URL: {
    schema: origin,
    default: 'https://js.hs-scripts.com',
    allowed: 'an http(s) origin',
    description: 'Address of the tracking script. Accounts outside the United States have one per region.',
  },
  ONESIGNAL_APP_ID: {
    schema: z.uuid(),
    default: undefined,
    allowed: 'a UUID',
    description: 'OneSignal app id. If not set, the shop sends Web Push itself.',
  },
  ONESIGNAL_API_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,300}$/),
    default: undefined,
    allowed: 'up to 300 characters without spaces',
    description: 'OneSignal API key, used to remove the tags of a customer.',
    secret: true,
  },
  ONESIGNAL_API_URL: {
    schema: origin,
    default: 'https://api.onesignal.com',
    allowed: 'an http(s) origin',
    description: 'A stand-in for OneSignal’s API, for tests.',
  },
  AUSPOST_URL: {
    schema: origin,
    default: 'https://digitalapi.auspost.com.au',
    allowed: 'an http(s) origin',
    description: 'Address of Australia Post’s API.',
  },
  SHIPPIT_URL: {
    schema: origin,
    default: 'https://app.shippit.com',
    allowed: 'an http(s) origin',
    description: 'Address of Shippit’s API. For its test accounts: https://app.staging.shippit.com.',
  },
  STARSHIPIT_URL: {
    schema: origin,
    default: 'https://api.starshipit.com',
    allowed: 'an http(s) origin',
    description: 'Address of Starshipit’s API.',
  },
  STARSHIPIT_REQUESTS_PER_SECOND: {
    schema: integer(1, 100),
    default: '2',
    allowed: 'a number from 1 to 100',
    description: 'Requests that the subscription at Starshipit takes in a second: 2, or 20 with its Production subscription.',
  },
  PUSH_EXTRA_ORIGINS: {
    formerName: 'PUSH_SERVICES',
    schema: list.pipe(z.array(origin)),
    default: '',
    allowed: 'origins, comma separated',
    description: 'Push services to allow besides those of known browsers.',
  },
  PUSH_QUIET_HOURS: {
    schema: z.string().regex(new RegExp(`^(none|${MARKET}=\\d{1,2}-\\d{1,2}(\\s*,\\s*${MARKET}=\\d{1,2}-\\d{1,2})*)$`)),
    default: QUIET_HOURS,
    allowed: `a list like ${QUIET_HOURS}, or none`,
    description: `Hours when no notifications are sent, in the market’s time: ${MARKETS.map((market) => getMarketConfig(market).timeZone).join(', ')}.`,
  },
  PUSH_MIN_INTERVAL_HOURS: {
    formerName: 'PUSH_HOURS_BETWEEN',
    schema: integer(0, 720),
    default: '20',
    allowed: 'a number from 0 to 720',
    description: 'Minimum hours between two notifications to one browser.',
  },
  ABANDONED_CART_DELAY_MINUTES: {
    formerName: 'ABANDONED_CART_MINUTES',
    schema: integer(1, 10_080),
    default: '120',
    allowed: 'a number from 1 to 10080',
    description: 'Minutes after which a cart counts as abandoned.',
  },
} as const satisfies Record<string, Variable>;
