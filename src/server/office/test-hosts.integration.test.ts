import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FetchOptions } from '#domains/imports/server/fetch-list.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { testHosts } from './test-hosts.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
});
afterAll(() => shop?.stop());

const PUBLIC = { address: '93.184.216.34', family: 4 };
const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};
/** A response of another server. */
async function answerOfOthers(): Promise<IncomingMessage> {
  const response = new IncomingMessage(new Socket());
  response.statusCode = 404;
  response.push('Not found');
  response.push(null);
  return response;
}

const tryOut = (host: string, options: FetchOptions, origin = `https://${host}`) => testHosts(shop.database, [host], () => origin, options);

test.each([
  { what: 'a name without a record', options: { resolve: failing('ENOTFOUND') }, found: 'there is no DNS record for this name yet' },
  { what: 'a resolver that fails', options: { resolve: failing('ESERVFAIL') }, found: 'can’t be looked up (ESERVFAIL)' },
  {
    what: 'a record of a private network',
    options: { resolve: async () => [PUBLIC, { address: '10.0.0.8', family: 4 }] },
    found: 'its DNS record is 10.0.0.8, which only your own network can reach',
  },
  {
    what: 'a certificate of another name',
    options: { resolve: async () => [PUBLIC], open: failing('ERR_TLS_CERT_ALTNAME_INVALID') },
    found: 'the TLS certificate isn’t valid for it',
  },
  {
    what: 'a server that is not there',
    options: { resolve: async () => [PUBLIC], open: failing('ECONNREFUSED') },
    found: 'leads to 93.184.216.34, where nothing answers (ECONNREFUSED)',
  },
  {
    what: 'another server',
    options: { resolve: async () => [PUBLIC], open: answerOfOthers },
    found: 'something else answers, not this shop (status 404)',
  },
])('says in words what it found: $what', async ({ options, found }) => {
  expect(await tryOut('shop.example', options)).toContain(found);
});

test('connects to no address of a private network', async () => {
  let hasConnected = false;
  const open = async () => {
    hasConnected = true;
    return answerOfOthers();
  };

  await tryOut('shop.example', { resolve: async () => [{ address: '169.254.169.254', family: 4 }], open });

  expect(hasConnected).toBe(false);
});

test('finds the shop itself on a host of this machine', async () => {
  expect(await tryOut('cellar.localhost', {}, `http://cellar.localhost:${shop.running.port}`)).toBeNull();
});
