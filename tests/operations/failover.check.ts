/**
 * The leader of the database is killed, hangs, is cut off and is replaced while shoppers fill carts and buy through PgBouncer. Whatever the
 * shop has confirmed is still there, and nobody has paid twice: the payments are in a Stripe of their own. The shop sells again each time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase, type Pooler } from '#lib/db/pool.ts';
import { type ClusterShop, findDifferences, findLost, openClusterShop } from './cluster-shop.ts';
import { type ClusterOptions, type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts';
import { NODES } from './node-network.ts';
import { longestGap, Shoppers } from './shoppers.ts';

/** Load before a failure, and after everything is whole again. */
const STEADY_MS = 3_000;
/** Longest time without a purchase, and within which the shop sells again after a failure has ended. */
const RECOVERY_MS = 60_000;
/** How long a failure lasts that nobody is promoted in. Longer than the lock of a leader. */
const HALT_MS = 40_000;
/** After which nothing is confirmed any more that was on its way when a failure began. */
const ON_THEIR_WAY_MS = 1_000;

let opened: ClusterShop | null = null;
afterEach(async () => {
  await opened?.stop();
  opened = null;
});
async function open(options: ClusterOptions = {}): Promise<ClusterShop> {
  opened = await openClusterShop(options);
  return opened;
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const failuresOf = ({ failures }: Shoppers): string => [...failures].map(([kind, count]) => `${count} × ${kind}`).join(', ');
const replicasOf = (leader: string): string[] => NODES.filter((node) => node !== leader);
const boughtIn = ({ moments }: Shoppers, from: number, to = Number.POSITIVE_INFINITY): number =>
  moments.filter((moment) => moment > from && moment < to).length;

/** Waits until shoppers buy. */
const waitForPurchase = (shoppers: Shoppers, what: string): Promise<void> => {
  const from = performance.now();
  return expect.poll(() => boughtIn(shoppers, from), { message: `a purchase after: ${what}`, timeout: RECOVERY_MS }).toBeGreaterThan(0);
};

/** Checks that nothing confirmed is lost, and that books and payments agree. */
async function checkBooks(setting: ClusterShop, shoppers: Shoppers, what: string): Promise<void> {
  expect(Math.min(shoppers.orders.length, shoppers.carts.size), what).toBeGreaterThan(0);
  expect(await findLost(setting, shoppers), what).toEqual([]);
  // Orders whose confirmation was lost are finished by the jobs.
  await expect.poll(() => findDifferences(setting), { message: what, timeout: 120_000, interval: 2_000 }).toEqual([]);
}

interface InjectedFailure {
  readonly what: string;
  /** @returns what ends the failure */
  readonly inject: (cluster: DatabaseCluster, leader: string) => Promise<() => Promise<unknown>>;
}
const INJECTED_FAILURES: readonly InjectedFailure[] = [
  {
    what: 'is killed',
    async inject(cluster, leader) {
      await cluster.kill(leader);
      return () => cluster.start(leader);
    },
  },
  {
    what: 'hangs',
    async inject(cluster, leader) {
      await cluster.pause(leader);
      return () => cluster.resume(leader);
    },
  },
  {
    what: 'loses its network',
    async inject(cluster, leader) {
      await cluster.disconnect(leader);
      return () => cluster.connect(leader);
    },
  },
  {
    what: 'and its etcd are killed with their machine',
    async inject(cluster, leader) {
      await Promise.all([cluster.kill(leader), cluster.killEtcd(leader)]);
      return async () => {
        await cluster.startEtcd(leader);
        await cluster.start(leader);
      };
    },
  },
  {
    what: 'is cut from the other nodes, and clients reach it',
    async inject(cluster, leader) {
      await cluster.isolate(leader);
      return () => cluster.rejoin(leader);
    },
  },
  {
    what: 'hands over to a replica, and fails back',
    async inject(cluster, leader) {
      await cluster.switchOver(await cluster.syncReplica());
      return async () => {
        await cluster.waitUntilWhole();
        await cluster.switchOver(leader);
      };
    },
  },
];

/** What nobody is promoted in. Writing stops, and goes on by itself. */
const HALTS: readonly InjectedFailure[] = [
  {
    what: 'The database of the leader is cut from its replicas',
    async inject(cluster, leader) {
      await cluster.isolateDatabase(leader);
      return () => cluster.rejoin(leader);
    },
  },
  {
    what: 'etcd loses two of three members',
    async inject(cluster, leader) {
      const lost = replicasOf(leader);
      for (const node of lost) await cluster.killEtcd(node);
      return () => Promise.all(lost.map((node) => cluster.startEtcd(node)));
    },
  },
];

/** Reads until `stop` through a pool of the shop. @returns how often a replica answered, of how often there was an answer */
function readThrough(connectionString: string, pooler: Pooler | null): { stop(): Promise<readonly [replica: number, answered: number]> } {
  const database = openDatabase(connectionString, 4, { pooler });
  let isOver = false;
  const answers: boolean[] = [];
  const reading = (async () => {
    while (!isOver) {
      const row = await database.queryOne<{ replica: boolean }>({ text: 'select pg_is_in_recovery() as replica' }).catch(() => null);
      if (row) answers.push(row.replica);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await reading;
      await database.close();
      return [answers.filter(Boolean).length, answers.length];
    },
  };
}

/** Asks a former leader, directly, to confirm writes until `stop`. @returns how often it did, of how often it was asked */
function askFormerLeader(cluster: DatabaseCluster, node: string): { stop(): Promise<readonly [confirmed: number, asked: number]> } {
  let isOver = false;
  const answers: boolean[] = [];
  const asking = (async () => {
    while (!isOver) {
      answers.push(await cluster.confirmsWrites(node));
      await sleep(200);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await asking;
      return [answers.filter(Boolean).length, answers.length];
    },
  };
}

test('no confirmed write is lost while the leader is replaced', async () => {
  const setting = await open();
  const { cluster } = setting;
  for (const { what, inject } of INJECTED_FAILURES) {
    await cluster.waitUntilWhole();
    const shoppers = await Shoppers.start(setting);
    await waitForPurchase(shoppers, 'the start');
    const from = performance.now();
    await sleep(STEADY_MS);
    const leader = await cluster.waitForLeader();
    const end = await inject(cluster, leader);
    const next = await cluster.waitForLeader(leader);
    await sleep(STEADY_MS);
    await end();
    await waitForPurchase(shoppers, what);
    await cluster.waitUntilWhole();
    await sleep(STEADY_MS);
    const gap = longestGap(shoppers.moments, from, performance.now());
    await shoppers.stop();
    console.log(
      `The leader ${what}: ${leader} → ${next}, ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts, ` +
        `no purchase for ${seconds(gap)} s; failed: ${failuresOf(shoppers)}`,
    );
    expect(gap, what).toBeLessThan(RECOVERY_MS);
    await checkBooks(setting, shoppers, what);
  }
});

describe('the cluster by itself', () => {
  let cluster: DatabaseCluster | null = null;
  afterEach(async () => {
    await cluster?.stop();
    cluster = null;
  });

  test('changes no settings without the password', async () => {
    cluster = await startDatabaseCluster();

    expect(await cluster.changeSettingsWithoutPassword(await cluster.waitForLeader())).toBe(401);
  });

  test('confirms nothing where the leader is cut from the other nodes, also before its lock expires', async () => {
    cluster = await startDatabaseCluster();
    const leader = await cluster.waitForLeader();
    expect(await cluster.confirmsWrites(leader)).toBe(true);

    await cluster.isolate(leader);
    const asking = askFormerLeader(cluster, leader);
    await cluster.waitForLeader(leader);
    await sleep(STEADY_MS);
    const [confirmed, asked] = await asking.stop();
    await cluster.rejoin(leader);
    await cluster.waitUntilWhole();

    expect(confirmed).toBe(0);
    expect(asked).toBeGreaterThan(5);
  });

  test('reads nothing from a leader that was cut off and has become a replica, directly and through PgBouncer', async () => {
    cluster = await startDatabaseCluster();
    const pooler = { connectionString: cluster.poolerConnectionString, canPrepare: false };
    const leader = await cluster.waitForLeader();

    const readings = [readThrough(cluster.connectionString, null), readThrough(cluster.connectionString, pooler)];
    await cluster.isolate(leader);
    await cluster.waitForLeader(leader);
    await sleep(STEADY_MS);
    const read = await Promise.all(readings.map((each) => each.stop()));
    await cluster.rejoin(leader);

    console.log(`read from a replica, of all answers: ${JSON.stringify(read)}`);
    expect(read.map(([replica]) => replica)).toEqual([0, 0]);
    expect(Math.min(...read.map(([, answered]) => answered))).toBeGreaterThan(100);
  });

  test('does confirm there without synchronous_mode, which this check notices', async () => {
    cluster = await startDatabaseCluster({ isSynchronous: false, isStrict: false });
    const leader = await cluster.waitForLeader();

    await cluster.isolate(leader);
    const asking = askFormerLeader(cluster, leader);
    await sleep(STEADY_MS);

    expect((await asking.stop())[0]).toBeGreaterThan(0);
  });
});

test.each(HALTS)('$what: writing stops, and goes on by itself afterwards', async ({ what, inject }) => {
  const setting = await open();
  const { cluster } = setting;
  const shoppers = await Shoppers.start(setting);
  await waitForPurchase(shoppers, 'the start');
  const leader = await cluster.waitForLeader();
  const end = await inject(cluster, leader);
  const struck = performance.now();
  await sleep(HALT_MS);
  const halted = longestGap(shoppers.moments, struck, performance.now());
  const lastBought = shoppers.moments.at(-1) ?? struck;
  await end();
  const endedAt = performance.now();
  await waitForPurchase(shoppers, what);
  const recovered = (shoppers.moments.find((moment) => moment > endedAt) ?? endedAt) - endedAt;
  await cluster.waitUntilWhole();
  await shoppers.stop();
  console.log(
    `${what}: sold for ${seconds(Math.max(0, lastBought - struck))} s more, nothing for ${seconds(halted)} of ${seconds(HALT_MS)} s, ` +
      `again ${seconds(recovered)} s after it had ended; ${shoppers.orders.length} purchases; failed: ${failuresOf(shoppers)}`,
  );
  expect(halted).toBeGreaterThan(STEADY_MS);
  await checkBooks(setting, shoppers, what);
});

describe('the replicas are away when the leader and its disk are lost', () => {
  /** @returns the load, what was confirmed and is lost, and how many purchases were confirmed while no replica was there */
  async function loseLeader(options: ClusterOptions): Promise<{ lost: string[]; shoppers: Shoppers; confirmedAlone: number }> {
    const setting = await open(options);
    const { cluster } = setting;
    const shoppers = await Shoppers.start(setting);
    await waitForPurchase(shoppers, 'the start');
    await sleep(STEADY_MS);
    const leader = await cluster.waitForLeader();
    const replicas = replicasOf(leader);
    for (const replica of replicas) await cluster.kill(replica);
    const alone = performance.now() + ON_THEIR_WAY_MS;
    // Without strictness Patroni lets the leader confirm alone after a while.
    await sleep(20_000);
    await cluster.kill(leader);
    const confirmedAlone = boughtIn(shoppers, alone, performance.now());
    await cluster.deleteData(leader);
    for (const replica of replicas) await cluster.start(replica);
    // Patroni promotes none by itself: when both were away, it noted that no replica is known to have everything.
    await cluster.forceFailOver(replicas);
    await cluster.waitForLeader();
    await cluster.start(leader);
    await cluster.waitUntilWhole();
    await waitForPurchase(shoppers, 'the failover');
    await shoppers.stop();
    console.log(
      `${JSON.stringify(options)}: ${shoppers.orders.length} purchases, ${confirmedAlone} while no replica was there, ${shoppers.carts.size} carts`,
    );
    return { lost: await findLost(setting, shoppers), shoppers, confirmedAlone };
  }

  test('nothing is lost, because nothing was confirmed', async () => {
    const { lost, shoppers, confirmedAlone } = await loseLeader({});

    expect(Math.min(shoppers.orders.length, shoppers.carts.size)).toBeGreaterThan(0);
    expect(confirmedAlone).toBe(0);
    expect(lost).toEqual([]);
  });

  test.each([{ isStrict: false }, { isSynchronous: false, isStrict: false }])(
    'confirmed orders and carts are lost with %o, which this check notices',
    async (options) => {
      const { lost, confirmedAlone } = await loseLeader(options);

      expect(confirmedAlone).toBeGreaterThan(0);
      expect(lost.length).toBeGreaterThan(0);
    },
  );
});
