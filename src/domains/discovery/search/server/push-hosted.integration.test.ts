import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toHit } from '#domains/catalogue/model/hit.ts';
import type { CatalogueFeed, FeedOffer } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { testOffer } from '#tests/fixtures/shop.ts';
import { pushEstimates, pushHosted } from './push-hosted.ts';

interface Received {
  readonly call: string;
  readonly key: unknown;
  readonly body: unknown;
}

let service: Server;
let received: Received[];
let refuse: string;

beforeEach(async () => {
  received = [];
  refuse = '';
  service = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const call = `${request.method} ${request.url}`;
      received.push({ call, key: request.headers['x-algolia-api-key'], body: JSON.parse(text) });
      response.writeHead(refuse !== '' && call.includes(refuse) ? 403 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: 'Not enough rights' }));
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterEach(() => service.close());

const hosted = () => ({ url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, applicationId: 'APP', adminKey: 'secret' });
const offer = (offerId: string, overrides: Partial<FeedOffer> = {}): FeedOffer => {
  const hit = toHit(testOffer({ offerId, productId: 1 }), { packPriceCents: 60_00, packRrpCents: null, available: 0 }, 'v');
  return { offerId, audience: 'AU', startsAt: null, endsAt: null, popularity: 3, hits: { AU: hit, SG: hit }, ...overrides };
};
const feedOf = (...offers: FeedOffer[]) => ({ all: async (each: (batch: readonly FeedOffer[]) => void) => each(offers) }) as CatalogueFeed;

describe('pushing to the hosted search', () => {
  test('fills a temporary index, replaces the old one and sets every sort order [SRCH-32]', async () => {
    const counts = await pushHosted(hosted(), feedOf(offer('a'), offer('b', { audience: 'AU+NZ+SG' }), offer('over', { endsAt: 1 })));
    expect(counts).toEqual({ AU: 2, SG: 1 });
    expect(received.filter(({ call }) => call.includes('au_')).map(({ call }) => call)).toEqual([
      'PUT /1/indexes/au_storefront_site_offers_tmp/settings',
      'POST /1/indexes/au_storefront_site_offers_tmp/clear',
      'POST /1/indexes/au_storefront_site_offers_tmp/batch',
      'POST /1/indexes/au_storefront_site_offers_tmp/operation',
      'PUT /1/indexes/au_storefront_site_offers/settings',
      'PUT /1/indexes/au_storefront_site_offers_price_asc/settings',
      'PUT /1/indexes/au_storefront_site_offers_price_desc/settings',
      'POST /1/indexes/au_storefront_site_offers/synonyms/batch?replaceExistingSynonyms=true&forwardToReplicas=true',
    ]);
    expect(new Set(received.map(({ key }) => key))).toEqual(new Set(['secret']));
    expect(received[2]?.body).toMatchObject({
      requests: [{ action: 'updateObject', body: { objectID: 'a', soldOut: 1, popularity: 3 } }, {}],
    });
    expect(received[4]?.body).toMatchObject({ replicas: ['au_storefront_site_offers_price_asc', 'au_storefront_site_offers_price_desc'] });
    expect(received[5]?.body).toMatchObject({ ranking: expect.arrayContaining(['asc(bottlePrice)']) });
    expect(received[5]?.body).not.toHaveProperty('replicas');
  });

  test('pushes delivery estimates by postcode into a separate index', async () => {
    await pushEstimates(hosted(), [{ objectID: '0800', submittedToDeliveredDays: 7, region: 'NT' }]);
    expect(received.map(({ call }) => call)).toEqual([
      'PUT /1/indexes/delivery_estimates_tmp/settings',
      'POST /1/indexes/delivery_estimates_tmp/clear',
      'POST /1/indexes/delivery_estimates_tmp/batch',
      'POST /1/indexes/delivery_estimates_tmp/operation',
    ]);
    expect(received[2]?.body).toEqual({
      requests: [{ action: 'updateObject', body: { objectID: '0800', submittedToDeliveredDays: 7, region: 'NT' } }],
    });
  });

  test('reports the service’s own message and replaces nothing on an error', async () => {
    refuse = '/batch';
    await expect(pushHosted(hosted(), feedOf(offer('a')))).rejects.toThrow('403 Not enough rights');
    expect(received.some(({ call }) => call.includes('operation'))).toBe(false);
  });
});
