import { describe, expect, test } from 'vitest';
import { Failure } from '#lib/result.ts';
import { MARKETS, perMarket } from '#markets/market.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { describeGroup } from './describe-group.ts';
import { DISPATCH } from './groups/dispatch.ts';
import { SHIPPING, toShippingTable } from './groups/shipping.ts';
import { parseValue } from './parse-value.ts';
import { groupById, SETTING_GROUPS, scopesOf } from './registry.ts';
import { type StartValues, secretFields } from './setting-group.ts';

const start: StartValues = {
  markets: perMarket(() => ({
    supportPhone: '1800 555 010',
    liquorLicence: 'Licence 1',
    sellerName: 'Orchard Traders',
    taxId: '12 345 678 901',
    postalAddress: '1 Orchard Road',
  })),
  mailFrom: 'Orchard <orders@shop.example>',
  contactEmail: 'hello@shop.example',
  smtpUrl: null,
  sites: DEFAULT_SITES,
  hasFixedSites: false,
  isPublic: false,
  officeHost: 'office.localhost',
  integrations: {
    paymentGateway: 'sandbox',
    stripeSecretKey: null,
    stripeWebhookSecret: null,
    oneSignalAppId: null,
    oneSignalApiKey: null,
    hostedSearchAppId: null,
    hostedSearchKey: null,
    hostedSearchAdminKey: null,
    segmentWriteKey: null,
    segmentMode: 'server',
    hubspotPortalId: null,
    crmTokens: perMarket(() => null),
    errorReportsUrl: null,
    errorReportsKey: null,
    webhookUrls: [],
    webhookSecret: null,
    abandonedCartMinutes: 120,
    hoursBetween: 20,
    markets: perMarket(() => ({ quiet: { from: 21, to: 8 }, measuresBeforeChoice: false })),
  },
};

/** Every group in each of its scopes. */
const scoped = SETTING_GROUPS.flatMap((group) => scopesOf(group.scope, DEFAULT_SITES).map((scope) => ({ id: group.id, scope, group })));

const parse = (id: string, scope: string, value: object) => {
  const group = groupById(id);
  if (!group) throw new Error(id);
  const parsed = parseValue(group, scope, value, Object.fromEntries(secretFields(group).map((name) => [name, null])));
  return parsed instanceof Failure ? parsed.values.reason : parsed.value;
};

describe('the registry', () => {
  test.each(scoped)('accepts its own defaults of $id in $scope', ({ id, scope, group }) => {
    const hidden = secretFields(group);
    const defaults = Object.fromEntries(Object.entries(group.defaults(scope, start)).filter(([name]) => !hidden.includes(name)));

    expect(parse(id, scope, defaults)).toEqual(group.stored(defaults));
  });

  test.each(SETTING_GROUPS)('describes every field of $id for a form', (group) => {
    const { fields } = describeGroup(group);

    expect(fields.map(({ name }) => name)).toEqual(Object.keys(group.schema.shape));
    for (const { name, title, control, columns } of fields) {
      expect(title, name).not.toBe('');
      expect(columns.length > 0, name).toBe(control === 'rows');
      for (const column of columns) expect(column.title, `${name}.${column.name}`).not.toBe('');
    }
  });

  test('has write-only fields only where they are declared', () => {
    expect(SETTING_GROUPS.flatMap((group) => secretFields(group).map((name) => `${group.id}.${name}`))).toEqual([
      'mail.smtpUrl',
      'payments.stripeSecretKey',
      'payments.stripeWebhookSecret',
      'carriers.auspostKey',
      'carriers.auspostPassword',
      'carriers.shippitKey',
      'carriers.starshipitKey',
      'carriers.starshipitSubscriptionKey',
      'carriers.webhookSecret',
      'crm.token',
      'push.apiKey',
      'hosted-search.searchKey',
      'hosted-search.adminKey',
      'order-webhooks.secret',
      'error-reports.key',
    ]);
  });
});

describe('delivery', () => {
  test('reproduces the fees and sentences of the specification by default [SHIP-1, SHIP-2, SHIP-3, SHIP-4, SHIP-6, SHIP-8]', () => {
    expect(MARKETS.map((market) => toShippingTable(SHIPPING.defaults(market, start)))).toEqual([
      {
        defaultCents: 990,
        regions: { QLD: 1490, WA: 1490 },
        freeFromCases: 3,
        freeFromCents: null,
        singleBottlesCount: true,
        freeMessage: 'Free because you ordered 3 or more cases.',
      },
      {
        defaultCents: 500,
        regions: {},
        freeFromCases: null,
        freeFromCents: 20000,
        singleBottlesCount: true,
        freeMessage: 'Free because your order is over $200!',
      },
    ]);
  });

  test('takes the number in its sentence from the setting', () => {
    const cases = toShippingTable({ ...SHIPPING.defaults('AU', start), freeFromCases: 6 });
    const value = toShippingTable({ ...SHIPPING.defaults('SG', start), freeFromValue: 149.5 });

    expect([cases.freeMessage, value.freeMessage]).toEqual([
      'Free because you ordered 6 or more cases.',
      'Free because your order is over $149.50!',
    ]);
  });
});

describe('a value', () => {
  const au = SHIPPING.defaults('AU', start);
  const dispatch = DISPATCH.defaults('AU', start);
  const seller = { name: 'Orchard', isTaxRegistered: true, taxId: '', licence: 'L', postalAddress: '' };

  test.each([
    { name: 'a negative fee', id: 'shipping', scope: 'AU', value: { ...au, fee: -1 }, reason: /^fee: / },
    { name: 'a fraction of a cent', id: 'shipping', scope: 'AU', value: { ...au, fee: 9.999 }, reason: /^fee: / },
    {
      name: 'an unknown state',
      id: 'shipping',
      scope: 'AU',
      value: { ...au, zones: [{ states: ['NZ'], fee: 20 }] },
      reason: /^zones\.0\.states: has no 'NZ'; choose from ACT, NSW/,
    },
    {
      name: 'a state in two zones',
      id: 'shipping',
      scope: 'AU',
      value: {
        ...au,
        zones: [
          { states: ['QLD'], fee: 20 },
          { states: ['QLD'], fee: 21 },
        ],
      },
      reason: /^zones\.1\.states: lists 'QLD' twice/,
    },
    {
      name: 'zones in a market without states',
      id: 'shipping',
      scope: 'SG',
      value: { ...SHIPPING.defaults('SG', start), zones: [{ states: ['QLD'], fee: 20 }] },
      reason: /this market has no states/,
    },
    {
      name: 'two thresholds',
      id: 'shipping',
      scope: 'AU',
      value: { ...au, freeFromValue: 200 },
      reason: /^freeFromValue: must be empty/,
    },
    {
      name: 'a sentence about a number that is not set',
      id: 'shipping',
      scope: 'AU',
      value: { ...au, freeFromCases: null },
      reason: /^freeMessage: names {cases}/,
    },
    { name: 'an unknown field', id: 'tax', scope: 'AU', value: { percent: 10, rate: 9 }, reason: /^rate: is unknown; tax has percent\.$/ },
    { name: 'a missing field', id: 'tax', scope: 'AU', value: {}, reason: /^percent: / },
    {
      name: 'a text for a phone',
      id: 'support',
      scope: 'AU',
      value: { phone: 'call us', email: '', hours: '' },
      reason: /^phone: must be a phone number/,
    },
    { name: 'a seller without a tax number', id: 'seller', scope: 'AU', value: seller, reason: /^taxId: must be filled in/ },
    {
      name: 'a sender with a line break',
      id: 'mail',
      scope: 'shop',
      value: { from: 'Shop\r\nBcc: a@b.example <orders@shop.example>', contact: 'a@b.example' },
      reason: /^from: must be one line/,
    },
    {
      name: 'retries out of order',
      id: 'clubs',
      scope: 'AU',
      value: { remindDays: 5, cardRetryDays: [3, 1], stockRetryDays: [2] },
      reason: /^cardRetryDays: must be in order, each day once/,
    },
    { name: 'a time with am', id: 'dispatch', scope: 'AU', value: { ...dispatch, cutOff: '2 pm' }, reason: /^cutOff: must be a time like/ },
    {
      name: 'dispatch from another market',
      id: 'dispatch',
      scope: 'AU',
      value: { ...dispatch, region: 'SG' },
      reason: /^region: must be one of: ACT/,
    },
    {
      name: 'a week without dispatch',
      id: 'dispatch',
      scope: 'AU',
      value: { ...dispatch, monday: false, tuesday: false, wednesday: false, thursday: false, friday: false },
      reason: /^monday: must be ticked/,
    },
    {
      name: 'a holiday twice',
      id: 'dispatch',
      scope: 'AU',
      value: { ...dispatch, holidays: ['VIC', 'NSW'].map((state) => ({ date: '2027-01-01', name: 'New Year’s Day', regions: [state] })) },
      reason: /^holidays\.1\.date: is in row 1 already/,
    },
    { name: 'a write-only field', id: 'mail', scope: 'shop', value: { smtpUrl: 'smtp://a' }, reason: /^smtpUrl: is write-only/ },
  ])('is rejected with the field and the problem: $name', ({ id, scope, value, reason }) => {
    expect(parse(id, scope, value)).toMatch(reason);
  });
});
