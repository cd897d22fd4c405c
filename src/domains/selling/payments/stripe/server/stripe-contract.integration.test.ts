/**
 * Contract tests of the Stripe features that the adapter uses. They run against the local fake, and against Stripe itself if
 * STRIPE_TEST_SECRET_KEY is a test key, which proves that both behave the same (docs/guides/connect-stripe.md).
 */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentGateway, PaymentRequest } from '#domains/selling/payments/port/payment-port.ts';
import { type Database, openDatabase } from '#lib/db/pool.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { startStripeServer } from '#tests/fixtures/fake-stripe.ts';
import { createStripeRepository } from './stripe.repository.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const KEY = process.env.STRIPE_TEST_SECRET_KEY ?? '';
if (KEY !== '' && !/^[sr]k_test_/.test(KEY)) throw new Error('STRIPE_TEST_SECRET_KEY must be a test key, sk_test_… or rk_test_…');

interface Side {
  readonly stripe: Stripe;
  /** A customer's card that pays, is declined, or needs a confirmation. */
  card(kind: 'good' | 'declined' | 'confirm', customer: string): Promise<string>;
  close(): Promise<void>;
}

async function localSide(): Promise<Side> {
  const server = await startStripeServer();
  const { hostname: host, port } = new URL(server.url);
  return {
    stripe: new Stripe('sk_test_x', { host, port, protocol: 'http', telemetry: false }),
    card: async (kind) => `pm_${kind}`,
    close: () => server.close(),
  };
}

/** Stripe's own test cards. They can be attached to a customer, and are declined or need a confirmation when they are charged. */
const TEST_CARDS = { good: 'pm_card_visa', declined: 'pm_card_chargeCustomerFail', confirm: 'pm_card_authenticationRequired' } as const;

async function stripeItself(): Promise<Side> {
  const stripe = new Stripe(KEY, { telemetry: false, timeout: 20_000, maxNetworkRetries: 2 });
  return {
    stripe,
    card: async (kind, customer) => (await stripe.paymentMethods.attach(TEST_CARDS[kind], { customer })).id,
    close: async () => {},
  };
}

const SIDES = [
  { name: 'the local server', open: localSide, exists: true },
  {
    name: KEY === '' ? 'Stripe itself (skipped: STRIPE_TEST_SECRET_KEY is not set)' : 'Stripe itself',
    open: stripeItself,
    exists: KEY !== '',
  },
];

describe.each(SIDES)('$name', ({ open, exists }) => {
  let side: Side;
  let database: Database;
  let drop: () => Promise<void>;
  let gateway: PaymentGateway;
  let customer = '';
  const customerKey = randomUUID();

  beforeAll(async () => {
    if (!exists) return;
    side = await open();
    const made = await createTestDatabase();
    drop = made.drop;
    database = openDatabase(made.connectionString, 2);
    gateway = createStripeGateway(side.stripe, database);
    customer = await createStripeRepository(database).customer(customerKey, async () => (await side.stripe.customers.create()).id);
  });
  afterAll(async () => {
    if (!exists) return;
    await side.close();
    await database.close();
    await drop();
  });

  const paymentRequest = (changed: Partial<PaymentRequest> = {}): PaymentRequest => ({
    merchantKey: randomUUID(),
    installationId: 'test',
    amountCents: 6_990,
    currency: 'AUD',
    description: 'Cellardoor contract test',
    returnUrl: 'https://shop.example/return',
    backUrl: 'https://shop.example/back',
    origin: 'https://shop.example',
    storedCard: null,
    customerKey: null,
    saveCard: false,
    captureLater: false,
    ...changed,
  });
  const withCard = async (kind: 'good' | 'declined' | 'confirm') =>
    paymentRequest({ storedCard: await side.card(kind, customer), customerKey });
  const contract = test.runIf(exists);
  const LONG = { timeout: 60_000 };

  contract('a stored card is charged once a key, and stays charged when it is given up', LONG, async () => {
    const request = await withCard('good');
    const first = await gateway.begin(request);
    expect(first).toMatchObject({ status: 'captured', amountCents: 6_990, refundedCents: 0 });
    expect(await gateway.begin(request)).toEqual(first);
    expect(await gateway.cancel(request.merchantKey)).toMatchObject({ status: 'captured' });
  });

  contract.each(['declined', 'confirm'] as const)('a stored card that is %s leads to the page, and is not charged', LONG, async (kind) => {
    const request = await withCard(kind);
    const started = await gateway.begin(request);
    expect(started).toMatchObject({ status: 'open', payUrl: expect.stringMatching(/^https:\/\/checkout\./) });
    expect(await gateway.cancel(request.merchantKey)).toMatchObject({ status: 'cancelled' });
    const captured = await gateway.capturedSince(new Date(Date.now() - 60_000));
    expect(captured.map(({ merchantKey }) => merchantKey)).not.toContain(request.merchantKey);
  });

  contract('a page stays open until it is closed, and is closed for good', LONG, async () => {
    const request = paymentRequest({ customerKey, saveCard: true });
    const started = await gateway.begin(request);
    expect(started).toMatchObject({ status: 'open', amountCents: 6_990 });
    expect((await gateway.begin(request)).payUrl).toBe(started.payUrl);
    expect(await gateway.find(started.id)).toMatchObject({ status: 'open' });
    expect(await gateway.cancel(request.merchantKey)).toMatchObject({ status: 'cancelled' });
    expect(await gateway.begin(request)).toMatchObject({ status: 'cancelled', payUrl: request.backUrl });
  });

  contract('a part is given back once a key, never more than was paid, and all of it ends the payment', LONG, async () => {
    const { id } = await gateway.begin(await withCard('good'));
    const first = await gateway.refund({ paymentId: id, amountCents: 5_000, key: `${id}-a` });
    expect(first.status).toBe('done');
    expect(await gateway.refund({ paymentId: id, amountCents: 5_000, key: `${id}-a` })).toEqual(first);
    expect(await gateway.refund({ paymentId: id, amountCents: 5_000, key: `${id}-b` })).toMatchObject({ status: 'refused' });
    expect(await gateway.find(id)).toMatchObject({ status: 'captured', refundedCents: 5_000 });
    expect(await gateway.refund({ paymentId: id, amountCents: 1_990, key: `${id}-c` })).toMatchObject({ status: 'done' });
    expect(await gateway.find(id)).toMatchObject({ status: 'refunded', refundedCents: 6_990 });
  });

  contract('what was captured is listed by the key of its order, at once', LONG, async () => {
    const request = await withCard('good');
    await gateway.begin(request);
    const listed = await gateway.capturedSince(new Date(Date.now() - 60_000));
    expect(listed.find(({ merchantKey }) => merchantKey === request.merchantKey)).toMatchObject({ status: 'captured', amountCents: 6_990 });
  });
});
