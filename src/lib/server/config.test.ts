import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';

/** Returns the lines of the error message without the heading. */
function errorsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

describe('an empty environment', () => {
  test('starts a local shop [API-25, SITE-19, SITE-20, SITE-22]', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: resolve('./.data'),
      SAMPLE: true,
      DEV_PAGES: true,
      TRUSTED_PROXIES: [],
      ALLOWED_ORIGINS: [],
      RATE_LIMIT_PER_MINUTE: 6000,
      PAYMENT_GATEWAY: 'sandbox',
      LOG_LEVEL: 'warn',
      sites: DEFAULT_SITES,
      production: false,
    });
  });

  test('uses the built-in database and mailbox [SITE-21]', () => {
    const config = readConfig({});
    expect([config.DATABASE_URL, config.SMTP_URL]).toEqual([undefined, undefined]);
  });

  test.each(Object.keys(VARIABLES))('%s set to spaces counts as not set', (name) => {
    expect(readConfig({ [name]: '  ' })).toEqual(readConfig({}));
  });
});

describe('valid settings', () => {
  test.each([
    { name: 'a port', env: { PORT: '8080' }, read: { PORT: 8080, PUBLIC_URL: 'http://localhost:8080' } },
    { name: 'any free port', env: { PORT: '0' }, read: { PORT: 0 } },
    { name: 'an origin', env: { PUBLIC_URL: 'https://shop.example' }, read: { PUBLIC_URL: 'https://shop.example', DEV_PAGES: false } },
    { name: 'an origin with a slash', env: { PUBLIC_URL: 'https://Shop.example:443/' }, read: { PUBLIC_URL: 'https://shop.example' } },
    { name: 'development pages on', env: { PUBLIC_URL: 'https://shop.example', DEV_PAGES: 'yes' }, read: { DEV_PAGES: true } },
    { name: 'development pages off', env: { DEV_PAGES: 'no' }, read: { DEV_PAGES: false } },
    { name: 'a loopback address', env: { PUBLIC_URL: 'http://127.0.0.1:3000' }, read: { DEV_PAGES: true } },
    { name: 'a host below localhost', env: { PUBLIC_URL: 'http://sg.localhost:3000' }, read: { DEV_PAGES: true } },
    { name: 'a host that starts with localhost', env: { PUBLIC_URL: 'http://localhost.example' }, read: { DEV_PAGES: false } },
    { name: 'no sample', env: { SAMPLE: 'no' }, read: { SAMPLE: false } },
    {
      name: 'proxies',
      env: { TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,loopback' },
      read: { TRUSTED_PROXIES: ['10.0.0.0/8', '::1', 'loopback'] },
    },
    {
      name: 'other origins',
      env: { ALLOWED_ORIGINS: 'https://a.example/, http://b.example:8080,' },
      read: { ALLOWED_ORIGINS: ['https://a.example', 'http://b.example:8080'] },
    },
    { name: 'production', env: { NODE_ENV: 'production' }, read: { production: true } },
    {
      name: 'sites',
      env: { SITES: 'shop.example=SG wine' },
      read: { sites: [{ id: 'sg-wine', market: 'SG', kind: 'wine', listPath: '/wines', host: 'shop.example' }] },
    },
  ])('$name', ({ env, read }) => {
    expect(readConfig(env)).toMatchObject(read);
  });

  test('makes DATA_DIR absolute', () => {
    expect(readConfig({ DATA_DIR: 'somewhere' }).DATA_DIR).toBe(resolve('somewhere'));
  });
});

describe('invalid settings', () => {
  test.each([
    { name: 'a port that is no number', env: { PORT: 'http' }, fault: "PORT is 'http'. It must be a number from 0 to 65535." },
    { name: 'a port beyond its range', env: { PORT: '65536' }, fault: "PORT is '65536'. It must be a number from 0 to 65535." },
    { name: 'a fractional port', env: { PORT: '80.5' }, fault: "PORT is '80.5'. It must be a number from 0 to 65535." },
    {
      name: 'an origin without a protocol',
      env: { PUBLIC_URL: 'shop.example' },
      fault: "PUBLIC_URL is 'shop.example'. It must be an http(s) origin.",
    },
    {
      name: 'an origin with a path',
      env: { PUBLIC_URL: 'https://shop.example/wine' },
      fault: "PUBLIC_URL is 'https://shop.example/wine'. It must be an http(s) origin.",
    },
    {
      name: 'an origin of another protocol',
      env: { PUBLIC_URL: 'ftp://shop.example' },
      fault: "PUBLIC_URL is 'ftp://shop.example'. It must be an http(s) origin.",
    },
    {
      name: 'one wrong origin among several',
      env: { ALLOWED_ORIGINS: 'https://a.example,b.example' },
      fault: "ALLOWED_ORIGINS is 'https://a.example,b.example'. It must be origins, comma separated.",
    },
    {
      name: 'a proxy by name',
      env: { TRUSTED_PROXIES: 'proxy.example' },
      fault: "TRUSTED_PROXIES is 'proxy.example'. It must be addresses or ranges, comma separated.",
    },
    {
      name: 'a range too wide for its kind',
      env: { TRUSTED_PROXIES: '10.0.0.0/33' },
      fault: "TRUSTED_PROXIES is '10.0.0.0/33'. It must be addresses or ranges, comma separated.",
    },
    { name: 'yes in another word', env: { SAMPLE: 'true' }, fault: "SAMPLE is 'true'. It must be yes or no." },
    {
      name: 'a gateway that does not exist',
      env: { PAYMENT_GATEWAY: 'cash' },
      fault: "PAYMENT_GATEWAY is 'cash'. It must be sandbox or stripe.",
    },
    {
      name: 'sites in another form',
      env: { SITES: 'shop.example' },
      fault: "SITES: 'shop.example' should look like host=AU wine.",
    },
    {
      name: 'another kind of database, without revealing its password',
      env: { DATABASE_URL: 'mysql://shop:hunter2@db' },
      fault: 'DATABASE_URL is not valid. It must be a postgres:// address.',
    },
    {
      name: 'a mail server, without revealing its password',
      env: { SMTP_URL: 'http://shop:hunter2@mail' },
      fault: 'SMTP_URL is not valid. It must be an smtp:// or smtps:// address.',
    },
  ])('$name', ({ env, fault }) => {
    expect(errorsOf(env)).toEqual([fault]);
  });

  test('reports all errors together under one heading', () => {
    const env = { PORT: 'x', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'loud', SITES: 'here' };
    expect(errorsOf(env).map((error) => error.split(' ')[0])).toEqual(['PORT', 'RATE_LIMIT_PER_MINUTE', 'LOG_LEVEL', 'SITES:']);
    expect(() => readConfig(env)).toThrow(/^The shop can’t start. Fix these settings:\n {2}PORT is 'x'/);
  });

  test.each(Object.entries(VARIABLES).filter(([, { default: fallback }]) => fallback !== undefined))(
    'accepts the default of %s',
    (_, variable) => {
      expect(variable.schema.safeParse(variable.default).success).toBe(true);
    },
  );
});

test('marks settings with a password or key as secret', () => {
  const secrets = Object.entries(VARIABLES).filter(([, variable]) => 'secret' in variable);
  expect(secrets.map(([name]) => name)).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'IDENTITY_PROVIDERS']));
});

/** Variables of the previous README that were renamed, with a value each. */
const FORMER = [
  ['DATABASE_POOL', 'DATABASE_POOL_SIZE', '12'],
  ['WATCH_FOLDER', 'IMPORT_WATCH_DIR', './inbox'],
  ['BUSY_AFTER_MS', 'MAX_EVENT_LOOP_DELAY_MS', '3000'],
  ['RATE_LIMIT', 'RATE_LIMIT_PER_MINUTE', '700'],
  ['GEO_HEADERS', 'GEOIP_HEADERS', 'cf-region-code'],
  ['GEO_DATABASE', 'GEOIP_DATABASE_PATH', './geo.mmdb'],
  ['SHOP_MAIL', 'CONTACT_EMAIL', 'a@example.com'],
  ['MAIL_FROM', 'EMAIL_FROM', 'A <a@example.com>'],
  ['STAFF_DOMAIN', 'STAFF_EMAIL_DOMAIN', 'shop.example'],
  ['PAGE_CACHE_MB', 'PAGE_CACHE_MAX_MB', '16'],
  ['LICENCE_AU', 'LIQUOR_LICENCE_AU', 'Licence 1'],
  ['LICENCE_SG', 'LIQUOR_LICENCE_SG', 'Licence 2'],
  ['SELLER_AU', 'SELLER_NAME_AU', 'A Pty Ltd'],
  ['SELLER_SG', 'SELLER_NAME_SG', 'A Pte Ltd'],
  ['ABN', 'TAX_ID_AU', '12 345 678 901'],
  ['GST_NUMBER_SG', 'TAX_ID_SG', 'M9'],
  ['ANALYTICS_DAYS', 'ANALYTICS_RETENTION_DAYS', '30'],
  ['SEGMENT_VIA', 'SEGMENT_MODE', 'browser'],
  ['PUSH_SERVICES', 'PUSH_EXTRA_ORIGINS', 'https://push.example'],
  ['PUSH_HOURS_BETWEEN', 'PUSH_MIN_INTERVAL_HOURS', '5'],
  ['ABANDONED_CART_MINUTES', 'ABANDONED_CART_DELAY_MINUTES', '60'],
  ['ERROR_FEEDBACK', 'ERROR_FEEDBACK_ENABLED', 'yes'],
] as const;

describe('former names', () => {
  test.each(FORMER)('%s sets %s and prints one deprecation line', (formerName, name, value) => {
    const lines: string[] = [];

    const config = readConfig({ [formerName]: value }, (line) => lines.push(line));

    expect(config).toEqual(readConfig({ [name]: value }));
    expect(config).not.toEqual(readConfig({}));
    expect(lines).toEqual([`"${formerName}" is deprecated. Use "${name}".`]);
  });

  test('are all covered by this test', () => {
    const declared = Object.values(VARIABLES).flatMap((variable) => ('formerName' in variable ? [variable.formerName] : []));
    expect(FORMER.map(([formerName]) => formerName)).toEqual(expect.arrayContaining(declared));
    expect(declared).toHaveLength(FORMER.length);
  });

  test('are rejected with both names if they differ from the new name', () => {
    expect(errorsOf({ RATE_LIMIT: '5', RATE_LIMIT_PER_MINUTE: '6' })).toEqual([
      'RATE_LIMIT_PER_MINUTE and RATE_LIMIT are set to different values. RATE_LIMIT is the former name of RATE_LIMIT_PER_MINUTE: set only RATE_LIMIT_PER_MINUTE.',
    ]);
  });

  test('are accepted if they equal the new name', () => {
    expect(readConfig({ RATE_LIMIT: '5', RATE_LIMIT_PER_MINUTE: '5' }).RATE_LIMIT_PER_MINUTE).toBe(5);
  });

  test.each([
    ['browser', 'client'],
    ['collector', 'server'],
  ])('maps the former value %s of SEGMENT_MODE to %s', (formerValue, value) => {
    expect(readConfig({ SEGMENT_MODE: formerValue }).SEGMENT_MODE).toBe(value);
  });
});

test('refuses a drain time that the whole stop has no time for', () => {
  expect(() => readConfig({ SHUTDOWN_DRAIN_SECONDS: '25' })).toThrow(
    "SHUTDOWN_DRAIN_SECONDS is '25'. It must be less than SHUTDOWN_TIMEOUT_SECONDS, which is 25 and includes it.",
  );
  expect(readConfig({ SHUTDOWN_DRAIN_SECONDS: '25', SHUTDOWN_TIMEOUT_SECONDS: '40' }).SHUTDOWN_DRAIN_SECONDS).toBe(25);
});

test('refuses a pooler without the database behind it', () => {
  const pooler = { DATABASE_POOLER_URL: 'postgres://pooler/shop' };
  expect(errorsOf(pooler)).toEqual(['Set DATABASE_URL too: DATABASE_POOLER_URL is in front of a database of your own.']);
  expect(errorsOf({ ...pooler, DATABASE_URL: 'postgres://db/shop' })).toEqual([]);
});

test('says that BACKUP_TARGET does nothing with a database of its own', () => {
  const warningsOf = (environment: Readonly<Record<string, string>>): string[] => {
    const lines: string[] = [];
    readConfig({ BACKUP_TARGET: '/backups', BACKUP_KEY: 'k'.repeat(44), ...environment }, (line) => lines.push(line));
    return lines;
  };

  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ DATABASE_URL: 'postgres://shop@db.example/shop' })).toEqual([
    expect.stringMatching(/^BACKUP_TARGET does nothing, because DATABASE_URL is set/),
  ]);
});
