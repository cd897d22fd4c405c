/**
 * Random shoppers against the real server and database: requests doubled, repeated late, sent with an old version, in
 * bursts, while connections to the database are cut; beside them a model of a few maps. Whatever the model says a cart
 * holds, it holds.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CartShop, openCartShop, payload } from '../../../dev/testing/cart-shop.ts';
import { runs } from '../../../dev/testing/runs.ts';
import type { Result } from '../../platform/client.ts';
import type { Cart } from '../contract.ts';

let opened: CartShop;
beforeAll(async () => {
  opened = await openCartShop();
});
afterAll(() => opened.shop.stop());

/** What the model knows of the offers: product, cents, stock, limit. */
const OFFERS = {
  plenty: { productId: 1, cents: 60_00, stock: 500, limit: 0 },
  cheap: { productId: 12, cents: 9_00, stock: 100, limit: 0 },
  'one-each': { productId: 3, cents: 60_00, stock: 100, limit: 1 },
  'two-left': { productId: 5, cents: 60_00, stock: 2, limit: 0 },
  'six-of-five': { productId: 5, cents: 60_00, stock: 2, limit: 0 },
} as const;
type OfferId = keyof typeof OFFERS;
const offerIds = Object.keys(OFFERS) as OfferId[];

interface ModelCart {
  readonly lines: Map<OfferId, number>;
  coupon: boolean;
}

const held = (cart: ModelCart, productId: number): number =>
  [...cart.lines].reduce((sum, [offer, quantity]) => sum + (OFFERS[offer].productId === productId ? quantity : 0), 0);
const baseCents = (cart: ModelCart): number => [...cart.lines].reduce((sum, [offer, quantity]) => sum + OFFERS[offer].cents * quantity, 0);

/** Status of setting a line to a quantity; 200 where it may be. */
function judged(cart: ModelCart, offer: OfferId, quantity: number, refusals: { limit: number; stock: number }): number {
  const { productId, limit, stock } = OFFERS[offer];
  const all = held(cart, productId) - (cart.lines.get(offer) ?? 0) + quantity;
  if (limit > 0 && all > limit) return refusals.limit;
  return all > stock ? refusals.stock : 200;
}

/** Quantities of two carts together, product by product in the order of offers. */
function mergedLines(a: ModelCart, b: ModelCart): Map<OfferId, number> {
  const together: ModelCart = { lines: new Map(), coupon: false };
  for (const offer of offerIds.toSorted()) {
    const { productId, limit, stock } = OFFERS[offer];
    const wanted = (a.lines.get(offer) ?? 0) + (b.lines.get(offer) ?? 0);
    const quantity = Math.max(0, Math.min(wanted, Math.min(limit || stock, stock) - held(together, productId)));
    if (quantity > 0) together.lines.set(offer, quantity);
  }
  return together.lines;
}

const client = fc.nat({ max: 2 });
const offer = fc.constantFrom(...offerIds);
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), client, offer }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('set' as const), client, offer, quantity: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), client, offer }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('coupon' as const), client, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), client, other: client }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('burst' as const), client, cases: fc.integer({ min: 2, max: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('late' as const), client, nth: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stale' as const), client, offer, off: fc.constantFrom(-1, -2, 1_000) }) },
);
const step = fc.record({ action, copies: fc.integer({ min: 1, max: 3 }), cut: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0) });

type Answered = Result<{ data: Cart | null } | null, string>;
type Options = { idempotencyKey: string; ifMatch?: number };
type Send = (options: Options) => Promise<Answered>;

class World {
  /** The ids that clients believe in; several may have come to name one cart. */
  readonly ids: (string | null)[] = [null, null, null];
  readonly carts = new Map<string, ModelCart>();
  readonly went = new Map<string, string>();
  /** Confirmed requests, to be repeated late. */
  readonly confirmed: (() => Promise<Answered>)[] = [];
  readonly versions = new Map<string, number>();

  idOf(id: string | null): string | null {
    const there = id === null ? null : (this.went.get(id) ?? id);
    return there !== null && this.carts.has(there) ? there : null;
  }
  cartOf(of: number): ModelCart | undefined {
    return this.carts.get(this.idOf(this.ids[of] ?? null) ?? '');
  }
  /** What the shop does by itself after each change: an empty cart ends, a coupon needs 10.00. */
  settle(id: string): void {
    const cart = this.carts.get(id);
    if (cart && cart.lines.size === 0) this.carts.delete(id);
    else if (cart && baseCents(cart) < 10_00) cart.coupon = false;
  }
}

const cutConnections = () =>
  opened.shop.database.run({
    text: "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query not ilike 'listen%'",
  });

/** Send until it is answered: a connection that was cut is no answer. */
async function answered(send: () => Promise<Answered>): Promise<Answered> {
  for (;;) {
    const answer = await send().catch(() => null);
    if (answer && (answer.ok || answer.status < 500)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Deliver a request with its copies, all with the same key; their answers agree. */
async function deliver(
  world: World,
  send: Send,
  copies: number,
  cut: boolean,
  more: Omit<Options, 'idempotencyKey'> = {},
): Promise<Answered> {
  const key = randomUUID();
  const once = () => answered(() => send({ idempotencyKey: key, ...more }));
  const answers = await Promise.all([...Array.from({ length: copies }, once), ...(cut ? [cutConnections().catch(() => 0)] : [])]);
  const [first, ...others] = answers.filter((answer) => typeof answer !== 'number');
  if (!first) throw new Error('nothing was sent');
  for (const other of others) expect(other.ok).toBe(first.ok);
  if (first.ok) world.confirmed.push(once);
  return first;
}

const statusOf = (answer: Answered): number => (answer.ok ? 200 : answer.status);

/** The cart the server has for an id is the model's. */
async function compare(world: World, id: string): Promise<void> {
  const answer = await answered(() => opened.carts.initialize({ cartId: id }));
  const there = world.idOf(id);
  const model = world.carts.get(there ?? '');
  if (!model || there === null) return expect(statusOf(answer)).toBe(404);
  if (!answer.ok || !answer.value?.data) throw new Error(`cart ${id} is lost: ${JSON.stringify(answer)}`);
  const cart = answer.value.data;
  expect(Object.fromEntries(cart.lineItems.map((item) => [item.offerId, item.quantity]))).toEqual(Object.fromEntries(model.lines));
  const base = baseCents(model);
  expect(cart.id).toBe(there);
  expect(cart.coupons.map(({ code }) => code)).toEqual(model.coupon ? ['TENOFF'] : []);
  expect(Math.round(cart.cartAmount * 100)).toBe(model.coupon ? base - Math.round(base / 10) : base);
  expect(cart.version).toBeGreaterThanOrEqual(world.versions.get(there) ?? 0);
  world.versions.set(there, cart.version);
}

const NO_ID = '00000000-0000-4000-8000-000000000000';

async function take(world: World, { action: does, copies, cut }: typeof step extends fc.Arbitrary<infer S> ? S : never): Promise<void> {
  const { carts } = opened;
  const cartId = world.ids[does.client] ?? NO_ID;
  const id = world.idOf(cartId);
  const cart = world.cartOf(does.client);
  const send = (sent: Send, more: Omit<Options, 'idempotencyKey'> = {}) => deliver(world, sent, copies, cut, more);
  switch (does.kind) {
    case 'add': {
      if (!cart || id === null) {
        const made = await send((options) => carts.create(payload(does.offer), options));
        if (!made.ok || !made.value?.data) throw new Error(`not created: ${JSON.stringify(made)}`);
        world.carts.set(made.value.data.id, { lines: new Map([[does.offer, 1]]), coupon: false });
        world.ids[does.client] = made.value.data.id;
        return;
      }
      const quantity = (cart.lines.get(does.offer) ?? 0) + 1;
      const status = judged(cart, does.offer, quantity, { limit: 409, stock: 422 });
      expect(statusOf(await send((options) => carts.addItem({ ...payload(does.offer), cartId }, options)))).toBe(status);
      if (status === 200) cart.lines.set(does.offer, quantity);
      break;
    }
    case 'set':
    case 'remove': {
      const before = cart?.lines.get(does.offer);
      if (!cart || before === undefined) return;
      const read = await answered(() => carts.initialize({ cartId }));
      const line = read.ok ? read.value?.data?.lineItems.find((item) => item.offerId === does.offer)?.id : undefined;
      const at = { cartId, cartItemId: line ?? NO_ID };
      if (does.kind === 'remove') {
        expect(statusOf(await send((options) => carts.removeItem(at, options)))).toBe(200);
        cart.lines.delete(does.offer);
        break;
      }
      const { productId } = OFFERS[does.offer];
      const status = does.quantity <= before ? 200 : judged(cart, does.offer, does.quantity, { limit: 422, stock: 409 });
      expect(statusOf(await send((options) => carts.updateItem({ ...at, productId, quantity: does.quantity }, options)))).toBe(status);
      if (status === 200 && does.quantity === 0) cart.lines.delete(does.offer);
      else if (status === 200) cart.lines.set(does.offer, does.quantity);
      break;
    }
    case 'coupon': {
      const ask = { cartId, couponCode: 'TENOFF' };
      if (!does.on) {
        expect(statusOf(await send((options) => carts.removeCoupon(ask, options)))).toBe(cart ? 200 : 404);
        if (cart) cart.coupon = false;
        break;
      }
      const status = !cart ? 404 : baseCents(cart) < 10_00 ? 422 : 200;
      // Guessing is limited by address and minute; what is refused is not asked for.
      if (status !== 200 || !cart) return;
      expect(statusOf(await send((options) => carts.addCoupon(ask, options)))).toBe(200);
      cart.coupon = true;
      break;
    }
    case 'merge': {
      const otherId = world.ids[does.other] ?? NO_ID;
      const [other, otherAt] = [world.cartOf(does.other), world.idOf(otherId)];
      const merged = await send((options) => carts.merge({ cartIds: JSON.stringify([otherId, cartId]), cartId }, options));
      expect(statusOf(merged)).toBe(cart || other ? 200 : 404);
      if (!cart || !other || id === null || otherAt === null || id === otherAt) return;
      const lines = mergedLines(cart, other);
      cart.lines.clear();
      for (const [each, quantity] of lines) cart.lines.set(each, quantity);
      cart.coupon ||= other.coupon;
      world.carts.delete(otherAt);
      for (const [from, to] of world.went) if (to === otherAt) world.went.set(from, id);
      world.went.set(otherAt, id);
      break;
    }
    case 'burst': {
      if (!cart) return;
      // Meanwhile, where the order of things cannot matter: a coupon comes, a line goes.
      const cheap = cart.lines.get('cheap') ?? 0;
      const mayHaveCoupon = baseCents(cart) - cheap * OFFERS.cheap.cents >= 10_00;
      const read = cheap > 0 && mayHaveCoupon ? await answered(() => carts.initialize({ cartId })) : null;
      const cartItemId = read?.ok ? read.value?.data?.lineItems.find((item) => item.offerId === 'cheap')?.id : undefined;
      const meanwhile = [
        ...(mayHaveCoupon ? [send((options) => carts.addCoupon({ cartId, couponCode: 'TENOFF' }, options))] : []),
        ...(cartItemId === undefined ? [] : [send((options) => carts.removeItem({ cartId, cartItemId }, options))]),
      ];
      const room = 500 - (cart.lines.get('plenty') ?? 0);
      const all = Array.from({ length: does.cases }, () => send((options) => carts.addItem({ ...payload('plenty'), cartId }, options)));
      const done = (await Promise.all(all)).filter((answer) => answer.ok).length;
      expect(done).toBe(Math.min(room, does.cases));
      for (const answer of await Promise.all(meanwhile)) expect(statusOf(answer)).toBe(200);
      if (mayHaveCoupon) cart.coupon = true;
      if (cartItemId !== undefined) cart.lines.delete('cheap');
      cart.lines.set('plenty', (cart.lines.get('plenty') ?? 0) + done);
      break;
    }
    case 'late':
      await world.confirmed[does.nth % Math.max(1, world.confirmed.length)]?.();
      return;
    case 'stale': {
      const version = world.versions.get(id ?? '');
      if (!cart || version === undefined || version === 0) return;
      const stale = await send((options) => carts.addItem({ ...payload(does.offer), cartId }, options), {
        ifMatch: Math.max(0, version + does.off),
      });
      expect(statusOf(stale)).toBe(409);
      return;
    }
  }
  if (id !== null) world.settle(id);
}

test('whatever is sent how often, late, in bursts, over cut connections: carts are what the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const world = new World();
      for (const each of steps) {
        await take(world, each);
        for (const id of new Set(world.ids)) if (id !== null) await compare(world, id);
      }
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
}, 600_000);

test('five hundred shoppers add the last ten cases: adding holds nothing, and no cart may hold more than there are', async () => {
  await opened.shop.stock({ offerId: 'last-ten', productId: 70, level: 10 });
  const all = await Promise.all(Array.from({ length: 500 }, () => opened.carts.create({ offer: {}, productId: 70 })));
  const made = all.flatMap((answer) => (answer.ok ? answer.value.data : []));
  expect(made).toHaveLength(500);
  const [first] = made;
  const more = await Promise.all(
    Array.from({ length: 20 }, () => opened.carts.addItem({ offer: {}, productId: 70, cartId: first?.id ?? '' })),
  );
  expect(more.filter((answer) => answer.ok)).toHaveLength(9);
  expect(more.flatMap((answer) => (answer.ok ? [] : answer.code))).toEqual(Array.from({ length: 11 }, () => 'sold_out'));
});
