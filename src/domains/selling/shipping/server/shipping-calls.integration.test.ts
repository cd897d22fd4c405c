import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DISPATCH } from '#domains/settings/model/groups/dispatch.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { settingsPreviewQuery } from '#domains/settings/server/settings-preview.ts';
import { defaultDispatch } from '#markets/dispatch.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { addressDatabase } from '#tests/fixtures/address-database.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { shippingContract } from '../contract.ts';
import { deliveryEstimateRecord } from '../model/estimate-record.ts';
import { writeDeliveryEstimates } from './delivery-estimate.repository.ts';

let shop: TestShop;
const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
const record = (market: 'AU' | 'SG', area: string, submittedToDeliveredDays: number) =>
  deliveryEstimateRecord.parse({ record: 'delivery-estimate', market, area, submittedToDeliveredDays });

beforeAll(async () => {
  const file = join(folder, 'city.mmdb');
  writeFileSync(file, addressDatabase('TAS'));
  shop = await createTestShop({
    TRUSTED_PROXIES: '127.0.0.1',
    GEOIP_HEADERS: 'CF-Region-Code, x-geo-subdivision',
    GEOIP_DATABASE_PATH: file,
  });
  await shop.database.transaction(async (transaction) => {
    const records = [record('AU', '30', 1), record('AU', '6', 5), record('AU', '60', 4), record('SG', '23', 1)];
    expect(await writeDeliveryEstimates(transaction, records)).toEqual({ added: 4, changed: 0, unchanged: 0 });
    expect(await writeDeliveryEstimates(transaction, [record('AU', '30', 1), record('AU', '6', 6)])).toEqual({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
  });
}, 60_000);
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true });
});

describe('the estimate service', () => {
  const estimate = async (to: string, host = 'localhost') => shop.call(shippingContract, host).deliveryEstimate({ to });

  test('returns a range of dates [SHIP-16, SHIP-17]', async () => {
    const result = await estimate('3000');
    expect(result.ok && result.value.estimated_delivery.date < result.value.estimated_delivery.latest).toBe(true);
    expect((await estimate('238801', 'sg.localhost')).ok).toBe(true);
  });
  test.each([
    { name: 'a postcode without residents', to: '3999', host: 'localhost' },
    { name: 'no record covers it', to: '7000', host: 'localhost' },
    { name: 'the other market’s form', to: '238801', host: 'localhost' },
    { name: 'no postcode at all', to: 'abc', host: 'localhost' },
    { name: 'nothing', to: '', host: 'localhost' },
    { name: 'a sector that is not assigned', to: '740001', host: 'sg.localhost' },
  ])('returns 404 with No result: $name [SHIP-19]', async ({ to, host }) => {
    expect(await estimate(to, host)).toMatchObject({ ok: false, status: 404, title: 'No result' });
  });
});

describe('the rules of dispatch', () => {
  const calls = (host = 'localhost') => shop.call(shippingContract, host);
  const rules = async (host?: string, preview?: string) => {
    const result = await calls(host).dispatchRules(preview === undefined ? {} : { preview });
    return result.ok ? result.value : null;
  };
  const estimate = async () => {
    const result = await calls().deliveryEstimate({ to: '3000' });
    return result.ok ? result.value.estimated_delivery : null;
  };
  /** Any day of the next weeks is a holiday, so that nothing is sent before the first of a far month. */
  const closed = (until: string) => {
    const holidays = [];
    for (let day = new Date(Date.now() - 172_800_000); day.toISOString() < until; day = new Date(day.getTime() + 86_400_000))
      holidays.push({ date: day.toISOString().slice(0, 10), name: 'Closed', regions: [] });
    return { ...DISPATCH.schema.parse(defaultDispatch('AU')), holidays };
  };
  const far = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

  test('are those of the specification until the retailer changes them [SHIP-17, SHIP-18]', async () => {
    expect(await rules()).toEqual(defaultDispatch('AU'));
    expect(await rules('sg.localhost')).toMatchObject({ region: 'SG', cutOff: '12:00' });
  });

  test('can be previewed without being saved, by a signed code only', async () => {
    const query = await settingsPreviewQuery(shop.database, { group: 'dispatch', scope: 'AU', value: { ...closed(far), cutOff: '09:30' } });
    const code = new URLSearchParams(query).get('settings-preview') ?? '';

    expect(await rules('localhost', code)).toMatchObject({ cutOff: '09:30' });
    expect(await rules('localhost', `${code}x`)).toMatchObject({ cutOff: '14:00' });
    expect(await rules()).toMatchObject({ cutOff: '14:00' });
  });

  test('decide about estimates as soon as they are saved, in their market only', async () => {
    const before = await estimate();
    const { settings } = shop.running.services;

    await saveSetting(
      { database: shop.database, sites: DEFAULT_SITES, start: shop.running.services.settings.start },
      { group: 'dispatch', scope: 'AU', value: closed(far), effectiveFrom: null, basedOn: 0, author: 'Kim' },
    );
    await expect.poll(() => settings.versions('dispatch', 'AU').length).toBe(1);

    expect(before !== null && before.date < far).toBe(true);
    expect((await estimate())?.date ?? '').toSatisfy((date: string) => date > far);
    expect(await rules('sg.localhost')).toEqual(defaultDispatch('SG'));
  });
});

describe('the index of estimates on the search wire', () => {
  const keys = 'x-algolia-application-id=shop&x-algolia-api-key=guest';
  const found = { objectID: '6000', submittedToDeliveredDays: 4, region: 'WA' };

  test('returns the longest prefix that covers a postcode as objectID [SHIP-15, SHIP-17, API-69, SRCH-50]', async () => {
    const response = await shop.get(`/1/indexes/delivery_estimates/6000?${keys}`);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toEqual(found);
    expect((await shop.get(`/1/indexes/delivery_estimates/7000?${keys}`)).status).toBe(404);
    expect((await shop.get('/1/indexes/delivery_estimates/6000')).status).toBe(403);
  });

  test.each([
    { name: 'filters', request: { filters: 'objectID:6000' }, nbHits: 1 },
    { name: 'facetFilters', request: { facetFilters: ['objectID:6000'] }, nbHits: 1 },
    { name: 'the query', request: { query: ' 6000 ' }, nbHits: 1 },
    { name: 'params of the older client', request: { params: 'filters=objectID%3A6000' }, nbHits: 1 },
    { name: 'no query', request: {}, nbHits: 0 },
  ])('answers a query by $name', async ({ request, nbHits }) => {
    const body = JSON.stringify({ requests: [{ indexName: 'delivery_estimates', ...request }] });
    const response = await send(shop.running.port, 'localhost', 'POST', `/1/indexes/*/queries?${keys}`, {}, body);
    expect(JSON.parse(response.text).results[0]).toMatchObject({ nbHits, hits: nbHits ? [found] : [] });
    const single = await send(
      shop.running.port,
      'localhost',
      'POST',
      `/1/indexes/delivery_estimates/query?${keys}`,
      {},
      JSON.stringify(request),
    );
    expect(JSON.parse(single.text)).toMatchObject({ nbHits });
  });
  test('is queried together with other indexes', async () => {
    const requests = [
      { indexName: 'delivery_estimates', filters: 'objectID:6000' },
      { indexName: 'au_storefront_site_offers', hitsPerPage: 0 },
      { indexName: 'delivery_estimates', filters: 'objectID:7000' },
    ];
    const response = await send(shop.running.port, 'localhost', 'POST', `/1/indexes/*/queries?${keys}`, {}, JSON.stringify({ requests }));
    expect(JSON.parse(response.text).results).toMatchObject([
      { index: 'delivery_estimates', hits: [found] },
      { index: 'au_storefront_site_offers', hits: [] },
      { index: 'delivery_estimates', hits: [] },
    ]);
  });
});

describe('geolocation', () => {
  const code = async (headers: Readonly<Record<string, string>>) => {
    const response = await shop.get('/api/geolocation', headers);
    return JSON.parse(response.text).geo.subdivision.code;
  };
  test.each([
    { name: 'the edge’s header', headers: { 'x-forwarded-for': '203.0.113.7', 'cf-region-code': 'nsw' }, is: 'NSW' },
    { name: 'a code with its country', headers: { 'x-forwarded-for': '203.0.113.7', 'x-geo-subdivision': 'AU-QLD' }, is: 'QLD' },
    {
      name: 'the first configured header wins',
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-geo-subdivision': 'QLD', 'cf-region-code': 'WA' },
      is: 'WA',
    },
    { name: 'text instead of a code', headers: { 'x-forwarded-for': '203.0.113.7', 'cf-region-code': 'New South Wales' }, is: null },
    { name: 'without a header the database', headers: { 'x-forwarded-for': '100.1.2.3' }, is: 'TAS' },
    { name: 'an address that is not in the database', headers: { 'x-forwarded-for': '203.0.113.7' }, is: null },
    { name: 'a header without a trusted proxy does not count', headers: { 'cf-region-code': 'NSW' }, is: 'TAS' },
  ])('$name [SHIP-20]', async ({ headers, is }) => {
    expect(await code(headers)).toBe(is);
  });
});
