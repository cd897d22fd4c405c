import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUEST_SHOPPER } from '#domains/customers/identity/model/shopper.ts';
import type { PaymentGateway } from '#domains/selling/payments/port/payment-port.ts';
import { toCents } from '#lib/money.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { buyer, findInvariantViolations, payAt } from '#tests/fixtures/checkout-flow.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { TERMS } from '#tests/fixtures/terms.ts';
import { unreliableGateway } from '#tests/fixtures/unreliable-gateway.ts';
import { runs } from '#tests/stress/run-count.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { placeOrder } from './place-order.ts';
import { reconcilePayments, resumeOrders } from './resume-orders.ts';

const OPENING = { 1: 10_000 };
const FAILURE_RATES = { lost: 25, refused: 15, twice: 30, delayMs: 5 } as const;
let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'wine-1', productId: 1, level: OPENING[1] });
});
afterAll(() => shop.stop());

type Buyer = Awaited<ReturnType<typeof buyer>>;
const requestOf = (guest: Buyer) => ({
  token: guest.token,
  market: 'AU' as const,
  terms: TERMS.AU,
  shopper: GUEST_SHOPPER,
  details: DETAILS,
  expectedCents: toCents(guest.cart.cartTotal),
  expectedChargeCents: null,
  instrumentId: null,
  saveCard: false,
});
const AT = { origin: 'http://localhost', returnUrl: 'http://localhost/return', backUrl: 'http://localhost/' };

test.each([
  { failures: 1, kind: 'pay' },
  { failures: 2, kind: 'unreachable' },
])(
  'a payment whose start failed is started once more with the same key, after a moment: $failures failures are $kind',
  async ({ failures, kind }) => {
    const { checkoutDeps } = shop.running.services;
    const begun: { readonly key: string; readonly at: number }[] = [];
    const begin: PaymentGateway['begin'] = (request) => {
      begun.push({ key: request.merchantKey, at: performance.now() });
      return begun.length <= failures ? Promise.reject(new Error('the gateway did not answer')) : checkoutDeps.gateway.begin(request);
    };
    const gateway = { ...checkoutDeps.gateway, begin };

    expect(await placeOrder({ ...checkoutDeps, gateway }, requestOf(await buyer(shop, [1])), AT)).toMatchObject({ kind });

    const [first, second] = begun;
    expect(begun).toHaveLength(2);
    expect(second?.key).toBe(first?.key);
    // What the first call began may still be under way. Timers may be a millisecond early.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(499);
  },
);

test('makes an order of every capture, and every order paid, with a gateway that responds late, twice or not at all [CHK-2, CHK-3]', async () => {
  const { checkoutDeps } = shop.running.services;
  const times = runs(40);
  await Promise.all(
    Array.from({ length: times }, async (_, seed) => {
      const unreliable: CheckoutDeps = { ...checkoutDeps, gateway: unreliableGateway(checkoutDeps.gateway, seed + 1, FAILURE_RATES) };
      const guest = await buyer(shop, [1]);
      const request = requestOf(guest);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const pressed = await placeOrder(unreliable, request, AT).catch(() => null);
        if (pressed && 'kind' in pressed && pressed.kind === 'pay') await payAt(shop, pressed.payUrl).catch(() => null);
        await guest.settle().catch(() => null);
        await resumeOrders(unreliable).catch(() => null);
      }
    }),
  );
  await shop.database.execute({ text: "update orders set reserved_until = now() - interval '1 second' where status = 'Incomplete'" });
  await expect
    .poll(async () => {
      await resumeOrders(checkoutDeps);
      return (
        await shop.database.queryOne<{ open: number }>({ text: "select count(*)::int as open from orders where status = 'Incomplete'" })
      )?.open;
    })
    .toBe(0);
  await reconcilePayments(checkoutDeps, 48);
  expect(await findInvariantViolations(shop, OPENING)).toEqual([]);
  const placed = await shop.database.queryOne<{ count: number }>({
    text: 'select count(*)::int as count from orders where number is not null',
  });
  expect(placed?.count).toBeGreaterThan(times / 2);
});
