/**
 * The leader of the database is killed, hangs, is cut off and is replaced while shoppers fill carts and buy through PgBouncer. Whatever the
 * shop has confirmed is still there, and nobody has paid twice: the payments are in a Stripe of their own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type ClusterShop, findDifferences, findLost, openClusterShop, Shoppers } from './cluster-shop.ts';
import type { ClusterOptions, DatabaseCluster } from './database-cluster.ts';
import { NODES } from './node-network.ts';

/** Load before a fault, and after everything is whole again. */
const STEADY_MS = 3_000;

let opened: ClusterShop | null = null;
afterEach(async () => {
  await opened?.stop();
  opened = null;
});
async function open(options: ClusterOptions = {}): Promise<ClusterShop> {
  opened = await openClusterShop(options);
  return opened;
}

/** Returns the longest time between two purchases, in seconds. */
const longestGap = (moments: readonly number[]): string =>
  (Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment))) / 1_000).toFixed(1);

interface Fault {
  readonly what: string;
  /** @returns what ends the fault */
  readonly strike: (cluster: DatabaseCluster, leader: string) => Promise<() => Promise<unknown>>;
}
const FAULTS: readonly Fault[] = [
  {
    what: 'is killed',
    async strike(cluster, leader) {
      await cluster.kill(leader);
      return () => cluster.start(leader);
    },
  },
  {
    what: 'hangs',
    async strike(cluster, leader) {
      await cluster.pause(leader);
      return () => cluster.resume(leader);
    },
  },
  {
    what: 'loses its network',
    async strike(cluster, leader) {
      await cluster.disconnect(leader);
      return () => cluster.connect(leader);
    },
  },
  {
    what: 'hands over to a replica, and fails back',
    async strike(cluster, leader) {
      await cluster.switchOver(await cluster.syncReplica());
      return async () => {
        await cluster.waitUntilWhole();
        await cluster.switchOver(leader);
      };
    },
  },
];

test('no confirmed write is lost while the leader is replaced', async () => {
  const setting = await open();
  const { cluster } = setting;
  for (const { what, strike } of FAULTS) {
    await cluster.waitUntilWhole();
    const shoppers = new Shoppers(setting);
    await sleep(STEADY_MS);
    const leader = await cluster.waitForLeader();
    const heal = await strike(cluster, leader);
    const next = await cluster.waitForLeader(leader);
    await sleep(STEADY_MS);
    await heal();
    await cluster.waitUntilWhole();
    await sleep(STEADY_MS);
    await shoppers.stop();
    console.log(
      `The leader ${what}: ${leader} → ${next}, ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts, ` +
        `no purchase for ${longestGap(shoppers.moments)} s; failed: ${[...shoppers.failures].map(([what, count]) => `${count} × ${what}`).join(', ')}`,
    );
    expect(await findLost(setting, shoppers), what).toEqual([]);
    // Orders whose confirmation was lost are finished by the jobs.
    await expect.poll(() => findDifferences(setting), { message: what, timeout: 120_000, interval: 2_000 }).toEqual([]);
  }
});

describe('the replicas are away when the leader and its disk are lost', () => {
  /** @returns what was confirmed and is lost */
  async function loseLeader(options: ClusterOptions): Promise<string[]> {
    const setting = await open(options);
    const { cluster } = setting;
    const leader = await cluster.waitForLeader();
    const replicas = NODES.filter((node) => node !== leader);
    const shoppers = new Shoppers(setting);
    await sleep(STEADY_MS);
    for (const replica of replicas) await cluster.kill(replica);
    // Without strictness Patroni lets the leader confirm alone after a while.
    await sleep(20_000);
    await cluster.kill(leader);
    await cluster.deleteData(leader);
    for (const replica of replicas) await cluster.start(replica);
    // Patroni promotes none by itself: when both were away, it noted that no replica is known to have everything.
    await cluster.forceFailOver(replicas);
    await cluster.waitForLeader();
    await cluster.start(leader);
    await cluster.waitUntilWhole();
    await shoppers.stop();
    console.log(`${JSON.stringify(options)}: ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts`);
    return findLost(setting, shoppers);
  }

  test('nothing is lost, because nothing was confirmed', async () => {
    expect(await loseLeader({})).toEqual([]);
  });

  test.each([{ isStrict: false }, { isSynchronous: false, isStrict: false }])(
    'confirmed orders and carts are lost with %o, which this check notices',
    async (options) => {
      expect((await loseLeader(options)).length).toBeGreaterThan(0);
    },
  );
});
