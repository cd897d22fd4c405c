import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { adviceOf, mayMarket, missingSettings } from './public-shop.ts';

const PUBLIC = { PUBLIC_URL: 'https://shop.example', SITES: 'shop.example=AU wine, sg.shop.example=SG wine' };
const SETTLED = {
  ...PUBLIC,
  SELLER_NAME_AU: 'Hillside Wines Pty Ltd',
  LIQUOR_LICENCE_AU: 'Liquor licence 36123456',
  TAX_ID_AU: '51 824 753 556',
  SELLER_NAME_SG: 'Hillside Wines Pte Ltd',
  LIQUOR_LICENCE_SG: 'Liquor licence L/LL/012345/2026/P',
  TAX_ID_SG: 'M9-0012345-6',
  SMTP_URL: 'smtp://mail.example',
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe('a shop with a public host', () => {
  test.each([
    { name: 'by its public address', env: { PUBLIC_URL: 'https://shop.example' } },
    { name: 'by one of its sites', env: { SITES: 'localhost=AU wine, shop.example=AU spirits' } },
    { name: 'by an address of a network', env: { PUBLIC_URL: 'http://192.168.1.20:3000' } },
    { name: 'by a host that starts with localhost', env: { PUBLIC_URL: 'http://localhost.example' } },
  ])('has no sample data, test payments or API documentation, $name', ({ env }) => {
    const { isPublic, SAMPLE, PAYMENT_GATEWAY, API_DOCS } = readConfig(env);

    expect({ isPublic, SAMPLE, PAYMENT_GATEWAY, API_DOCS }).toEqual({
      isPublic: true,
      SAMPLE: false,
      PAYMENT_GATEWAY: undefined,
      API_DOCS: false,
    });
  });

  test('has none of the sample’s licences, sellers, tax numbers and phone numbers [SITE-7]', () => {
    const {
      LIQUOR_LICENCE_AU,
      SELLER_NAME_AU,
      TAX_ID_AU,
      LIQUOR_LICENCE_SG,
      SELLER_NAME_SG,
      TAX_ID_SG,
      SUPPORT_PHONE_AU,
      SUPPORT_PHONE_SG,
    } = readConfig(PUBLIC);

    expect([
      LIQUOR_LICENCE_AU,
      SELLER_NAME_AU,
      TAX_ID_AU,
      LIQUOR_LICENCE_SG,
      SELLER_NAME_SG,
      TAX_ID_SG,
      SUPPORT_PHONE_AU,
      SUPPORT_PHONE_SG,
    ]).toEqual(Array.from({ length: 8 }, () => ''));
  });

  test('rejects sample data and test payments in one message with all settings', () => {
    const message = messageOf({ ...PUBLIC, SAMPLE: 'yes', PAYMENT_GATEWAY: 'sandbox' });

    expect(message).toMatch(/^The shop can’t start/);
    for (const name of [
      'SAMPLE=no',
      'PAYMENT_GATEWAY=stripe',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'SELLER_NAME_AU=',
      'LIQUOR_LICENCE_AU=',
      'TAX_ID_AU=',
      'SELLER_NAME_SG=',
      'LIQUOR_LICENCE_SG=',
      'TAX_ID_SG=',
      'SMTP_URL=',
      'DEMO=yes',
      'shop.example',
    ])
      expect(message).toContain(name);
  });

  test.each([{ SAMPLE: 'yes' }, { PAYMENT_GATEWAY: 'sandbox' }])('rejects %o alone', (env) => {
    const [name = ''] = Object.keys(env);

    expect(messageOf({ ...SETTLED, ...env })).toContain(`${name} is '`);
  });

  test('may be a demonstration with sample data and test payments', () => {
    const demo = readConfig({ ...PUBLIC, DEMO: 'yes' });

    expect(demo).toMatchObject({ DEMO: true, SAMPLE: true, PAYMENT_GATEWAY: 'sandbox', API_DOCS: true });
    expect(missingSettings(demo)).toEqual([]);
    expect(messageOf({ ...PUBLIC, DEMO: 'yes', SAMPLE: 'yes', PAYMENT_GATEWAY: 'sandbox' })).toBe('');
  });

  test('rejects real payments in a demonstration', () => {
    expect(messageOf({ ...SETTLED, DEMO: 'yes' })).toContain('PAYMENT_GATEWAY');
  });

  test('lists every missing setting of its markets', () => {
    expect(missingSettings(readConfig(PUBLIC)).map(({ variable }) => variable)).toEqual([
      'SELLER_NAME_AU',
      'LIQUOR_LICENCE_AU',
      'TAX_ID_AU',
      'SELLER_NAME_SG',
      'LIQUOR_LICENCE_SG',
      'TAX_ID_SG',
      'SMTP_URL',
      'PAYMENT_GATEWAY',
    ]);
    expect(missingSettings(readConfig({ ...PUBLIC, SITES: 'shop.example=AU wine' })).map(({ variable }) => variable)).not.toContain(
      'SELLER_NAME_SG',
    );
  });

  test('is complete with all settings, also with an explicitly empty tax number', () => {
    expect(missingSettings(readConfig(SETTLED))).toEqual([]);
    expect(missingSettings(readConfig({ ...SETTLED, TAX_ID_AU: 'none', TAX_ID_SG: 'none' }))).toEqual([]);
  });

  test('treats a value copied from the sample as missing', () => {
    const copied = readConfig({ ...SETTLED, SELLER_NAME_AU: 'Cellardoor Pty Ltd (sample)', TAX_ID_AU: '00 000 000 000' });

    expect(missingSettings(copied).map(({ variable }) => variable)).toEqual(['SELLER_NAME_AU', 'TAX_ID_AU']);
  });

  test('sends marketing only with its own postal address', () => {
    expect(mayMarket(readConfig(SETTLED), 'AU')).toBe(false);
    expect(mayMarket(readConfig({ ...SETTLED, POSTAL_ADDRESS_AU: '7 Rathdowne Street, Carlton VIC 3053' }), 'AU')).toBe(true);
    expect(mayMarket(readConfig({}), 'AU')).toBe(true);
  });

  test('warns about sample values that shoppers would see', () => {
    const advice = adviceOf(readConfig(SETTLED)).map(({ variable }) => variable);

    expect(advice).toEqual([
      'OFFICE_URL',
      'EMAIL_FROM',
      'CONTACT_EMAIL',
      'SUPPORT_PHONE_AU',
      'POSTAL_ADDRESS_AU',
      'SUPPORT_PHONE_SG',
      'POSTAL_ADDRESS_SG',
    ]);
    expect(adviceOf(readConfig({ SITES: 'shop.example=AU wine' })).map(({ variable }) => variable)).toContain('PUBLIC_URL');
  });
});

describe('a local shop', () => {
  test.each([
    { name: 'by default', env: {} },
    { name: 'in production', env: { NODE_ENV: 'production' } },
    { name: 'listening on every address', env: { HOST: '0.0.0.0' } },
    { name: 'with sites below localhost', env: { SITES: 'a.localhost=AU wine', PUBLIC_URL: 'http://a.localhost:3000' } },
    { name: 'by a loopback address', env: { PUBLIC_URL: 'http://127.0.0.1:3000' } },
    { name: 'by the loopback address of IPv6', env: { PUBLIC_URL: 'http://[::1]:3000' } },
  ])('starts with the sample and test payments, $name', ({ env }) => {
    const config = readConfig(env);

    expect(config).toMatchObject({ isPublic: false, SAMPLE: true, PAYMENT_GATEWAY: 'sandbox', API_DOCS: true, DEMO: false });
    expect([missingSettings(config), adviceOf(config)]).toEqual([[], []]);
  });
});

describe('the origin of the office', () => {
  test('is below localhost on this machine, and none on public hosts', () => {
    expect(readConfig({ PORT: '4000' }).OFFICE_URL).toBe('http://office.localhost:4000');
    expect(readConfig(PUBLIC).OFFICE_URL).toBeNull();
    expect(readConfig({ ...PUBLIC, OFFICE_URL: 'https://office.shop.example' }).OFFICE_URL).toBe('https://office.shop.example');
  });

  test.each([
    ['is a host of the shop', 'https://sg.shop.example', 'which is a host of the shop'],
    ['is the host of PUBLIC_URL', 'https://shop.example', 'which is a host of the shop'],
    ['has no TLS', 'http://office.shop.example', 'so it must start with https://'],
    ['is more than an origin', 'https://shop.example/office', 'It must be an http(s) origin'],
  ])('is refused if it %s', (_name, officeUrl, message) => {
    expect(() => readConfig({ ...PUBLIC, OFFICE_URL: officeUrl })).toThrow(message);
  });
});
