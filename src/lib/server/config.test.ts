import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';

/** The faults of an environment, one a line, without the heading. */
function faultsOf(env: Record<string, string>): string[] {
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
  test('starts a shop on this machine', () => {
    expect(readConfig({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: resolve('./.data'),
      SAMPLE: true,
      DEV_PAGES: true,
      TRUSTED_PROXIES: [],
      ALLOWED_ORIGINS: [],
      RATE_LIMIT: 6000,
      PAYMENT_GATEWAY: 'sandbox',
      LOG_LEVEL: 'warn',
      sites: DEFAULT_SITES,
      production: false,
    });
  });

  test('has no database and no mail server of its own', () => {
    const config = readConfig({});
    expect([config.DATABASE_URL, config.SMTP_URL]).toEqual([undefined, undefined]);
  });

  test.each(Object.keys(VARIABLES))('%s set to spaces is as if it were not set', (name) => {
    expect(readConfig({ [name]: '  ' })).toEqual(readConfig({}));
  });
});

describe('what is read', () => {
  test.each([
    { name: 'a port', env: { PORT: '8080' }, read: { PORT: 8080, PUBLIC_URL: 'http://localhost:8080' } },
    { name: 'any free port', env: { PORT: '0' }, read: { PORT: 0 } },
    { name: 'an origin', env: { PUBLIC_URL: 'https://shop.example' }, read: { PUBLIC_URL: 'https://shop.example', DEV_PAGES: false } },
    { name: 'an origin with a slash', env: { PUBLIC_URL: 'https://Shop.example:443/' }, read: { PUBLIC_URL: 'https://shop.example' } },
    { name: 'pages of development asked for', env: { PUBLIC_URL: 'https://shop.example', DEV_PAGES: 'yes' }, read: { DEV_PAGES: true } },
    { name: 'pages of development not wanted', env: { DEV_PAGES: 'no' }, read: { DEV_PAGES: false } },
    { name: 'a loopback address', env: { PUBLIC_URL: 'http://127.0.0.1:3000' }, read: { DEV_PAGES: true } },
    { name: 'a host below localhost', env: { PUBLIC_URL: 'http://sg.localhost:3000' }, read: { DEV_PAGES: true } },
    { name: 'a host that only begins like localhost', env: { PUBLIC_URL: 'http://localhost.example' }, read: { DEV_PAGES: false } },
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

  test('DATA_DIR is absolute', () => {
    expect(readConfig({ DATA_DIR: 'somewhere' }).DATA_DIR).toBe(resolve('somewhere'));
  });
});

describe('what is refused', () => {
  test.each([
    { name: 'a port that is no number', env: { PORT: 'http' }, fault: "PORT is 'http', but must be 0 to 65535." },
    { name: 'a port beyond its range', env: { PORT: '65536' }, fault: "PORT is '65536', but must be 0 to 65535." },
    { name: 'half a port', env: { PORT: '80.5' }, fault: "PORT is '80.5', but must be 0 to 65535." },
    {
      name: 'an origin without a protocol',
      env: { PUBLIC_URL: 'shop.example' },
      fault: "PUBLIC_URL is 'shop.example', but must be an http(s) origin.",
    },
    {
      name: 'an origin with a path',
      env: { PUBLIC_URL: 'https://shop.example/wine' },
      fault: "PUBLIC_URL is 'https://shop.example/wine', but must be an http(s) origin.",
    },
    {
      name: 'an origin of another protocol',
      env: { PUBLIC_URL: 'ftp://shop.example' },
      fault: "PUBLIC_URL is 'ftp://shop.example', but must be an http(s) origin.",
    },
    {
      name: 'one wrong origin among several',
      env: { ALLOWED_ORIGINS: 'https://a.example,b.example' },
      fault: "ALLOWED_ORIGINS is 'https://a.example,b.example', but must be origins, comma separated.",
    },
    {
      name: 'a proxy by name',
      env: { TRUSTED_PROXIES: 'proxy.example' },
      fault: "TRUSTED_PROXIES is 'proxy.example', but must be addresses or ranges, comma separated.",
    },
    {
      name: 'a range too wide for its kind',
      env: { TRUSTED_PROXIES: '10.0.0.0/33' },
      fault: "TRUSTED_PROXIES is '10.0.0.0/33', but must be addresses or ranges, comma separated.",
    },
    { name: 'yes in another word', env: { SAMPLE: 'true' }, fault: "SAMPLE is 'true', but must be yes or no." },
    {
      name: 'a gateway that does not exist',
      env: { PAYMENT_GATEWAY: 'cash' },
      fault: "PAYMENT_GATEWAY is 'cash', but must be sandbox or stripe.",
    },
    {
      name: 'sites in another form',
      env: { SITES: 'shop.example' },
      fault: "SITES is wrong: 'shop.example' is not of the form host=AU wine.",
    },
    {
      name: 'a database of another kind, its password kept to itself',
      env: { DATABASE_URL: 'mysql://shop:hunter2@db' },
      fault: 'DATABASE_URL must be postgres://….',
    },
    {
      name: 'a mail server, its password kept to itself',
      env: { SMTP_URL: 'http://shop:hunter2@mail' },
      fault: 'SMTP_URL must be smtp(s)://….',
    },
  ])('$name', ({ env, fault }) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  test('all faults are named together, under one heading', () => {
    const env = { PORT: 'x', RATE_LIMIT: '0', LOG_LEVEL: 'loud', SITES: 'here' };
    expect(faultsOf(env).map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'RATE_LIMIT', 'LOG_LEVEL', 'SITES']);
    expect(() => readConfig(env)).toThrow(/^The shop cannot start, its configuration needs mending:\n {2}PORT is 'x'/);
  });

  test.each(Object.entries(VARIABLES).filter(([, { default: fallback }]) => fallback !== undefined))(
    'the default of %s is allowed',
    (_, variable) => {
      expect(variable.schema.safeParse(variable.default).success).toBe(true);
    },
  );
});

test('what holds a password or a key is marked so', () => {
  const secrets = Object.entries(VARIABLES).filter(([, variable]) => 'secret' in variable);
  expect(secrets.map(([name]) => name)).toEqual(expect.arrayContaining(['DATABASE_URL', 'SMTP_URL', 'IDENTITY_PROVIDERS']));
});
