/**
 * The variables of the environment. They are checked once at start-up and all errors are reported together. The table in README.md and
 * `.env.example` are generated from VARIABLES; tests compare them.
 */
import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_SITES, type FormerHost, parseSites, type Sites } from '#markets/sites.ts';
import { emailField } from '../email-field.ts';
import { GATEWAY_NAMES } from '../gateway-names.ts';
import { OperatorError } from '../operator-error.ts';
import { BACKUP_VARIABLES, UNUSED_BACKUP_TARGET } from './backup-variables.ts';
import { DATABASE_VARIABLES } from './database-variables.ts';
import { DEFAULT_GATEWAY, gatewaySettings } from './gateway-variables.ts';
import { INTEGRATION_VARIABLES } from './integration-variables.ts';
import { SELLER_VARIABLES } from './market-variables.ts';
import { PICTURE_VARIABLES } from './picture-variables.ts';
import { findOfficeErrors, findPublicErrors, missingSettings, publicHosts } from './public-shop.ts';
import { TELEMETRY_VARIABLES } from './telemetry-variables.ts';
import { boolean, integer, isProxy, list, origin, port, type Variable } from './variable-schemas.ts';

export const VARIABLES = {
  /** [SITE-19] */
  PORT: { schema: port, default: '3000', allowed: 'a number from 0 to 65535', description: 'Port to listen on; 0 picks a free one.' },
  HOST: { schema: z.string().min(1), default: '127.0.0.1', allowed: 'an address', description: 'Address to listen on; `0.0.0.0` for all.' },
  /** [SITE-20] */
  PUBLIC_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description:
      'Used for links when the request’s host isn’t listed in SITES. Its protocol and port apply to every host except loopback hosts. Default `http://localhost:$PORT`.',
  },
  OFFICE_URL: {
    schema: origin,
    default: undefined,
    allowed: 'an http(s) origin',
    description:
      'Origin of the office, the application for staff. Its host must be none of the shop’s. Default `http://office.localhost:$PORT`; on public hosts there is no office without it.',
  },
  ...DATABASE_VARIABLES,
  /** [SITE-22] */
  DATA_DIR: {
    schema: z.string().min(1),
    default: './.data',
    allowed: 'a folder',
    description: 'Folder of the embedded database and generated keys.',
  },
  IMPORT_WATCH_DIR: {
    formerName: 'WATCH_FOLDER',
    schema: z.string().min(1),
    default: undefined,
    allowed: 'a folder',
    description:
      'Folder to import from automatically. Files in it must be in the shop’s own format; files in a subfolder use the mapping with the subfolder’s name.',
  },
  SITES: {
    schema: z.string().min(1),
    default: undefined,
    allowed: 'a list like host=AU wine, …',
    description:
      'Hosts and their sites. While it is set, the office shows them and cannot change them. Default: the sites of the settings, at first `localhost`, `sg.localhost`, `spirits.localhost`, `spirits.sg.localhost`.',
  },
  SAMPLE: {
    schema: boolean,
    default: undefined,
    allowed: 'yes or no',
    description: 'Load the sample shop if the database is empty. Default `yes`; `no` where a host of SITES or PUBLIC_URL is public.',
  },
  DEMO: {
    schema: boolean,
    default: 'no',
    allowed: 'yes or no',
    description: 'Public demonstration: sample data and test payments on public hosts, a banner on every page, random sample passwords.',
  },
  API_DOCS: {
    schema: boolean,
    default: undefined,
    allowed: 'yes or no',
    description: 'Serve `/api/docs` and `/api/openapi.json`. Default `yes`; `no` on public hosts without DEMO.',
  },
  DEV_PAGES: {
    schema: boolean,
    default: undefined,
    allowed: 'yes or no',
    description:
      'Serve `/dev/mailbox` and `/dev/design`, to requests from this machine for this machine only. Default `no` on public hosts.',
  },
  TRUSTED_PROXIES: {
    schema: list.pipe(z.array(z.string().refine(isProxy))),
    default: '',
    allowed: 'addresses or ranges, comma separated',
    description: 'Proxies whose X-Forwarded-* headers are trusted.',
  },
  GEOIP_HEADERS: {
    formerName: 'GEO_HEADERS',
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
      'Headers in which a trusted proxy gives the shopper’s state; the first one found is used: `cf-region-code`, `x-vercel-ip-country-region`.',
  },
  GEOIP_DATABASE_PATH: {
    formerName: 'GEO_DATABASE',
    schema: z.string().min(1),
    default: undefined,
    allowed: 'a file',
    description: 'MaxMind database used to work out the state from the IP address when no header gives it.',
  },
  ALLOWED_ORIGINS: {
    schema: list.pipe(z.array(origin)),
    default: '',
    allowed: 'origins, comma separated',
    description: 'Other origins allowed to call the shop’s API (CORS, without cookies) and to be redirected to.',
  },
  RATE_LIMIT_PER_MINUTE: {
    formerName: 'RATE_LIMIT',
    schema: integer(1, 10_000_000),
    default: '6000',
    allowed: 'a number from 1',
    description: 'Requests per client IP address and minute, over all web processes.',
  },
  WEB_PROCESSES: {
    schema: integer(1, 1_000),
    default: '1',
    allowed: 'a number from 1 to 1000',
    description:
      'Web processes that share the requests. Each grants its part of RATE_LIMIT_PER_MINUTE and of other limits that are not counted in the database.',
  },
  REQUEST_TIMEOUT_MS: {
    schema: integer(100, 600_000),
    default: '60000',
    allowed: 'a number from 100 to 600000',
    description: 'Time limit for receiving a request. Idle connections are closed after twice as long.',
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    formerName: 'BUSY_AFTER_MS',
    schema: integer(0, 600_000),
    default: '2000',
    allowed: 'a number from 0 to 600000',
    description: 'Event-loop delay, in milliseconds, after which the shop answers 503 (except for files); 0 turns this off.',
  },
  EMAIL_FROM: {
    formerName: 'MAIL_FROM',
    schema: z.string().min(3),
    default: 'Cellardoor <orders@cellardoor.example>',
    allowed: 'a sender like Name <address>',
    description: 'Sender of emails.',
  },
  CONTACT_EMAIL: {
    formerName: 'SHOP_MAIL',
    schema: emailField,
    default: 'hello@cellardoor.example',
    allowed: 'an email address',
    description: 'Address that contact and event forms are emailed to.',
  },
  SECURITY_CONTACT: {
    schema: z.url({ protocol: /^(https|mailto)$/ }),
    default: undefined,
    allowed: 'a mailto: or https:// address',
    description: 'Where security researchers report vulnerabilities, in `/.well-known/security.txt`. Default: CONTACT_EMAIL.',
  },
  STAFF_EMAIL_DOMAIN: {
    formerName: 'STAFF_DOMAIN',
    schema: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/),
    default: 'cellardoor.example',
    allowed: 'a domain',
    description: 'Domain of staff email addresses. Preview links are only made for these.',
  },
  WHISKY_EVENT_URL: {
    schema: z.url({ protocol: /^https$/ }),
    default: undefined,
    allowed: 'an https:// address',
    description: 'Page that the whisky event’s addresses redirect to. Default: this shop’s own event page.',
  },
  ...SELLER_VARIABLES,
  METRICS_TOKEN: {
    schema: z.string().regex(/^[\x21-\x7e]{16,200}$/),
    default: undefined,
    allowed: '16 to 200 characters without spaces',
    description: 'Bearer token for `/metrics`. Without it, only this machine can read them.',
    secret: true,
  },
  SECRETS_KEY: {
    schema: z.string().min(32).max(200),
    default: undefined,
    allowed: '32 to 200 characters',
    description:
      'Encrypts the secrets in the database: signing keys, cookie and shared secrets. `openssl rand -base64 32` makes one. Without it, they are stored unencrypted.',
    secret: true,
  },
  SECRETS_KEY_PREVIOUS: {
    schema: list.pipe(z.array(z.string().min(32).max(200))),
    default: '',
    allowed: 'keys, comma separated',
    description: 'Keys that SECRETS_KEY replaces. Secrets are read with them and encrypted with the new key at the next start.',
    secret: true,
  },
  ...BACKUP_VARIABLES,
  ...PICTURE_VARIABLES,
  PAGE_CACHE_MAX_MB: {
    formerName: 'PAGE_CACHE_MB',
    schema: integer(1, 4_096),
    default: '32',
    allowed: 'a number from 1 to 4096',
    description: 'Memory for rendered pages.',
  },
  SHUTDOWN_DRAIN_SECONDS: {
    schema: integer(0, 600),
    default: undefined,
    allowed: 'a number from 0 to 600',
    description: 'How long a stopping process still accepts requests while `/readyz` already fails. Default `0`; `5` on public hosts.',
  },
  SHUTDOWN_TIMEOUT_SECONDS: {
    schema: integer(1, 3_600),
    default: '25',
    allowed: 'a number from 1 to 3600',
    description: 'How long a stopping process has to finish running requests and jobs before it exits.',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'warn',
    allowed: 'one of fatal, error, warn, info, debug, silent',
    description: 'Log level.',
  },
  ...TELEMETRY_VARIABLES,
  ...INTEGRATION_VARIABLES,
} as const satisfies Record<string, Variable>;

type Values = {
  [K in keyof typeof VARIABLES]:
    | z.output<(typeof VARIABLES)[K]['schema']>
    | ((typeof VARIABLES)[K]['default'] extends undefined ? undefined : never);
};

/** The environment is not valid. The message lists every error, one per line. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}

/** Reads renamed variables under their former names. Reports both names set to different values. */
function resolveFormerNames(env: Environment, errors: string[], warn: (line: string) => void): Environment {
  const resolved: Record<string, string | undefined> = { ...env };
  for (const [name, { formerName }] of Object.entries<Variable>(VARIABLES)) {
    if (formerName === undefined) continue;
    const formerValue = env[formerName];
    if (!formerValue?.trim()) continue;
    const value = env[name];
    if (value?.trim() && value !== formerValue)
      errors.push(`${name} and ${formerName} are set to different values. ${formerName} is the former name of ${name}: set only ${name}.`);
    else {
      warn(`"${formerName}" is deprecated. Use "${name}".`);
      resolved[name] = formerValue;
    }
  }
  return resolved;
}

/** Parses every variable. Reports values that are not allowed, without those of secrets. */
function parseVariables(env: Environment, errors: string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = env[name]?.trim() ? env[name] : variable.default;
    if (text === undefined) continue;
    const parsed = variable.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else errors.push(`${name} ${variable.secret ? 'is not valid' : `is '${text}'`}. It must be ${variable.allowed}.`);
  }
  return values;
}

/** Reports variables that others require. */
function checkRequiredVariables(values: Readonly<Record<string, unknown>>, env: Environment, errors: string[]): void {
  const isMissing = (name: string): boolean => values[name] === undefined && !env[name]?.trim();
  if (Array.isArray(values.ORDER_WEBHOOK_URL) && values.ORDER_WEBHOOK_URL.length > 0 && values.ORDER_WEBHOOK_SECRET === undefined)
    errors.push('Set ORDER_WEBHOOK_SECRET too: it signs what is sent to ORDER_WEBHOOK_URL.');
  if (values.ERROR_REPORTS_URL !== undefined && isMissing('ERROR_REPORTS_KEY'))
    errors.push('Set ERROR_REPORTS_KEY too: ERROR_REPORTS_URL needs it.');
  if (!isMissing('DATABASE_POOLER_URL') && isMissing('DATABASE_URL'))
    errors.push('Set DATABASE_URL too: DATABASE_POOLER_URL is in front of a database of your own.');
  if (values.SHOP_ROLE === 'worker' && isMissing('DATABASE_URL'))
    errors.push('Set DATABASE_URL too: SHOP_ROLE=worker shares a database with other processes.');
  if (values.BACKUP_TARGET !== undefined && isMissing('BACKUP_KEY'))
    errors.push('Set BACKUP_KEY too: it encrypts what is stored at BACKUP_TARGET.');
  if (
    values.OTEL_METRICS_EXPORTER === 'otlp' &&
    isMissing('OTEL_EXPORTER_OTLP_ENDPOINT') &&
    isMissing('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT')
  )
    errors.push('Set OTEL_EXPORTER_OTLP_ENDPOINT too: OTEL_METRICS_EXPORTER=otlp sends metrics there.');
  const { SHUTDOWN_DRAIN_SECONDS: drain, SHUTDOWN_TIMEOUT_SECONDS: timeout } = values;
  if (typeof drain === 'number' && typeof timeout === 'number' && drain >= timeout)
    errors.push(
      `SHUTDOWN_DRAIN_SECONDS is '${drain}'. It must be less than SHUTDOWN_TIMEOUT_SECONDS, which is ${timeout} and includes it.`,
    );
  const gateway = GATEWAY_NAMES.find((name) => name === values.PAYMENT_GATEWAY);
  for (const name of gateway ? gatewaySettings(gateway).required : [])
    if (isMissing(name)) errors.push(`Set ${name} to use PAYMENT_GATEWAY=${gateway}.`);
}

/** Replaces the sample seller, the default of the seller's variables, by empty values: a public shop needs its own. */
const withoutSampleSeller = (values: Readonly<Record<string, unknown>>, env: Environment): Record<string, unknown> => ({
  ...values,
  ...Object.fromEntries(
    Object.keys(SELLER_VARIABLES)
      .filter((name) => !env[name]?.trim())
      .map((name) => [name, '']),
  ),
});

/** Returns true if every variable with a default has a parsed value. */
const isComplete = (values: Readonly<Record<string, unknown>>): values is Values =>
  Object.entries<Variable>(VARIABLES).every(([name, variable]) => variable.default === undefined || name in values);

const toConfigError = (errors: readonly string[]): ConfigError =>
  new ConfigError(`The shop can’t start. Fix these settings:\n${errors.map((error) => `  ${error}`).join('\n')}`);

/** Former hosts are known to the settings only. */
const noFormerHosts: readonly FormerHost[] = [];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks the environment.
 * @param warn called with one line for each former name in use
 * @throws ConfigError that names every wrong variable, its value (except secrets) and what is allowed
 */
export function readConfig(environment: Environment, warn: (line: string) => void = () => {}) {
  const errors: string[] = [];
  const env = resolveFormerNames(environment, errors, warn);
  const parsed = parseVariables(env, errors);
  const parsedSites = typeof parsed.SITES === 'string' ? parseSites(parsed.SITES) : DEFAULT_SITES;
  if (typeof parsedSites === 'string') errors.push(parsedSites);
  const sites: Sites = typeof parsedSites === 'string' ? DEFAULT_SITES : parsedSites;
  checkRequiredVariables(parsed, env, errors);
  if (parsed.BACKUP_TARGET !== undefined && parsed.DATABASE_URL !== undefined) warn(UNUSED_BACKUP_TARGET);
  const hosts = publicHosts(sites, typeof parsed.PUBLIC_URL === 'string' ? parsed.PUBLIC_URL : undefined);
  const isPublic = hosts.length > 0;
  const DEMO = parsed.DEMO === true;
  const values = isPublic && !DEMO ? withoutSampleSeller(parsed, env) : parsed;
  if (errors.length > 0 || !isComplete(values)) throw toConfigError(errors);
  const requested = { DEMO, SAMPLE: values.SAMPLE, PAYMENT_GATEWAY: values.PAYMENT_GATEWAY };
  const officeErrors = findOfficeErrors(values.OFFICE_URL, [...sites.map(({ host }) => host), ...hosts]);
  if (officeErrors.length > 0) throw toConfigError(officeErrors);
  const publicErrors = findPublicErrors(requested, hosts, () => missingSettings({ ...values, isPublic, sites }));
  if (publicErrors.length > 0) throw toConfigError(publicErrors);
  const mayShowSample = !isPublic || DEMO;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    PUBLIC_URL: publicUrl,
    /** Null if the shop serves no office. */
    OFFICE_URL: values.OFFICE_URL ?? (isPublic ? null : `http://office.localhost:${values.PORT}`),
    DATA_DIR: resolve(values.DATA_DIR),
    /** True if any host of SITES or PUBLIC_URL is not this machine. */
    isPublic,
    SAMPLE: values.SAMPLE ?? mayShowSample,
    /** Undefined on public hosts without a gateway. */
    PAYMENT_GATEWAY: values.PAYMENT_GATEWAY ?? (mayShowSample ? DEFAULT_GATEWAY : undefined),
    DEV_PAGES: values.DEV_PAGES ?? !isPublic,
    API_DOCS: values.API_DOCS ?? mayShowSample,
    SHUTDOWN_DRAIN_SECONDS: values.SHUTDOWN_DRAIN_SECONDS ?? (isPublic ? 5 : 0),
    /** The sites that the process starts with. The settings replace them unless SITES is set. */
    sites,
    formerHosts: noFormerHosts,
    production: env.NODE_ENV === 'production',
  };
}

export type Config = ReturnType<typeof readConfig>;
