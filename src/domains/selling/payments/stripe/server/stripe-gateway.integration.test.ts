import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import type { PaymentRequest } from '#domains/selling/payments/port/payment-port.ts';
import { openAlerts } from '#domains/selling/payments/port/server/payment.repository.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { type StripeServer, startHangingStripe, startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { createStripeRepository } from './stripe.repository.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { STRIPE_WEBHOOK } from './stripe-webhook.ts';

const SECRET = 'whsec_test';
let stripe: StripeServer;
let shop: TestShop;

beforeAll(async () => {
  stripe = await startStripeServer();
  shop = await createTestShop({
    PAYMENT_GATEWAY: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_URL: stripe.url,
  });
  await shop.stock({ offerId: 'wine-1', productId: 1, level: 100 });
});
afterAll(async () => {
  await shop.stop();
  await stripe.close();
});

const gateway = () => shop.running.services.checkoutDeps.gateway;
const paymentRequest = (changed: Partial<PaymentRequest> = {}): PaymentRequest => ({
  merchantKey: randomUUID(),
  installationId: 'test',
  amountCents: 6990,
  currency: 'AUD',
  description: 'Cellardoor order',
  returnUrl: 'http://localhost/return',
  backUrl: 'http://localhost/back',
  origin: 'http://localhost',
  storedCard: null,
  customerKey: null,
  saveCard: false,
  captureLater: false,
  ...changed,
});
const pageOf = (url: string): string => url.split('/').at(-1) ?? '';

test('places the order when the shopper returns from the paid page [CHK-34]', async () => {
  const guest = await buyer(shop, [1]);
  const { nextUrl } = yes(await guest.placeOrder()).data;
  expect(nextUrl).toContain('https://checkout.stripe.example/cs_');
  expect(yes(await guest.placeOrder()).data.nextUrl).toBe(nextUrl);
  stripe.payPage(pageOf(nextUrl));
  expect(yes(await guest.settle()).data.status).toBe('paid');
});

describe('a repeated request after the shop was renamed', () => {
  test.each(['page', 'card'] as const)('sends Stripe the parameters of the first one: %s [CHK-3]', async (kind) => {
    const card = kind === 'card' ? { storedCard: 'pm_good', customerKey: '6' } : {};
    const request = paymentRequest(card);
    // The SDK repeats a request once if its response is lost.
    for (const _ of [1, 2]) stripe.dropResponse(`POST ${kind === 'card' ? '/v1/payment_intents' : '/v1/checkout/sessions'}`);
    await expect(gateway().begin(request)).rejects.toThrow();

    const again = await gateway().begin({ ...request, description: 'Harbour Wines order' });

    expect(again.status).toBe(kind === 'card' ? 'captured' : 'open');
    expect(stripe.changedRepeats).toEqual([]);
  });
});

test.each([
  { what: 'a page', changed: {}, path: '/v1/checkout/sessions' },
  { what: 'a customer', changed: { customerKey: 'new' }, path: '/v1/customers' },
  { what: 'a stored card', changed: { customerKey: 'known', storedCard: 'pm_good' }, path: '/v1/payment_intents' },
])('asks a Stripe that hangs for $what once, because the checkout asks again', async ({ changed, path }) => {
  await gateway().begin(paymentRequest({ customerKey: 'known' }));
  const { port, paths, close } = await startHangingStripe();
  const client = new Stripe('sk_test_x', {
    timeout: 200,
    maxNetworkRetries: 1,
    telemetry: false,
    host: '127.0.0.1',
    port,
    protocol: 'http',
  });

  await expect(createStripeGateway(client, shop.database).begin(paymentRequest(changed))).rejects.toThrow('timeout');

  expect(paths).toEqual([path]);
  close();
});

describe('a payment that is captured later', () => {
  const authorised = async (): Promise<string> => {
    const started = await gateway().begin(paymentRequest({ captureLater: true }));
    stripe.payPage(pageOf(started.payUrl));
    expect(await gateway().find(started.id)).toMatchObject({ status: 'authorised', cardFingerprint: 'fp_new' });
    return started.id;
  };

  test('is authorised on the page and captured once', async () => {
    const id = await authorised();
    for (const _ of [1, 2]) expect(await gateway().capture(id)).toMatchObject({ status: 'captured', amountCents: 6990 });
    expect(stripe.requests.filter((request) => request.endsWith('/capture'))).toHaveLength(2);
  });

  test('is cancelled without a charge', async () => {
    const id = await authorised();
    expect(await gateway().cancel(id)).toMatchObject({ status: 'cancelled' });
    expect([...stripe.intents.values()].at(-1)).toMatchObject({ status: 'canceled', latest_charge: null });
    expect(await gateway().capture(id)).toMatchObject({ status: 'cancelled' });
  });

  test('needs no page with a stored card', async () => {
    const started = await gateway().begin(paymentRequest({ captureLater: true, storedCard: 'pm_good', customerKey: '12' }));
    expect(started.status).toBe('authorised');
    expect(await gateway().capture(started.id)).toMatchObject({ status: 'captured' });
  });
});

describe('a stored card', () => {
  test('is charged once by repeated requests [CHK-3]', async () => {
    const request = paymentRequest({ storedCard: 'pm_good', customerKey: '7' });
    for (const _ of [1, 2, 3]) expect(await gateway().begin(request)).toMatchObject({ status: 'captured', amountCents: 6990 });
    expect([...stripe.intents.values()].filter(({ metadata }) => JSON.stringify(metadata).includes(request.merchantKey))).toHaveLength(1);
  });

  test.each(['pm_declined', 'pm_confirm'])('leads to the page with %s and cannot be charged in parallel [CHK-3]', async (storedCard) => {
    const started = await gateway().begin(paymentRequest({ storedCard, customerKey: '8' }));
    expect(started.status).toBe('open');
    expect(started.payUrl).toContain('checkout.stripe.example');
    expect([...stripe.intents.values()].at(-1)).toMatchObject({ status: 'canceled' });
  });

  test('is saved after a payment on the page if the payer agreed', async () => {
    const started = await gateway().begin(paymentRequest({ customerKey: '9', saveCard: true }));
    stripe.payPage(pageOf(started.payUrl));
    expect(await gateway().find(started.id)).toMatchObject({
      status: 'captured',
      card: { gatewayToken: 'pm_new', brand: 'Visa', last4: '4242', expiryMonth: 9, expiryYear: 2031 },
    });
  });
});

test('saves a card without a charge once the customer has entered it', async () => {
  const urls = { returnUrl: 'http://localhost/return', backUrl: 'http://localhost/back', origin: 'http://localhost' };
  const started = await gateway().beginCard({ merchantKey: randomUUID(), customerKey: '20', currency: 'AUD', ...urls });
  expect(started).toMatchObject({ status: 'open', card: null, pageUrl: expect.stringContaining('checkout.stripe.example') });
  expect(await gateway().findCard(started.id)).toMatchObject({ status: 'open', card: null });
  stripe.giveCard(started.id);
  expect(await gateway().findCard(started.id)).toMatchObject({ status: 'kept', card: { gatewayToken: 'pm_new', last4: '4242' } });
});

describe('a cancelled payment', () => {
  test('closes the page, and blocks a key that has no payment yet', async () => {
    const started = await gateway().begin(paymentRequest());
    expect(await gateway().cancel(started.id)).toMatchObject({ status: 'cancelled' });
    expect(() => stripe.payPage(pageOf(started.payUrl))).toThrow('closed');
    const request = paymentRequest();
    await gateway().cancel(request.merchantKey);
    expect(await gateway().begin(request)).toMatchObject({ status: 'cancelled', payUrl: request.backUrl });
  });

  test('stays captured if it was paid before', async () => {
    const started = await gateway().begin(paymentRequest());
    stripe.payPage(pageOf(started.payUrl));
    expect(await gateway().cancel(started.id)).toMatchObject({ status: 'captured', amountCents: 6990 });
  });

  test('is found if the response of its charge was lost', async () => {
    const request = paymentRequest({ storedCard: 'pm_good', customerKey: '10' });
    stripe.dropResponse('POST /v1/payment_intents');
    await gateway().begin(request);
    expect(await gateway().cancel(request.merchantKey)).toMatchObject({ status: 'captured' });
  });
});

describe('a charge that is under way', () => {
  test('is not cancelled, because it may succeed [CHK-3]', async () => {
    const request = paymentRequest({ storedCard: 'pm_slow', customerKey: '13' });
    await expect(gateway().begin(request)).rejects.toThrow('it is processing');
    await expect(gateway().cancel(request.merchantKey)).rejects.toThrow('it is processing');

    stripe.settleCharges('succeeded');

    expect(await gateway().begin(request)).toMatchObject({ status: 'captured' });
  });

  test('ends when it is declined after all, and leaves nothing open', async () => {
    const request = paymentRequest({ storedCard: 'pm_slow', customerKey: '16' });
    await expect(gateway().begin(request)).rejects.toThrow('it is processing');
    await expect(gateway().cancel(request.merchantKey)).rejects.toThrow('it is processing');
    await expect(gateway().begin(request)).rejects.toThrow('it is processing');

    stripe.settleCharges('declined');

    expect(await gateway().begin(request)).toMatchObject({ status: 'cancelled', payUrl: request.backUrl });
    expect([...stripe.intents.values()].at(-1)).toMatchObject({ status: 'canceled' });
  });

  test('is not waited for where there is only a page, which is closed later', async () => {
    const request = paymentRequest();
    await shop.database.execute({
      text: 'insert into stripe_payments (merchant_key, request) values ($1, $2)',
      values: [request.merchantKey, JSON.stringify(request)],
    });
    expect(await gateway().cancel(request.merchantKey)).toMatchObject({ status: 'cancelled' });
  });

  test('is not cancelled while Stripe may not know of it yet [CHK-3]', async () => {
    const request = paymentRequest({ storedCard: 'pm_good', customerKey: '14' });
    await shop.database.execute({
      text: 'insert into stripe_payments (merchant_key, request) values ($1, $2)',
      values: [request.merchantKey, JSON.stringify(request)],
    });
    await expect(gateway().cancel(request.merchantKey)).rejects.toThrow('is being created');

    await shop.database.execute({
      text: "update stripe_payments set begun_at = now() - interval '1 minute' where merchant_key = $1",
      values: [request.merchantKey],
    });
    expect(await gateway().cancel(request.merchantKey)).toMatchObject({ status: 'cancelled' });
  });

  test('places its order, although the shopper places it again with other details', async () => {
    const ada = await createTestCustomer(shop);
    const [card] = await shop.database.queryMany<{ id: string }>({
      text: "insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year) values ($1, 'AU', 'pm_slow', 'Visa', '4242', 9, 2031) returning id",
      values: [ada.id],
    });
    const headers = { authorization: `Bearer ${ada.bearer}` };
    const { data: cart } = yes(await shop.call(cartContract, 'localhost', headers).create({ offer: {}, productId: 1, customerId: ada.id }));
    const checkout = shop.call(checkoutContract, 'localhost', headers);
    const token =
      yes(await checkout.redirectUrl({ cartId: cart.id }))
        .data.checkoutUrl.split('/')
        .at(-1) ?? '';
    const place = (instructions: string) =>
      checkout.placeOrder({
        token,
        details: { ...DETAILS, instructions },
        dateOfBirth: DATE_OF_BIRTH,
        expectedTotal: cart.cartTotal,
        instrumentId: card?.id ?? '',
      });
    expect(await place('')).toMatchObject({ status: 503, code: 'payment_unavailable' });
    expect(await place('Ring twice.')).toMatchObject({ status: 503, code: 'payment_unavailable' });

    stripe.settleCharges('succeeded');

    expect(yes(await place('Ring twice.')).data.nextUrl).toMatch(/^\/order\//);
    const orders = await shop.database.queryMany<{ status: string }>({
      text: 'select status from orders where cart_id = $1',
      values: [cart.id],
    });
    expect(orders).toEqual([{ status: 'Awaiting Fulfillment' }]);
  });
});

describe('refunds', () => {
  test('of release 0.2.0 are found by their idempotency key', async () => {
    const { id } = await gateway().begin(paymentRequest({ storedCard: 'pm_good', customerKey: '17' }));
    const { intentId } = (await createStripeRepository(shop.database).find(id)) ?? {};
    const sent = await fetch(`${stripe.url}/v1/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': `refund:${id}-a` },
      body: `payment_intent=${intentId}&amount=1000`,
    });
    const made = z.object({ id: z.string() }).parse(await sent.json());

    expect(await gateway().refund({ paymentId: id, amountCents: 1000, key: `${id}-a` })).toMatchObject({ id: made.id, status: 'done' });
    expect(await gateway().find(id)).toMatchObject({ refundedCents: 1000 });
  });

  test('are found by their key after Stripe has forgotten it', async () => {
    const { id } = await gateway().begin(paymentRequest({ storedCard: 'pm_good', customerKey: '15' }));
    const first = await gateway().refund({ paymentId: id, amountCents: 1000, key: `${id}-a` });

    stripe.deleteIdempotencyKeys();

    expect(await gateway().refund({ paymentId: id, amountCents: 1000, key: `${id}-a` })).toEqual(first);
    expect(await gateway().find(id)).toMatchObject({ refundedCents: 1000 });
  });

  test('makes one refund per key, and never more than was paid', async () => {
    const { id } = await gateway().begin(paymentRequest({ storedCard: 'pm_good', customerKey: '11' }));
    const first = await gateway().refund({ paymentId: id, amountCents: 5000, key: `${id}-a` });
    expect(first).toMatchObject({ status: 'done' });
    expect(await gateway().refund({ paymentId: id, amountCents: 5000, key: `${id}-a` })).toEqual(first);
    expect(await gateway().refund({ paymentId: id, amountCents: 5000, key: `${id}-b` })).toMatchObject({ status: 'refused' });
    expect(await gateway().find(id)).toMatchObject({ status: 'captured', refundedCents: 5000 });
  });

  test('lists captured payments for reconciliation with the key of the order', async () => {
    const request = paymentRequest({ storedCard: 'pm_good', customerKey: '12' });
    await gateway().begin(request);
    const listed = await gateway().capturedSince(new Date(Date.now() - 60_000));
    const own = listed.find(({ merchantKey }) => merchantKey === request.merchantKey);
    expect(own).toMatchObject({ status: 'captured', amountCents: 6990 });
    expect(await gateway().refund({ paymentId: own?.id ?? '', amountCents: 6990, key: request.merchantKey })).toMatchObject({
      status: 'done',
    });
  });
});

describe('the webhook', () => {
  const notify = (order: string, secret = SECRET) => notifyOf({ metadata: { order } }, secret);
  const notifyOf = (object: object, secret = SECRET) => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    return send(shop.running.port, 'localhost', 'POST', STRIPE_WEBHOOK, headers, payload);
  };
  const orderOf = (cartId: string) =>
    shop.database.queryOne<{ id: string; number: number | null }>({
      text: 'select id, number from orders where cart_id = $1',
      values: [cartId],
    });

  test('places a paid order whose shopper did not return, and ignores early, repeated and late events', async () => {
    const guest = await buyer(shop, [1]);
    const { nextUrl } = yes(await guest.placeOrder()).data;
    const drafted = await orderOf(guest.cart.id);
    expect((await notify(drafted?.id ?? '')).status).toBe(200);
    expect((await orderOf(guest.cart.id))?.number).toBeNull();
    stripe.payPage(pageOf(nextUrl));
    for (const _ of [1, 2]) expect((await notify(drafted?.id ?? '')).status).toBe(200);
    const placed = await orderOf(guest.cart.id);
    expect(placed?.number).toBeGreaterThan(1_000_000);
    await notify(drafted?.id ?? '');
    expect(await orderOf(guest.cart.id)).toEqual(placed);
  });

  test('reads a dispute from Stripe and sets the status of its order with the deadline for evidence', async () => {
    const guest = await buyer(shop, [1]);
    stripe.payPage(pageOf(yes(await guest.placeOrder()).data.nextUrl));
    yes(await guest.settle());
    const placed = await orderOf(guest.cart.id);
    const intent = [...stripe.intents.values()].find(({ metadata }) => JSON.stringify(metadata).includes(placed?.id ?? 'none'));
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      amount: 6990,
      reason: 'product_not_received',
      status: 'needs_response',
      payment_intent: intent?.id,
      evidence_details: { due_by: 1_893_456_000 },
    };
    const statusNow = () =>
      shop.database.queryOne({
        text: 'select o.status, d.status as dispute, d.evidence_due_at as due from orders o join order_disputes d on d.order_id = o.id where o.id = $1',
        values: [placed?.id],
      });

    stripe.disputes.set(dispute.id, dispute);
    for (const _ of [1, 2]) expect((await notifyOf(dispute)).status).toBe(200);
    expect(await statusNow()).toEqual({ status: 'Disputed', dispute: 'open', due: new Date(1_893_456_000_000) });

    stripe.disputes.set(dispute.id, { ...dispute, status: 'won' });
    expect((await notifyOf(dispute)).status).toBe(200);
    expect(await statusNow()).toMatchObject({ status: 'Awaiting Fulfillment', dispute: 'won' });
  });

  test('ignores a dispute of another installation, and raises an alert for one without an installation', async () => {
    const started = await gateway().begin(paymentRequest({ installationId: 'another' }));
    stripe.payPage(pageOf(started.payUrl));
    const [foreign] = [...stripe.intents.values()].slice(-1);
    const dispute = { object: 'dispute', amount: 500, reason: 'general', status: 'lost', evidence_details: null };
    stripe.disputes.set('dp_2', { ...dispute, id: 'dp_2', payment_intent: foreign?.id });
    stripe.disputes.set('dp_3', { ...dispute, id: 'dp_3', payment_intent: null });

    for (const id of ['dp_2', 'dp_3']) expect((await notifyOf({ object: 'dispute', id })).status).toBe(200);

    expect((await openAlerts(shop.database)).map(({ subject }) => subject)).toEqual(['dp_3']);
  });

  test('rejects a signature with another secret', async () => {
    expect((await notify(randomUUID(), 'whsec_other')).status).toBe(400);
  });

  test('ignores an event of an unknown order', async () => {
    expect((await notify(randomUUID())).status).toBe(200);
  });
});
