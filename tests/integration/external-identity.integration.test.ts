import { fileURLToPath } from 'node:url';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLAIMS } from '#domains/customers/identity/model/claims.ts';
import { readConfig } from '#lib/server/config.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { type RunningServer, startServer } from '#server/start-server.ts';
import { AUDIENCE, createTestCustomer, PASSWORD, type TestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let identity: TestShop;
let shop: RunningServer;
let ada: TestCustomer;
let identityOrigin: string;
let shopOrigin: string;

/** The same program twice over one database: the identity service on an address, beside it the shop by its name. */
beforeAll(async () => {
  const [identityPort, shopPort] = [await freePort(), await freePort()];
  identityOrigin = `http://127.0.0.1:${identityPort}`;
  shopOrigin = `http://localhost:${shopPort}`;
  identity = await createTestShop({
    PORT: String(identityPort),
    PUBLIC_URL: identityOrigin,
    IDENTITY_URL: identityOrigin,
    ALLOWED_ORIGINS: shopOrigin,
  });
  const config = readConfig({
    PORT: String(shopPort),
    LOG_LEVEL: 'silent',
    PUBLIC_URL: shopOrigin,
    IDENTITY_URL: identityOrigin,
    ALLOWED_ORIGINS: identityOrigin,
  });
  shop = await startServer(config, identity.database, await loadBuiltRenderer(ROOT), ROOT);
  ada = await createTestCustomer(identity, { withPassword: true, tier: 'GOLD' });
});
afterAll(async () => {
  await shop?.stop();
  await identity?.stop();
});

const me = async (bearer: string): Promise<{ status: number; text: string }> =>
  send(shop.port, 'localhost', 'GET', '/api/get-auth0-user-with-metadata', { authorization: `Bearer ${bearer}` });

describe('an external identity service', () => {
  test('signs a shopper in with tokens that the shop accepts [ID-6, ID-7]', async () => {
    const relyingParty = await client.discovery(new URL(`${identityOrigin}/`), 'cellardoor-web', undefined, client.None(), {
      execute: [client.allowInsecureRequests],
    });
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(relyingParty, {
      redirect_uri: `${shopOrigin}/auth-callback`,
      scope: 'openid profile email offline_access',
      audience: AUDIENCE,
      state: 'the-state',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = visitor(identity, '127.0.0.1');
    const page = await browser.follow(`${url.pathname}${url.search}`);
    const returnTo = new URL(page.path, identityOrigin).searchParams.get('returnTo') ?? '';
    const posted = await browser.post('/auth/login/using-password', { email: ada.email, password: PASSWORD, returnTo });
    // A form may only lead to its own site, so a page goes on from there.
    expect(posted.status).toBe(200);
    expect(posted.text).toContain('http-equiv="refresh"');
    const back = await browser.get(returnTo);
    expect(back.location).toMatch(new RegExp(`^${shopOrigin}/auth-callback\\?code=`));
    const tokens = await client.authorizationCodeGrant(relyingParty, new URL(back.location ?? ''), {
      pkceCodeVerifier: verifier,
      expectedState: 'the-state',
    });
    const response = await me(tokens.access_token);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text).data).toMatchObject({ email: ada.email, app_metadata: { LOYALTY_TIER_AU: 'GOLD' } });
  });

  test('rejects tokens of the shop’s own issuer [ID-5]', async () => {
    const own = await tokenFor(identity, ada, { issuer: `${shopOrigin}/` });
    expect((await me(own)).status).toBe(401);
    expect((await me(await tokenFor(identity, ada, { issuer: `${identityOrigin}/` }))).status).toBe(200);
  });

  test('is the only provider: the shop serves none', async () => {
    expect((await send(shop.port, 'localhost', 'POST', '/oauth/token', {}, '')).status).toBe(404);
    expect((await send(shop.port, 'localhost', 'GET', '/.well-known/jwks.json')).status).toBe(404);
  });

  const requests = [
    { name: 'the shop', origin: () => shopOrigin, allowed: true },
    { name: 'anybody', origin: () => 'https://evil.example', allowed: false },
  ];
  test.each(requests)('allows cross-origin calls from pages of $name: $allowed', async ({ origin, allowed }) => {
    for (const path of ['/identity/api/validate-email', '/api/change-email__step-2', '/oauth/token']) {
      const response = await send(identity.running.port, '127.0.0.1', 'OPTIONS', path, {
        origin: origin(),
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,auth0-client',
      });
      // The protocol's own preflight cannot know the client yet; its answers check the origin.
      if (path !== '/oauth/token') expect(response.headers['access-control-allow-origin']).toBe(allowed ? origin() : undefined);
    }
    const token = await send(
      identity.running.port,
      '127.0.0.1',
      'POST',
      '/oauth/token',
      { origin: origin(), 'content-type': 'application/x-www-form-urlencoded' },
      'client_id=cellardoor-web&grant_type=refresh_token&refresh_token=x',
    );
    expect(token.headers['access-control-allow-origin']).toBe(allowed ? origin() : undefined);
  });
});

describe('a hosted identity provider', () => {
  const claims = (more: Record<string, unknown>) => ({ [CLAIMS.signIn]: undefined, ...more });
  const tenantToken = (subject: string, more: Record<string, unknown>) =>
    tokenFor(identity, { id: ada.id, subject }, { issuer: `${identityOrigin}/`, claims: claims(more) });

  test('maps a customer to the id that it stores', async () => {
    const metadata = { [CLAIMS.appMetadata]: { BIGCOMMERCE_AU_CUSTOMER_ID: ada.id } };
    const response = await me(await tenantToken('auth0|1', metadata));
    expect(JSON.parse(response.text).data.email).toBe(ada.email);
    expect((await me(await tenantToken('auth0|1', {}))).status).toBe(200);
  });

  test('creates a customer by a confirmed e-mail', async () => {
    const email = { 'https://cellardoor.example/email': 'tess@example.com', 'https://cellardoor.example/email_verified': true };
    const response = await me(await tenantToken('auth0|2', email));
    expect(JSON.parse(response.text).data).toMatchObject({ email: 'tess@example.com', app_metadata: { LOYALTY_TIER_AU: 'GREEN' } });
  });

  test('rejects an account without a confirmed e-mail', async () => {
    const email = { 'https://cellardoor.example/email': ada.email, 'https://cellardoor.example/email_verified': false };
    expect((await me(await tenantToken('auth0|3', email))).status).toBe(401);
  });
});
