import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

async function captured(amountCents: number): Promise<string> {
  const { gateway } = shop.running.services;
  const target = { currency: 'AUD', description: '', returnUrl: '', backUrl: '', origin: '' };
  const card = { storedCard: 'card_success', customerKey: null, saveCard: false, captureLater: false, installationId: 'test' };
  return (await gateway.begin({ merchantKey: randomUUID(), amountCents, ...target, ...card })).id;
}

test('makes one refund of repeated and concurrent requests with the same key', async () => {
  const { gateway } = shop.running.services;
  const paymentId = await captured(1_000);
  const results = await Promise.all(Array.from({ length: 8 }, () => gateway.refund({ paymentId, amountCents: 600, key: 'one' })));
  expect(new Set(results.map(({ id, status }) => `${status} ${id}`)).size).toBe(1);
  expect(results[0]).toMatchObject({ status: 'done' });
  expect(await gateway.find(paymentId)).toMatchObject({ status: 'captured', refundedCents: 600 });
});

test('refunds no more than was captured, and marks a fully refunded payment', async () => {
  const { gateway } = shop.running.services;
  const paymentId = await captured(1_000);
  const results = await Promise.all(
    ['a', 'b', 'c'].map((key) => gateway.refund({ paymentId, amountCents: 500, key: `${paymentId} ${key}` })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(['done', 'done', 'refused']);
  expect(await gateway.find(paymentId)).toMatchObject({ status: 'refunded', refundedCents: 1_000 });
});
