/** What staff are told of refunds that the gateway has not made, over the real server. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { claimContract } from '#domains/selling/claims/contract.ts';
import { claimOfficeContract } from '#domains/selling/claims/office-contract.ts';
import { linesOfficeContract } from '#domains/selling/orders/lines-office-contract.ts';
import { orderOfficeContract } from '#domains/selling/orders/office-contract.ts';
import type { GatewayRefund } from '#domains/selling/payments/port/payment-port.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import type { OfficeBrowser } from '#tests/fixtures/office.ts';
import { createOrderShop } from '#tests/fixtures/order-office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  ({ shop, owner } = await createOrderShop());
});
afterAll(() => shop?.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const PENDING: GatewayRefund = { id: null, status: 'pending', reason: null };
const REFUSED: GatewayRefund = { id: null, status: 'refused', reason: 'closed account.' };
/** Lets the gateway give an answer to every refund. */
const answer = (refund: GatewayRefund) => vi.spyOn(shop.running.services.orderDeps.gateway, 'refund').mockResolvedValue(refund);

const orders = () => owner.call(orderOfficeContract);
const seen = async (id: string) => ({ id, version: yes(await orders().order({ id })).version });

test.each([
  ['a gateway that has not answered', PENDING, 'intended'],
  ['a gateway that refuses', REFUSED, 'refused'],
] as const)('says what becomes of the refund of a cancellation and of items: %s', async (_, refund, state) => {
  const [cancelled, edited] = [await paidOrder(shop, [1]), await paidOrder(shop, [1, 1])];
  answer(refund);

  const cancellation = yes(await orders().cancelOrder(await seen(cancelled)));
  const edit = yes(await owner.call(linesOfficeContract).changeLines({ ...(await seen(edited)), lines: [{ position: 0, quantity: 1 }] }));

  expect(cancellation).toMatchObject({ refund: state, order: { status: 'Cancelled' }, refunds: [{ state }] });
  expect(edit).toMatchObject({ refund: state, refunds: [{ state }] });
});

test('says that a refund follows, and why one was refused', async () => {
  const [waiting, closed] = [await paidOrder(shop, [1]), await paidOrder(shop, [1])];
  answer(PENDING);
  expect(yes(await orders().refundOrder({ ...(await seen(waiting)), all: true }))).toMatchObject({ refund: 'intended' });
  answer(REFUSED);

  const refused = await orders().refundOrder({ ...(await seen(closed)), all: true });

  expect(refused).toMatchObject({
    ok: false,
    code: 'action_refused',
    title: 'The gateway refused the refund: closed account. Nothing was returned to the card.',
  });
});

test('says that a refund was made', async () => {
  const id = await paidOrder(shop, [1]);
  expect(yes(await orders().refundOrder({ ...(await seen(id)), amountCents: 100 }))).toMatchObject({ refund: 'done' });
  expect(yes(await orders().cancelOrder(await seen(id)))).toMatchObject({ refund: 'done' });
});

test('says of a claim whether its refund was made', async () => {
  const order = await paidOrder(shop, [1]);
  yes(await shop.call(claimContract).sendClaim({ order, lines: [{ position: 0, problem: 'broken', bottles: 1 }], text: '' }));
  const office = owner.call(claimOfficeContract);
  const [claim] = yes(await office.claims({})).rows;
  const { id = '' } = claim ?? {};
  const decide = async () =>
    office.decideClaim({ id, version: yes(await office.claim({ id })).version, outcome: 'refund', amountCents: 500 });

  answer(REFUSED);
  expect(await decide()).toMatchObject({ ok: false, code: 'action_refused' });
  answer(PENDING);
  expect(yes(await decide())).toMatchObject({ refund: 'intended', state: 'refunded' });
});
