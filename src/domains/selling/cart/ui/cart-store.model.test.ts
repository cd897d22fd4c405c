/**
 * Random shoppers and a simulated shop: clicks in any order, late and lost requests and responses, two tabs. fast-check's scheduler
 * decides what arrives when.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/stress/run-count.ts';
import { openTab, quantitiesIn, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';
import { fates, neighbours, network } from './testing/unreliable-network.ts';

const OFFERS = [hit(1), hit(2), hit(3)];
/** Online, a lost stock lookup rejects the addition. Offline it is retried, as changes are. */
const OFFLINE = { isOnline: () => false };
const ID_KEY = 'BIGCOMMERCE_AU_CART_ID';

interface Click {
  readonly tab: 0 | 1;
  readonly kind: 'add' | 'set' | 'put back';
  readonly offer: number;
  readonly cases: number;
}
const click: fc.Arbitrary<Click> = fc.record({
  tab: fc.constantFrom(0, 1),
  kind: fc.constantFrom('add', 'set', 'set', 'put back'),
  offer: fc.nat({ max: 2 }),
  cases: fc.nat({ max: 4 }),
});

function applyClick(tab: Tab, { kind, offer, cases }: Click): void {
  const hit = OFFERS[offer];
  if (!hit) return;
  if (kind === 'add') tab.store.add(hit, Math.max(1, cases));
  if (kind === 'set') tab.store.setQuantity(hit.offerId, cases);
  if (kind === 'put back') tab.store.restoreLine();
}

const inShop = (shop: FakeShop): Record<string, number>[] =>
  [...shop.carts.values()].map((cart) => Object.fromEntries(cart.lines.map((line) => [line.offerId, line.quantity])));

describe('one tab', () => {
  test('ends with exactly what the shopper wanted and the shop has; a removed line never returns [CART-37]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(click, { maxLength: 14 }), fates, async (scheduler, clicks, outcomes) => {
        const shop = new FakeShop(OFFERS);
        const tab = openTab(network(shop, scheduler, outcomes), { deps: OFFLINE });
        const expected: Record<string, number> = {};
        tab.store.subscribe(() => expect(quantitiesIn(tab)).toEqual(expected));
        await scheduler.waitIdle();
        const sequence = clicks.map((one) => ({
          label: `${one.kind} ${one.offer} ${one.cases}`,
          builder: async () => {
            const id = `offer-${one.offer + 1}`;
            const back = one.kind === 'put back' ? tab.store.current().removed : null;
            if (one.kind === 'add') expected[id] = (expected[id] ?? 0) + Math.max(1, one.cases);
            if (one.kind === 'set' && expected[id]) expected[id] = one.cases;
            if (back) expected[back.line.offerId] = (expected[back.line.offerId] ?? 0) + back.quantity;
            if (expected[id] === 0) delete expected[id];
            applyClick(tab, one);
            expect(quantitiesIn(tab)).toEqual(expected);
          },
        }));
        scheduler.scheduleSequence(sequence);
        await scheduler.waitIdle();
        expect(tab.store.current()).toMatchObject({ isPending: false, isLoading: false, error: null });
        expect(quantitiesIn(tab)).toEqual(expected);
        expect(inShop(shop)).toEqual(Object.keys(expected).length === 0 ? [] : [expected]);
        expect(tab.values.read(ID_KEY)).toBe([...shop.carts.keys()][0] ?? null);
      }),
      { numRuns: runs(400) },
    );
  });

  test('ends with the shop’s cart if limits and stock reject changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(click, { maxLength: 14 }), fates, async (scheduler, clicks, outcomes) => {
        const shop = new FakeShop(OFFERS);
        shop.stock.set(1, 2);
        shop.limits.set(2, 1);
        const tab = openTab(network(shop, scheduler, outcomes), { deps: OFFLINE });
        scheduler.scheduleSequence(clicks.map((one) => ({ label: one.kind, builder: async () => applyClick(tab, one) })));
        await scheduler.waitIdle();
        expect(tab.store.current()).toMatchObject({ isPending: false, isLoading: false });
        const [cart = {}, ...others] = inShop(shop);
        expect(others).toEqual([]);
        expect(quantitiesIn(tab)).toEqual(cart);
        expect(cart['offer-1'] ?? 0).toBeLessThanOrEqual(2);
        expect(cart['offer-2'] ?? 0).toBeLessThanOrEqual(1);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('two tabs', () => {
  test('share one cart, and both show it in the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(click, { maxLength: 14 }), fates, async (scheduler, clicks, outcomes) => {
        const shop = new FakeShop(OFFERS);
        const neighbour = neighbours(scheduler);
        const transport = network(shop, scheduler, outcomes);
        const tabs = [
          openTab(transport, { ...neighbour(), deps: OFFLINE }),
          openTab(transport, { ...neighbour(), deps: OFFLINE }),
        ] as const;
        scheduler.scheduleSequence(
          clicks.map((one) => ({ label: `tab ${one.tab} ${one.kind}`, builder: async () => applyClick(tabs[one.tab], one) })),
        );
        await scheduler.waitIdle();
        const [cart = {}, ...others] = inShop(shop);
        expect(others).toEqual([]);
        expect(quantitiesIn(tabs[0])).toEqual(cart);
        expect(quantitiesIn(tabs[1])).toEqual(cart);
      }),
      { numRuns: runs(400) },
    );
  });

  test('lose no addition of either [CART-37]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ tab: fc.constantFrom(0 as const, 1 as const), offer: fc.nat({ max: 2 }) }), { maxLength: 12 }),
        fates,
        async (scheduler, adds, outcomes) => {
          const shop = new FakeShop(OFFERS);
          const neighbour = neighbours(scheduler);
          const transport = network(shop, scheduler, outcomes);
          const tabs = [
            openTab(transport, { ...neighbour(), deps: OFFLINE }),
            openTab(transport, { ...neighbour(), deps: OFFLINE }),
          ] as const;
          const expected: Record<string, number> = {};
          for (const { offer } of adds) expected[`offer-${offer + 1}`] = (expected[`offer-${offer + 1}`] ?? 0) + 1;
          // Each addition is confirmed before the same tab adds again. A burst in one tab is one intent by design.
          for (const { tab, offer } of adds) {
            applyClick(tabs[tab], { tab, kind: 'add', offer, cases: 1 });
            await scheduler.waitIdle();
          }
          expect(inShop(shop)).toEqual(adds.length === 0 ? [] : [expected]);
          expect(quantitiesIn(tabs[0])).toEqual(expected);
          expect(quantitiesIn(tabs[1])).toEqual(expected);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
