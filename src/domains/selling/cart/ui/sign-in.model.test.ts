/** Random shoppers who sign in and out while they shop, in two tabs, over a slow network that loses messages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/stress/run-count.ts';
import { openTab, quantitiesIn, type Tab } from './testing/create-test-tab.ts';
import { FakeShop, hit } from './testing/fake-shop.ts';
import { fates, neighbours, network } from './testing/unreliable-network.ts';

const OFFERS = [hit(1), hit(2), hit(3)];
const ID_KEY = 'BIGCOMMERCE_AU_CART_ID';
const CUSTOMER = 7;

interface Step {
  readonly tab: 0 | 1;
  readonly kind: 'add' | 'set' | 'sign in' | 'sign out';
  readonly offer: number;
  readonly cases: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  tab: fc.constantFrom(0, 1),
  kind: fc.constantFrom('add', 'add', 'set', 'sign in', 'sign out'),
  offer: fc.nat({ max: 2 }),
  cases: fc.nat({ max: 3 }),
});

type Cases = Record<string, number>;

const casesIn = (shop: FakeShop, customerId: number): Cases =>
  Object.fromEntries((shop.cartOf(customerId)?.lines ?? []).map((line) => [line.offerId, line.quantity]));

/** Creates two tabs of a browser that share the session; the scheduler decides when each learns of a change. */
function browser(scheduler: fc.Scheduler, outcomes: Parameters<typeof network>[2]) {
  const shop = new FakeShop(OFFERS);
  const neighbour = neighbours(scheduler);
  const open = (): { tab: Tab; become: (customerId: number) => void } => {
    let who = 0;
    const deps = { isOnline: () => false, shopper: () => who };
    const tab = openTab(
      network(shop, scheduler, outcomes, () => who),
      { ...neighbour(), deps },
    );
    return {
      tab,
      become(customerId) {
        who = customerId;
        tab.store.shopperChanged();
      },
    };
  };
  const tabs = [open(), open()] as const;
  return {
    shop,
    tabs,
    take({ tab, kind, offer, cases }: Step): void {
      const hit = OFFERS[offer];
      const { store } = tabs[tab].tab;
      if (kind === 'add' && hit) store.add(hit, Math.max(1, cases));
      if (kind === 'set' && hit) store.setQuantity(hit.offerId, cases);
      if (kind !== 'sign in' && kind !== 'sign out') return;
      const customerId = kind === 'sign in' ? CUSTOMER : 0;
      tabs[tab].become(customerId);
      const other = tabs[tab === 0 ? 1 : 0];
      void scheduler.schedule(Promise.resolve(), 'the other tab hears of it').then(() => other.become(customerId));
    },
  };
}

/** Models the carts of the shop if every step completes before the next. */
function reference(): { guest: Cases; customer: Cases; isIn: boolean; take(step: Step): void } {
  const model = {
    guest: {} as Cases,
    customer: {} as Cases,
    isIn: false,
    take({ kind, offer, cases }: Step): void {
      const id = `offer-${offer + 1}`;
      const current = model.isIn ? model.customer : model.guest;
      if (kind === 'add') current[id] = (current[id] ?? 0) + Math.max(1, cases);
      if (kind === 'set' && current[id]) current[id] = cases;
      if (current[id] === 0) delete current[id];
      if (kind === 'sign in') {
        for (const [offerId, count] of Object.entries(model.guest)) model.customer[offerId] = (model.customer[offerId] ?? 0) + count;
        model.guest = {};
        model.isIn = true;
      }
      if (kind === 'sign out') model.isIn = false;
    },
  };
  return model;
}

describe('signing in and out', () => {
  test('one step at a time adds up carts, loses and repeats nothing, and starts empty after signing out [CART-37] [CART-46]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 10 }), fates, async (scheduler, steps, outcomes) => {
        const { shop, tabs, take } = browser(scheduler, outcomes);
        await scheduler.waitIdle();
        const model = reference();
        for (const each of steps) {
          model.take(each);
          take(each);
          await scheduler.waitIdle();
          const expected = model.isIn ? model.customer : model.guest;
          expect(tabs.map(({ tab }) => quantitiesIn(tab))).toEqual([expected, expected]);
          expect(casesIn(shop, CUSTOMER)).toEqual(model.customer);
          expect(casesIn(shop, 0)).toEqual(model.guest);
        }
        const own = shop.cartOf(CUSTOMER)?.id ?? null;
        if (model.isIn) expect([shop.accounts.get(CUSTOMER) ?? null, tabs[0].tab.values.read(ID_KEY)]).toEqual([own, null]);
      }),
      { numRuns: runs(250) },
    );
  });

  test('in any order and at any moment ends with every tab showing the shop’s cart [CART-37]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 14 }), fates, async (scheduler, steps, outcomes) => {
        const { shop, tabs, take } = browser(scheduler, outcomes);
        scheduler.scheduleSequence(steps.map((each) => ({ label: each.kind, builder: async () => take(each) })));
        await scheduler.waitIdle();
        for (const { become } of tabs) become(CUSTOMER);
        await scheduler.waitIdle();
        for (const { tab } of tabs) {
          expect(tab.store.current()).toMatchObject({ isPending: false, isLoading: false, isMerging: false, isLoaded: true });
          expect(quantitiesIn(tab)).toEqual(casesIn(shop, CUSTOMER));
        }
        expect(tabs[0].tab.values.read(ID_KEY)).toBeNull();
      }),
      { numRuns: runs(250) },
    );
  });
});
