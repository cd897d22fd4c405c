/** Variables about services outside of the shop: which take the place of its own, and where they are. */
import { z } from 'zod';
import { list, origin, upstreams, type Variable, whole, yesNo } from './variable-kinds.ts';

export const OUTSIDE_VARIABLES = {
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }),
    fallback: undefined,
    allowed: 'smtp(s)://…',
    meaning: 'Where mail goes. Default: the mailbox in the database, shown at `/dev/mailbox`.',
    secret: true,
  },
  IDENTITY_URL: {
    schema: origin,
    fallback: undefined,
    allowed: 'an http(s) origin',
    meaning: 'Origin of the identity service, where it is not the shop itself: the same program elsewhere, or a hosted tenant.',
  },
  IDENTITY_CLIENT_ID: {
    schema: z.string().regex(/^[\x21-\x7e]{1,100}$/),
    fallback: 'cellardoor-web',
    allowed: 'up to 100 characters without spaces',
    meaning: 'What the shop is called at the identity service.',
  },
  IDENTITY_AUDIENCE: {
    schema: z.url(),
    fallback: 'https://api.cellardoor.example',
    allowed: 'a URL',
    meaning: 'Audience of the access tokens that the calls accept.',
  },
  IDENTITY_PROVIDERS: {
    schema: upstreams,
    fallback: '[]',
    allowed: 'JSON: [{"id","label","issuer","clientId","clientSecret"}]',
    meaning: 'Other OpenID providers that may sign a shopper in.',
    secret: true,
  },
  HOSTED_SEARCH_URL: {
    schema: origin,
    fallback: undefined,
    allowed: 'an http(s) origin',
    meaning: 'Hosted search that `npm run shop -- index` pushes the catalogue to. Default: that of the application id.',
  },
  HOSTED_SEARCH_APP_ID: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,40}$/),
    fallback: undefined,
    allowed: 'letters and digits',
    meaning: 'Application id at the hosted search.',
  },
  HOSTED_SEARCH_ADMIN_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    fallback: undefined,
    allowed: 'up to 200 characters without spaces',
    meaning: 'Key that may write indexes at the hosted search.',
    secret: true,
  },
  HOSTED_SEARCH_PARENT_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    fallback: undefined,
    allowed: 'up to 200 characters without spaces',
    meaning:
      "Key that may only search at the hosted search. With it browsers search there, by secured keys made of it, in place of the shop's own index.",
    secret: true,
  },
  PAYMENT_GATEWAY: {
    schema: z.enum(['sandbox', 'stripe']),
    fallback: 'sandbox',
    allowed: 'sandbox or stripe',
    meaning: 'Which gateway takes payments. The sandbox takes test cards only.',
  },
  STRIPE_SECRET_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,300}$/),
    fallback: undefined,
    allowed: 'a secret key of Stripe',
    meaning: 'Key of the account at Stripe; needed where PAYMENT_GATEWAY is stripe.',
    secret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().regex(/^[\x21-\x7e]{1,300}$/),
    fallback: undefined,
    allowed: 'a signing secret of Stripe',
    meaning: 'Signs what Stripe sends to `/webhooks/stripe`; needed where PAYMENT_GATEWAY is stripe.',
    secret: true,
  },
  STRIPE_API_URL: {
    schema: origin,
    fallback: undefined,
    allowed: 'an http(s) origin',
    meaning: 'Another place that speaks Stripe’s API, for tests. Default: Stripe itself.',
  },
  ORDER_WEBHOOK_URL: {
    schema: list.pipe(z.array(z.url({ protocol: /^https?$/ }))),
    fallback: '',
    allowed: 'http(s) addresses, comma separated',
    meaning: 'Systems that are told what happens to orders. Needs ORDER_WEBHOOK_SECRET.',
  },
  ORDER_WEBHOOK_SECRET: {
    schema: z.string().min(16).max(200),
    fallback: undefined,
    allowed: '16 to 200 characters',
    meaning: 'Signs what ORDER_WEBHOOK_URL is sent; `whsec_` and base64, or any text.',
    secret: true,
  },
  ERROR_REPORTS_URL: {
    schema: origin,
    fallback: undefined,
    allowed: 'an http(s) origin',
    meaning:
      'Error-reporting service that speaks the notice protocol; what browsers and servers report is passed on to it. Needs ERROR_REPORTS_KEY.',
  },
  ERROR_REPORTS_KEY: {
    schema: z.string().regex(/^[\x21-\x7e]{1,200}$/),
    fallback: undefined,
    allowed: 'up to 200 characters without spaces',
    meaning: 'Key of the project at ERROR_REPORTS_URL.',
    secret: true,
  },
  ERROR_FEEDBACK: {
    schema: yesNo,
    fallback: 'no',
    allowed: 'yes or no',
    meaning: 'Ask who sees an error page what they were doing.',
  },
  ANALYTICS_WRITE_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
    fallback: 'cellardoor',
    allowed: 'letters and digits',
    meaning: "Public key that events must carry to be taken by the shop's own collector.",
  },
  ANALYTICS_DAYS: { schema: whole(1, 3_650), fallback: '395', allowed: '1 to 3650', meaning: 'Days for which events are kept.' },
  SEGMENT_WRITE_KEY: {
    schema: z.string().regex(/^[A-Za-z0-9]{1,60}$/),
    fallback: undefined,
    allowed: 'letters and digits',
    meaning: 'Source at the customer-data service. With it events go there: from browsers, or forwarded, as SEGMENT_VIA says.',
  },
  SEGMENT_VIA: {
    schema: z.enum(['browser', 'collector']),
    fallback: 'collector',
    allowed: 'browser or collector',
    meaning: 'Who sends events to the customer-data service: browsers in place of the collector, or the collector after it kept them.',
  },
  SEGMENT_URL: {
    schema: origin,
    fallback: 'https://api.segment.io',
    allowed: 'an http(s) origin',
    meaning: 'Where the customer-data service takes events.',
  },
  HUBSPOT_PORTAL_ID: {
    schema: z.string().regex(/^\d{1,12}$/),
    fallback: undefined,
    allowed: 'digits',
    meaning: 'Account whose marketing tracker pages load. Without it none is loaded.',
  },
} as const satisfies Record<string, Variable>;
