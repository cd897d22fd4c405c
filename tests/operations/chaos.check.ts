/**
 * Everything fails in turn while shoppers buy and staff import price lists: processes and the database are killed, connections drop, a disk
 * fills, a clock jumps, Stripe hangs. Prints a table for docs/proof.md. At the end all books agree, and what was confirmed is there.
 */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPending } from '#domains/imports/model/import-state.ts';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { client } from '#lib/client.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, must, OFFICE_HOST, signInAs } from '#tests/fixtures/office.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import { type ClusterShop, findDifferences, findLost, openClusterShop, Shoppers } from './cluster-shop.ts';

/** How long each fault lasts, and how long everything works after it. */
const FAULT_MS = 6_000;
const STEADY_MS = 6_000;
const WINES = 300;
const CLOCK = join(tmpdir(), `cellardoor-clock-${process.pid}`);
/** The library of Debian's package `faketime` reads the time of a process from a file. */
const WITH_CLOCK = {
  LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  FAKETIME_TIMESTAMP_FILE: CLOCK,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};

let shop: ClusterShop;
let worker: ShopProcess;
const startWorker = (): Promise<ShopProcess> => shop.startProcess({ SHOP_ROLE: 'worker' });

beforeAll(async () => {
  await writeFile(CLOCK, '+0s');
  shop = await openClusterShop({}, WITH_CLOCK);
  worker = await startWorker();
}, 300_000);
afterAll(async () => {
  await worker?.end();
  await shop?.stop();
  await rm(CLOCK, { force: true });
}, 300_000);

interface Fault {
  readonly what: string;
  /** @returns what ends the fault */
  readonly strike: () => Promise<() => unknown>;
}

const leader = (): Promise<string> => shop.cluster.waitForLeader();

async function restartWeb(at: number): Promise<void> {
  const web = shop.webs[at];
  if (web) shop.webs[at] = await shop.startProcess({ SHOP_ROLE: 'web', ...WITH_CLOCK, PORT: String(web.port) });
}

const FAULTS: readonly Fault[] = [
  {
    what: 'a web process is killed',
    strike: async () => {
      await shop.webs[0]?.end();
      return () => restartWeb(0);
    },
  },
  {
    what: 'the worker is killed in an import',
    strike: async () => {
      await worker.end();
      return async () => {
        worker = await startWorker();
      };
    },
  },
  {
    what: 'PgBouncer is killed',
    strike: async () => {
      await shop.cluster.killPooler();
      return () => shop.cluster.startPooler();
    },
  },
  {
    what: 'all connections to the database drop, three times',
    strike: async () => {
      for (let time = 0; time < 3; time += 1) {
        shop.poolerGate.drop();
        await sleep(1_000);
      }
      return () => {};
    },
  },
  {
    what: 'Stripe hangs',
    strike: async () => {
      shop.stripeGate.hang(true);
      return () => shop.stripeGate.hang(false);
    },
  },
  {
    what: 'Stripe cannot be reached',
    strike: async () => {
      await shop.stripeGate.close();
      return () => shop.stripeGate.open();
    },
  },
  {
    what: 'the clocks of the web processes jump an hour ahead and back',
    strike: async () => {
      await writeFile(CLOCK, '+3600s');
      return () => writeFile(CLOCK, '+0s');
    },
  },
  {
    what: 'the leader of the database is killed',
    strike: async () => {
      const node = await leader();
      await shop.cluster.kill(node);
      await shop.cluster.waitForLeader(node);
      return () => shop.cluster.start(node);
    },
  },
  {
    what: 'the disk of the leader is full',
    strike: async () => {
      const node = await leader();
      await shop.cluster.fillDisk(node);
      return () => shop.cluster.freeDisk(node);
    },
  },
  {
    what: 'the leader loses its network',
    strike: async () => {
      const node = await leader();
      await shop.cluster.disconnect(node);
      await shop.cluster.waitForLeader(node);
      return () => shop.cluster.connect(node);
    },
  },
];

/** Imports lists with other prices, one after the other. @returns the numbers of those that the shop has said are done */
async function importLists(cookie: string, isOver: () => boolean): Promise<number[]> {
  const done: number[] = [];
  let turn = 0;
  const calls = client(importOfficeContract, (call, input, options) =>
    httpTransport(shop.webs[turn++ % shop.webs.length]?.port ?? 0, OFFICE_HOST, { cookie })(call, input, options),
  );
  /** Repeats a call until the shop can be reached. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isOver()) throw error;
        await sleep(500);
      }
    }
  };
  const settle = async (id: number) => {
    for (;;) {
      const found = await insist(() => must(calls.import({ id })));
      if (!isPending(found.state)) return found;
      await sleep(250);
    }
  };
  for (let price = 20; !isOver(); price += 1) {
    const bytes = Buffer.from(wineListOf(...Array.from({ length: WINES }, (_, number) => listedWine(number + 1, price))));
    const { id } = await insist(() => must(calls.startUpload({ name: `list-${price}.csv`, bytes: bytes.length })));
    await insist(() => must(calls.uploadPart({ id, part: 0, data: bytes.toString('base64') })));
    await insist(() => must(calls.finishUpload({ id, parts: 1 })));
    const mapped = await settle(id);
    if (mapped.state === 'mapping')
      await insist(() => must(calls.compareImport({ id, version: mapped.version, kind: mapped.kind, endsMissing: false })));
    const compared = await settle(id);
    if (compared.state === 'ready' || compared.state === 'held')
      await insist(() => must(calls.startImport({ id, version: compared.version })));
    if ((await settle(id)).state === 'done') done.push(id);
  }
  return done;
}

test('loses nothing and charges nobody twice, whatever fails', async () => {
  const owner = await createTestStaff(shop.shop.database, { email: 'owner@shop.example', roles: ['Owner'] });
  const { cookies } = await signInAs(shop.shop, owner);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  let isOver = false;
  const shoppers = new Shoppers(shop);
  const importing = importLists(cookie, () => isOver).catch(() => []);
  await sleep(STEADY_MS);
  const rows: string[] = [];
  for (const { what, strike } of FAULTS) {
    const before = { requests: shoppers.requests, purchases: shoppers.moments.length, failures: new Map(shoppers.failures) };
    const struck = performance.now();
    const heal = await strike();
    await sleep(FAULT_MS);
    await heal();
    await shop.cluster.waitUntilWhole();
    await sleep(STEADY_MS);
    const moments = shoppers.moments.slice(Math.max(0, before.purchases - 1));
    const gap = Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment)));
    const failed = [...shoppers.failures]
      .map(([kind, count]) => [kind, count - (before.failures.get(kind) ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} × ${kind}`);
    rows.push(
      `| ${what} | ${Math.round((performance.now() - struck) / 1_000)} s | ${shoppers.requests - before.requests} | ${shoppers.moments.length - before.purchases} | ${failed.join('; ') || 'none'} | ${(gap / 1_000).toFixed(1)} s |`,
    );
    console.log(rows.at(-1));
  }
  isOver = true;
  await shoppers.stop();
  const imports = await importing;
  const table = [
    '| Fault | Watched for | Requests | Purchases | Failed requests | Longest time without a purchase |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ];
  console.log(
    `${table.join('\n')}\n\n${shoppers.requests} requests, ${shoppers.orders.length} purchases, ${shoppers.carts.size} carts, ${imports.length} imports of ${WINES} wines`,
  );

  expect(imports.length).toBeGreaterThan(0);
  expect(await findLost(shop, shoppers)).toEqual([]);
  const kept = await shop.shop.database.queryMany<{ id: number }>({ text: "select id from imports where state = 'done'" });
  expect(imports.filter((id) => !kept.some((row) => row.id === id))).toEqual([]);
  await expect.poll(() => findDifferences(shop), { timeout: 180_000, interval: 2_000 }).toEqual([]);
});
