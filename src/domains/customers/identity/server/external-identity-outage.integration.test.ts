import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let service: Server | null = null;
let shop: TestShop | null = null;

afterEach(async () => {
  await shop?.stop();
  service?.closeAllConnections();
  service?.close();
  [shop, service] = [null, null];
});

/** Creates a token of an external identity service whose keys cannot be fetched. */
async function token(): Promise<string> {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).setSubject('auth|1').setExpirationTime('1h').sign(privateKey);
}

describe('an external identity service that', () => {
  test.each([
    { name: 'responds with errors', listen: true },
    { name: 'is not there', listen: false },
  ])('$name is no bad token: the shopper stays signed in and is asked to try again', async ({ listen }) => {
    service = createServer((_request, reply) => reply.writeHead(500).end());
    await new Promise<void>((done) => service?.listen(0, '127.0.0.1', done));
    const { port } = service.address() as AddressInfo;
    if (!listen) await new Promise((done) => service?.close(done));
    shop = await createTestShop({ IDENTITY_URL: `http://127.0.0.1:${port}` });
    const response = await shop.get('/api/search-key', { authorization: `Bearer ${await token()}` });
    expect({ status: response.status, code: JSON.parse(response.text).code }).toEqual({ status: 503, code: 'sign_in_unavailable' });
  });
});
