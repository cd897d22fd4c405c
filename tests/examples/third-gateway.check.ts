/** Takes an order by a gateway that only the worked example defines, from its test double [CHK-34]. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import { buyer, orderAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const KEY = 'example-pay-secret-key';

interface Payment {
  readonly id: string;
  readonly merchantKey: string;
  readonly installationId: string | null;
  status: string;
  readonly amountCents: number;
  refundedCents: number;
  readonly failure: null;
  readonly payUrl: string;
}

const payments = new Map<string, Payment>();
const refunds = new Map<string, { id: string; status: string; reason: null }>();

const isOf = (key: string, value: string) => (payment: Payment) => payment[key as 'id' | 'merchantKey'] === value;

/** The API of Example Pay as far as the adapter uses it. */
function respond(method: string, path: string, body: Record<string, unknown>): unknown {
  if (method === 'POST' && path === '/payments') {
    const existing = [...payments.values()].find(isOf('merchantKey', String(body.merchantKey)));
    if (existing) return existing;
    const id = randomUUID();
    const { merchantKey, installationId, amountCents } = body as unknown as Payment;
    const made = {
      id,
      merchantKey,
      installationId,
      amountCents,
      status: 'open',
      refundedCents: 0,
      failure: null,
      payUrl: `https://pay.example/${id}`,
    };
    payments.set(id, made);
    return made;
  }
  if (method === 'POST' && path === '/refunds') {
    const payment = payments.get(String(body.paymentId));
    if (!payment) return null;
    if (!refunds.has(String(body.key))) payment.refundedCents += Number(body.amountCents);
    const refund = refunds.get(String(body.key)) ?? { id: randomUUID(), status: 'done', reason: null };
    refunds.set(String(body.key), refund);
    return refund;
  }
  if (method === 'GET' && path === '/payments') return [...payments.values()].filter(({ status }) => status === 'captured');
  return payments.get(path.split('/')[2] ?? '') ?? null;
}

let api: Server;
let shop: TestShop;
beforeAll(async () => {
  api = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const found =
        request.headers.authorization === `Bearer ${KEY}`
          ? respond(request.method ?? '', (request.url ?? '').split('?')[0] ?? '', text === '' ? {} : JSON.parse(text))
          : null;
      response.statusCode = found === null ? 404 : 200;
      response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
    });
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  shop = await createTestShop({ PAYMENT_GATEWAY: 'examplepay', EXAMPLE_PAY_URL: `http://127.0.0.1:${port}`, EXAMPLE_PAY_KEY: KEY });
  await shop.stock({ offerId: 'red', productId: 1 });
});
afterAll(async () => {
  await shop?.stop();
  api?.close();
});

test('takes an order and refunds it', async () => {
  const guest = await buyer(shop, [1]);
  const { nextUrl } = yes(await guest.placeOrder()).data;
  expect(nextUrl).toMatch(/^https:\/\/pay\.example\//);
  const payment = payments.get(nextUrl.split('/').at(-1) ?? '');
  expect(payment).toMatchObject({ status: 'open', amountCents: Math.round(guest.cart.cartTotal * 100) });
  if (payment) payment.status = 'captured';

  const confirmed = yes(await guest.settle()).data;

  expect(confirmed.status).toBe('paid');
  expect(await orderAt(shop, confirmed.nextUrl)).toMatchObject({ number: 1_000_001 });
  const refund = await runCommand(shopAccess(shop), 'order refund', ['1000001'], { amount: '10', reason: 'Late' });
  expect(refund.code, refund.text).toBe(0);
  await expect.poll(() => payment?.refundedCents).toBe(10_00);
});

test('opens a public shop, but not without its variables', () => {
  const open = {
    SITES: 'shop.example=AU wine',
    PUBLIC_URL: 'https://shop.example',
    SELLER_NAME_AU: 'Shop Pty Ltd',
    LIQUOR_LICENCE_AU: 'Liquor licence 12345678',
    TAX_ID_AU: '12 345 678 901',
    SMTP_URL: 'smtp://localhost',
    PAYMENT_GATEWAY: 'examplepay',
  };
  const variables = { EXAMPLE_PAY_URL: 'https://api.pay.example', EXAMPLE_PAY_KEY: KEY };

  expect(missingSettings(readConfig({ ...open, ...variables }))).toEqual([]);
  expect(() => readConfig(open)).toThrow('Set EXAMPLE_PAY_KEY to use PAYMENT_GATEWAY=examplepay.');
  expect(() => readConfig({ ...open, ...variables, DEMO: 'yes' })).toThrow('takes no real payments');
});
