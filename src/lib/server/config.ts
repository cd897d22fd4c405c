/**
 * Every variable of the environment, checked once at boot with all faults named together.
 * README's table is made from VARIABLES; a test compares the two.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_SITES, parseSites } from '#markets/sites.ts';
import { emailField } from '../email-field.ts';
import { OperatorError } from '../operator-error.ts';
import { INTEGRATION_VARIABLES } from './integration-variables.ts';
import { missingSettings, publicFaults, publicHosts, SAMPLE_VALUES } from './public-shop.ts';
import { integer, isProxy, list, origin, port, type Variable, yesNo } from './variable-schemas.ts';

export const VARIABLES = {
  PORT: { schema: port, default: '3000', allowed: '0 to 65535', description: 'Port of the shop; 0 picks a free one.' },
  HOST: { schema: z.string().min(1), default: '127.0.0.1', allowed: 'an address', description: 'Address to listen on; `0.0.0.0` for all.' },
  PUBLIC_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description:
      'Origin used where a host is not in the table of sites; its protocol and port are those of every host that is not a loopback one. Default `http://localhost:$PORT`.',
  },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    default: undefined,
    allowed: 'postgres://…',
    description: 'A PostgreSQL of your own, in place of the embedded one.',
    secret: true,
  },
  DATABASE_POOL: { schema: integer(2, 100), default: '10', allowed: '2 to 100', description: 'Connections of one server process.' },
  DATA_DIR: {
    schema: z.string().min(1),
    default: './.data',
    allowed: 'a folder',
    description: 'Where the embedded database and generated keys live.',
  },
  WATCH_FOLDER: {
    schema: z.string().min(1),
    default: undefined,
    allowed: 'a folder',
    description: 'Files that are put here are imported: its own format, or by the mapping that a folder inside is called after.',
  },
  SITES: {
    schema: z.string().min(1),
    default: undefined,
    allowed: 'host=AU wine, …',
    description: 'Hosts and what they show. Default: `localhost`, `sg.localhost`, `spirits.localhost`, `spirits.sg.localhost`.',
  },
  SAMPLE: {
    schema: yesNo,
    default: undefined,
    allowed: 'yes or no',
    description: 'Load the sample shop if the database is empty. Default `yes`; `no` where a host of SITES or PUBLIC_URL is public.',
  },
  DEMO: {
    schema: yesNo,
    default: 'no',
    allowed: 'yes or no',
    description: 'Public demonstration: sample data and test payments on public hosts, a banner on every page, random sample passwords.',
  },
  API_DOCS: {
    schema: yesNo,
    default: undefined,
    allowed: 'yes or no',
    description: 'Serve `/api/docs` and `/api/openapi.json`. Default `yes`; `no` on public hosts without DEMO.',
  },
  DEV_PAGES: {
    schema: yesNo,
    default: undefined,
    allowed: 'yes or no',
    description:
      'Serve `/dev/mailbox` and `/dev/design`, to requests from this machine for this machine only. Default `no` on public hosts.',
  },
  TRUSTED_PROXIES: {
    schema: list.pipe(z.array(z.string().refine(isProxy))),
    default: '',
    allowed: 'addresses or ranges, comma separated',
    description: 'Proxies whose forwarded headers count.',
  },
  GEO_HEADERS: {
    schema: list.pipe(
      z.array(
        z
          .string()
          .regex(/^[A-Za-z0-9-]{1,60}$/)
          .toLowerCase(),
      ),
    ),
    default: '',
    allowed: 'header names, comma separated',
    description:
      "Headers in which a trusted proxy names the shopper's state, first come first served: `cf-region-code`, `x-vercel-ip-country-region`.",
  },
  GEO_DATABASE: {
    schema: z.string().min(1),
    default: undefined,
    allowed: 'a file',
    description: "Database in MaxMind's format that tells a state from a client address where no header does.",
  },
  ALLOWED_ORIGINS: {
    schema: list.pipe(z.array(origin)),
    default: '',
    allowed: 'origins, comma separated',
    description:
      'Other origins whose pages may call the cart and every other call with CORS (without cookies), and that redirects may lead to.',
  },
  RATE_LIMIT: {
    schema: integer(1, 10_000_000),
    default: '6000',
    allowed: 'from 1',
    description: 'Requests per client address and minute.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: integer(100, 600_000),
    default: '60000',
    allowed: '100 to 600000',
    description: 'Time for a request to arrive as a whole; a connection on which nothing moves is closed after twice as long.',
  },
  BUSY_AFTER_MS: {
    schema: integer(0, 600_000),
    default: '2000',
    allowed: '0 to 600000',
    description: 'How long the process may be held up before it answers 503 to all but files; 0 never does.',
  },
  MAIL_FROM: {
    schema: z.string().min(3),
    default: 'Cellardoor <orders@cellardoor.example>',
    allowed: 'Name <address>',
    description: 'Sender of mail.',
  },
  SHOP_MAIL: {
    schema: emailField,
    default: 'hello@cellardoor.example',
    allowed: 'an e-mail address',
    description: 'Where the shop reads what visitors write into forms.',
  },
  SECURITY_CONTACT: {
    schema: z.url({ protocol: /^(https|mailto)$/ }),
    default: undefined,
    allowed: 'mailto:… or https://…',
    description: 'Where security researchers report what they find, in `/.well-known/security.txt`. Default: SHOP_MAIL.',
  },
  STAFF_DOMAIN: {
    schema: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    default: 'cellardoor.example',
    allowed: 'a domain',
    description: 'What e-mail addresses of staff end with; preview links are made for these alone.',
  },
  WHISKY_EVENT_URL: {
    schema: z.url({ protocol: /^https$/ }),
    default: undefined,
    allowed: 'https://…',
    description: 'Page that the addresses of the whisky event lead to. Default: an event page of this shop.',
  },
  SUPPORT_PHONE_AU: {
    schema: z.string().max(30),
    default: SAMPLE_VALUES.SUPPORT_PHONE_AU,
    allowed: 'up to 30 characters',
    description: 'Phone shown to Australian shoppers.',
  },
  SUPPORT_PHONE_SG: {
    schema: z.string().max(30),
    default: SAMPLE_VALUES.SUPPORT_PHONE_SG,
    allowed: 'up to 30 characters',
    description: 'Phone shown to Singaporean shoppers.',
  },
  LICENCE_AU: {
    schema: z.string().max(200),
    default: SAMPLE_VALUES.LICENCE_AU,
    allowed: 'up to 200 characters',
    description: 'Licence line in the Australian footer.',
  },
  LICENCE_SG: {
    schema: z.string().max(200),
    default: SAMPLE_VALUES.LICENCE_SG,
    allowed: 'up to 200 characters',
    description: 'Licence line in the Singaporean footer.',
  },
  SELLER_AU: {
    schema: z.string().min(1).max(100),
    default: SAMPLE_VALUES.SELLER_AU,
    allowed: '1 to 100 characters',
    description: 'Who sells in Australia, on tax invoices.',
  },
  ABN: {
    schema: z.string().max(30),
    default: SAMPLE_VALUES.ABN,
    allowed: 'up to 30 characters',
    description: 'Australian Business Number on tax invoices; `none` makes them receipts.',
  },
  SELLER_SG: {
    schema: z.string().min(1).max(100),
    default: SAMPLE_VALUES.SELLER_SG,
    allowed: '1 to 100 characters',
    description: 'Who sells in Singapore, on tax invoices.',
  },
  GST_NUMBER_SG: {
    schema: z.string().max(30),
    default: SAMPLE_VALUES.GST_NUMBER_SG,
    allowed: 'up to 30 characters',
    description: 'GST registration number on Singaporean tax invoices; `none` makes them receipts.',
  },
  POSTAL_ADDRESS_AU: {
    schema: z.string().min(1).max(200),
    default: SAMPLE_VALUES.POSTAL_ADDRESS_AU,
    allowed: '1 to 200 characters',
    description: 'Postal address of the Australian seller, in marketing email.',
  },
  POSTAL_ADDRESS_SG: {
    schema: z.string().min(1).max(200),
    default: SAMPLE_VALUES.POSTAL_ADDRESS_SG,
    allowed: '1 to 200 characters',
    description: 'Postal address of the Singaporean seller, in marketing email.',
  },
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/),
    default: undefined,
    allowed: '16 to 200 characters without spaces',
    description: 'Bearer token that `/metrics` asks for. Without it only this machine is answered.',
    secret: true,
  },
  SECRETS_KEY: {
    schema: z.string().min(32).max(200),
    default: undefined,
    allowed: '32 to 200 characters',
    description:
      'Encrypts the secrets that the shop keeps in its database: signing keys, cookie and shared secrets. `openssl rand -base64 32` makes one. Without it they are stored as they are.',
    secret: true,
  },
  SECRETS_KEY_PREVIOUS: {
    schema: list.pipe(z.array(z.string().min(32).max(200))),
    default: '',
    allowed: 'keys, comma separated',
    description: 'Keys that SECRETS_KEY replaces: secrets are read with them and encrypted with the new one at the next start.',
    secret: true,
  },
  PAGE_CACHE_MB: { schema: integer(1, 4_096), default: '64', allowed: '1 to 4096', description: 'Memory for rendered pages.' },
  SHUTDOWN_DRAIN_SECONDS: {
    schema: integer(0, 600),
    default: undefined,
    allowed: '0 to 600',
    description: 'How long a stopping process still takes requests while `/readyz` already fails. Default `0`; `5` on public hosts.',
  },
  SHUTDOWN_TIMEOUT_SECONDS: {
    schema: integer(1, 3_600),
    default: '25',
    allowed: '1 to 3600',
    description: 'How long a stopping process has to finish running requests and jobs; then it ends.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'warn',
    allowed: 'fatal, error, warn, info, debug, silent',
    description: 'How much is logged.',
  },
  ...INTEGRATION_VARIABLES,
} as const satisfies Record<string, Variable>;

type Read = {
  [K in keyof typeof VARIABLES]:
    | z.output<(typeof VARIABLES)[K]['schema']>
    | ((typeof VARIABLES)[K]['default'] extends undefined ? undefined : never);
};

/** Thrown with all faults of the environment in its message, one a line. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

/**
 * Read and check the environment.
 * @throws ConfigError that names every wrong variable, what it was (secrets aside) and what is allowed.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const faults: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const given = env[name]?.trim() ? env[name] : variable.default;
    if (given === undefined) continue;
    const parsed = variable.schema.safeParse(given);
    if (parsed.success) read[name] = parsed.data;
    else faults.push(`${name} ${variable.secret ? '' : `is '${given}', but `}must be ${variable.allowed}.`);
  }
  const parsedSites = typeof read.SITES === 'string' ? parseSites(read.SITES) : DEFAULT_SITES;
  if (typeof parsedSites === 'string') faults.push(`SITES is wrong: ${parsedSites}.`);
  const sites = typeof parsedSites === 'string' ? DEFAULT_SITES : parsedSites;
  if (Array.isArray(read.ORDER_WEBHOOK_URL) && read.ORDER_WEBHOOK_URL.length > 0 && read.ORDER_WEBHOOK_SECRET === undefined)
    faults.push('ORDER_WEBHOOK_SECRET is missing: ORDER_WEBHOOK_URL is set, and what it is sent must be signed.');
  if (read.ERROR_REPORTS_URL !== undefined && read.ERROR_REPORTS_KEY === undefined && !env.ERROR_REPORTS_KEY?.trim())
    faults.push('ERROR_REPORTS_KEY is missing: ERROR_REPORTS_URL is set, and takes no report without it.');
  if (read.PAYMENT_GATEWAY === 'stripe')
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      if (read[name] === undefined && !env[name]?.trim()) faults.push(`${name} must be set where PAYMENT_GATEWAY is stripe.`);
  const values = read as Read;
  const hosts = publicHosts(sites, values.PUBLIC_URL);
  const isPublic = hosts.length > 0;
  const DEMO = values.DEMO ?? false;
  if (isPublic && !DEMO) for (const name of Object.keys(SAMPLE_VALUES)) if (!env[name]?.trim()) read[name] = '';
  const asked = { DEMO, SAMPLE: values.SAMPLE, PAYMENT_GATEWAY: values.PAYMENT_GATEWAY };
  if (faults.length === 0) faults.push(...publicFaults(asked, hosts, () => missingSettings({ ...values, isPublic, sites })));
  if (faults.length > 0) {
    throw new ConfigError(`The shop cannot start, its configuration needs mending:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  const mayShowSample = !isPublic || DEMO;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    PUBLIC_URL: publicUrl,
    DATA_DIR: resolve(values.DATA_DIR),
    /** Whether any host of SITES or PUBLIC_URL is another one than this machine. */
    isPublic,
    SAMPLE: values.SAMPLE ?? mayShowSample,
    /** Undefined on public hosts that have none yet. */
    PAYMENT_GATEWAY: values.PAYMENT_GATEWAY ?? (mayShowSample ? ('sandbox' as const) : undefined),
    DEV_PAGES: values.DEV_PAGES ?? !isPublic,
    API_DOCS: values.API_DOCS ?? mayShowSample,
    SHUTDOWN_DRAIN_SECONDS: values.SHUTDOWN_DRAIN_SECONDS ?? (isPublic ? 5 : 0),
    sites,
    production: env.NODE_ENV === 'production',
  };
}

export type Config = ReturnType<typeof readConfig>;
