/** A shop of this release on a database of release 0.1.0, as its buyers, its customer and its staff left it. */
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityContract } from '#domains/customers/identity/contract.ts';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { membershipContract } from '#domains/selling/clubs/contract.ts';
import { orderContract } from '#domains/selling/orders/contract.ts';
import { type Client, client } from '#lib/client.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import type { Contract } from '#lib/define-contract.ts';
import { readConfig } from '#lib/server/config.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { findInvariantViolations, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand } from '#tests/fixtures/cli.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { AUDIENCE, PASSWORD } from '#tests/fixtures/customer.ts';
import { BEFORE_SQUASH, createDatabaseBeforeSquash } from '#tests/fixtures/database-before-squash.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';
import { visitor } from '#tests/fixtures/test-client.ts';

let old: TestDatabase;
let running: ShopProcess;
let database: Database;

beforeAll(async () => {
  old = await createDatabaseBeforeSquash();
  running = await startShopProcess(old.connectionString);
  database = openDatabase(old.connectionString, 4);
});
afterAll(async () => {
  await running?.stop();
  await database?.close();
  await old?.drop();
});

const call = <T extends Contract>(contract: T, host = 'localhost', headers: Readonly<Record<string, string>> = {}): Client<T> =>
  client(contract, httpTransport(running.port, host, headers));

describe('guests', () => {
  const carts = () => call(cartContract);
  const { guestCart, openCheckout, startedCheckout } = BEFORE_SQUASH;

  test('add to their cart, and a repeated request returns the first response', async () => {
    const repeated = yes(await carts().create(guestCart.request, { idempotencyKey: guestCart.idempotencyKey }));
    expect(repeated.data).toMatchObject({ id: guestCart.id, version: 1, cartQuantity: 1 });

    const added = yes(await carts().addItem({ offer: {}, productId: 2, cartId: guestCart.id })).data;

    expect(added).toMatchObject({ id: guestCart.id, version: 2, cartQuantity: 2, baseAmount: 120 });
  });

  test('place the order of a checkout that they had started', async () => {
    const checkout = call(checkoutContract);
    const { token } = startedCheckout;
    const view = yes(await checkout.read({ token })).data;
    expect(view.details).toMatchObject({ firstName: 'Mary', email: DETAILS.email });

    const expectedTotal = view.cart?.cartTotal ?? 0;
    const placed = yes(await checkout.placeOrder({ token, details: view.details, dateOfBirth: DATE_OF_BIRTH, expectedTotal })).data;
    yes(await payAt({ call }, placed.nextUrl));

    expect(yes(await checkout.settle({ token })).data.status).toBe('paid');
  });

  test('pay at the gateway for a checkout whose stock, coupon and gift card are reserved', async () => {
    yes(await payAt({ call }, openCheckout.paymentId));

    const { status, nextUrl } = yes(await call(checkoutContract).settle({ token: openCheckout.token })).data;

    expect(status).toBe('paid');
    const { data } = yes(await call(orderContract).order({ id: nextUrl.split('/').at(-1) ?? '' }));
    expect(data).toMatchObject({ refundedTotal: 0, tenders: [{ amount: 30 }], charged: 89.9 });
  });

  test('get the receipt that was waiting to be sent', async () => {
    expect(await mailTo({ database }, DETAILS.email, 'order #1000002')).toBeTruthy();
  });
});

describe('the customer', () => {
  const { customer, session, refreshToken } = BEFORE_SQUASH;
  const origin = () => `http://localhost:${running.port}`;
  const relyingParty = () =>
    openid.discovery(new URL(`${origin()}/`), 'cellardoor-web', undefined, openid.None(), { execute: [openid.allowInsecureRequests] });

  test('is still signed in: gets tokens with the cookies of her browser, and sees her cart, credit and membership', async () => {
    const browser = visitor({ running });
    for (const [name, value] of Object.entries(session)) browser.cookies.set(name, value);
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    const party = await relyingParty();
    const url = openid.buildAuthorizationUrl(party, {
      redirect_uri: `${origin()}/auth-callback`,
      scope: 'openid profile email',
      audience: AUDIENCE,
      prompt: 'none',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });

    const back = await browser.follow(`${url.pathname}${url.search}`);
    const tokens = await openid.authorizationCodeGrant(party, new URL(back.path, origin()), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    });

    expect(tokens.claims()?.sub).toBe(customer.subject);
    const own = <T extends Contract>(contract: T) => call(contract, 'localhost', { authorization: `Bearer ${tokens.access_token}` });
    const cart = yes(await own(cartContract).addItem({ offer: {}, productId: 1, cartId: BEFORE_SQUASH.customerCartId })).data;
    expect(cart).toMatchObject({ customerId: customer.id, cartQuantity: 2 });
    expect(yes(await own(membershipContract).memberships({})).data).toMatchObject([
      { id: BEFORE_SQUASH.membershipId, status: 'active', deliveries: [{ period: 1, state: 'paid' }] },
    ]);
    const { app_metadata } = yes(await own(identityContract).userWithMetadata({})).data;
    expect(app_metadata).toMatchObject({ LOYALTY_TIER_AU: 'GOLD' });
  });

  test('refreshes the tokens of another tab', async () => {
    const response = await fetch(`${origin()}/oauth/token`, {
      method: 'POST',
      headers: { 'auth0-client': 'e30' },
      body: new URLSearchParams({
        client_id: 'cellardoor-web',
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        redirect_uri: `${origin()}/auth-callback`,
      }),
    });

    expect(response.status).toBe(200);
  });

  test('sets a new password with the link that she was sent', async () => {
    const token = BEFORE_SQUASH.passwordResetToken;

    const saved = await visitor({ running }).post('/auth/login/reset-password', { token, password: `${PASSWORD} again` });

    expect(saved.location).toContain('notice=password_changed');
  });
});

describe('staff', () => {
  const command = (name: string, args: readonly string[] = [], options: Readonly<Record<string, string | boolean>> = {}) =>
    runCommand({ config: readConfig({}), database }, name, args, options);

  test('refund the rest of an order that was shipped and partly refunded, and an order paid by gift card and card', async () => {
    const refund = (number: string) => command('order refund', [number], { all: true, reason: 'a broken bottle' });

    expect(await refund('1000001')).toMatchObject({ code: 0 });
    expect(await refund('1000002')).toMatchObject({ code: 0 });

    const { data } = yes(await call(orderContract).order({ id: BEFORE_SQUASH.shippedOrderId }));
    expect(data.refunds).toHaveLength(2);
    expect(data.refundedTotal).toBe(129.9);
  });

  test('list webhooks by the former names of states, and retry the failed one', async () => {
    const failed = await command('webhook list', [], { state: 'dead', json: true });
    expect(JSON.parse(failed.stdout)).toMatchObject([{ state: 'failed', attempts: 12 }]);
    expect(failed.stderr).toBe('"--state dead" is deprecated. Use "--state failed".');

    expect((await command('webhook retry', [], { all: true })).stderr).toContain('1 will be sent again');
    expect(JSON.parse((await command('webhook list', [], { state: 'waiting', json: true })).stdout)).toHaveLength(4);
  });
});

test('stock, payments, gift cards and credit agree afterwards', async () => {
  expect(await findInvariantViolations({ database }, { 1: 100, 2: 100 })).toEqual([]);
});
