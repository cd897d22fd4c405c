/** What fails in chaos.check.ts, one after the other. */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { send } from '#tests/fixtures/http.ts';
import type { ShopProcess } from '#tests/fixtures/shop-process.ts';
import type { ClusterShop } from './cluster-shop.ts';
import type { SmallDisk } from './small-disk.ts';

export const CLOCK = join(tmpdir(), `cellardoor-clock-${process.pid}`);
/** The library of Debian's package `faketime` reads the time of a process from a file. */
export const WITH_CLOCK = {
  LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  FAKETIME_TIMESTAMP_FILE: CLOCK,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};
const HOUR_MS = 3_600_000;
/** Too little for a saved search index, which has 5.9 MB here. */
const MAX_FREE_BYTES = 1_000_000;

/** The shop, and the worker that runs now. No other process runs jobs. */
export interface ChaosSetting {
  readonly shop: ClusterShop;
  /** What the web processes and the worker write files to. */
  readonly disk: SmallDisk;
  /** Settings of the web processes and the worker. */
  readonly env: Readonly<Record<string, string>>;
  worker: ShopProcess;
  startWorker(): Promise<ShopProcess>;
}

export interface InjectedFailure {
  readonly what: string;
  /** How long it lasts, in ms, from the end of `inject`. */
  readonly lasts?: number;
  /** An error that shoppers must see. Without it nothing has failed. */
  readonly causes?: string;
  /** Checks at its end that it has worked, where shoppers see no failure. @throws Error if it has not */
  readonly checkEffect?: (setting: ChaosSetting) => Promise<unknown>;
  /** True if shoppers must be able to buy while it lasts. */
  readonly isHarmless?: true;
  /** @returns what ends the failure */
  readonly inject: (setting: ChaosSetting) => Promise<() => unknown>;
}

async function restartWeb({ shop, env }: ChaosSetting, at: number): Promise<void> {
  const web = shop.webs[at];
  if (web) shop.webs[at] = await shop.startProcess({ SHOP_ROLE: 'web', ...env, PORT: String(web.port) });
}

/** Waits until an attempt to send an email and one to send a webhook have failed, both since the last one that succeeded. */
async function waitForFailedDeliveries({ shop }: ChaosSetting): Promise<void> {
  const readFailed = () =>
    shop.shop.database.queryOne<{ mails: boolean; webhooks: boolean }>({
      text: `select exists (select from mail_attempts where outcome = 'failed'
            and at > (select coalesce(max(at), '-infinity') from mail_attempts where outcome = 'sent')) as mails,
          exists (select from webhook_deliveries where state = 'pending' and attempts > 0) as webhooks`,
    });
  await expect.poll(readFailed, { message: 'failed deliveries', timeout: 30_000 }).toEqual({ mails: true, webhooks: true });
}

/** Sets the clocks and waits until each process goes by them. Without the library of `faketime` none does. */
async function setClocks({ shop, worker }: ChaosSetting, aheadMs: number): Promise<void> {
  await writeFile(CLOCK, `+${aheadMs / 1_000}s`);
  for (const { port } of [...shop.webs, worker]) {
    const hoursAhead = async (): Promise<number> => {
      const { headers } = await send(port, 'localhost', 'GET', '/healthz');
      // Not -0.
      return Math.round((Date.parse(String(headers.date)) - Date.now()) / HOUR_MS) + 0;
    };
    await expect.poll(hoursAhead, { message: 'the clock of a process', timeout: 10_000 }).toBe(aheadMs / HOUR_MS);
  }
}

const leaderOf = ({ shop }: ChaosSetting): Promise<string> => shop.cluster.waitForLeader();

export const INJECTED_FAILURES: readonly InjectedFailure[] = [
  {
    what: 'a web process is killed',
    causes: 'ECONNREFUSED',
    inject: async (setting) => {
      await setting.shop.webs[0]?.end();
      return () => restartWeb(setting, 0);
    },
  },
  {
    what: 'the worker is killed while it writes an import',
    isHarmless: true,
    inject: async (setting) => {
      const isWriting = async () =>
        (await setting.shop.shop.database.queryOne({ text: "select id from imports where state = 'applying'" })) !== null;
      await expect.poll(isWriting, { message: 'an import is being written', timeout: 60_000, interval: 20 }).toBe(true);
      await setting.worker.end();
      return async () => {
        setting.worker = await setting.startWorker();
      };
    },
  },
  {
    what: 'PgBouncer is killed',
    causes: '503 unavailable',
    inject: async ({ shop }) => {
      await shop.cluster.killPooler();
      return () => shop.cluster.startPooler();
    },
  },
  {
    what: 'all connections to the database drop, three times',
    causes: '503 unavailable',
    inject: async ({ shop }) => {
      for (let time = 0; time < 3; time += 1) {
        shop.poolerGate.drop();
        await sleep(1_000);
      }
      return () => {};
    },
  },
  {
    what: 'Stripe hangs',
    // Longer than the timeout of a call and its repetition.
    lasts: 24_000,
    causes: '503 payment_unavailable',
    inject: async ({ shop }) => {
      shop.stripeGate.hang(true);
      return () => shop.stripeGate.hang(false);
    },
  },
  {
    what: 'Stripe cannot be reached',
    causes: '503 payment_unavailable',
    inject: async ({ shop }) => {
      await shop.stripeGate.close();
      return () => shop.stripeGate.open();
    },
  },
  {
    what: 'the mail server and the receiver of webhooks hang',
    lasts: 24_000,
    isHarmless: true,
    checkEffect: waitForFailedDeliveries,
    inject: async ({ shop }) => {
      for (const gate of [shop.mailGate, shop.webhookGate]) gate.hang(true);
      return () => [shop.mailGate, shop.webhookGate].map((gate) => gate.hang(false));
    },
  },
  {
    what: 'the clocks of the web processes and the worker jump an hour ahead and back',
    isHarmless: true,
    inject: async (setting) => {
      await setClocks(setting, HOUR_MS);
      return () => setClocks(setting, 0);
    },
  },
  {
    what: 'the leader of the database is killed',
    causes: '503 unavailable',
    inject: async (setting) => {
      const { cluster } = setting.shop;
      const node = await leaderOf(setting);
      await cluster.kill(node);
      await cluster.waitForLeader(node);
      return () => cluster.start(node);
    },
  },
  {
    what: 'the disk of the leader is full',
    causes: '503 unavailable',
    inject: async (setting) => {
      const { cluster } = setting.shop;
      const node = await leaderOf(setting);
      await cluster.fillDisk(node);
      return () => cluster.freeDisk(node);
    },
  },
  {
    what: 'the disk of the replica that confirms is full',
    inject: async ({ shop: { cluster } }) => {
      const node = await cluster.syncReplica();
      await cluster.fillDisk(node);
      // Patroni lets the other replica confirm.
      await expect.poll(() => cluster.syncReplica(), { message: 'another replica confirms', timeout: 120_000 }).not.toBe(node);
      return () => cluster.freeDisk(node);
    },
  },
  {
    what: 'the disk of the shop is full, and a web process is restarted',
    lasts: 15_000,
    causes: 'ECONNREFUSED',
    isHarmless: true,
    // A process deletes the part of an index that it could not finish.
    checkEffect: async ({ disk }) => expect(await disk.readFree(), 'free space').toBeLessThan(MAX_FREE_BYTES),
    inject: async (setting) => {
      await setting.disk.fill();
      // It writes its search index when it stops.
      expect(await setting.shop.webs[0]?.stop(), 'the exit code').toBe(0);
      await restartWeb(setting, 0);
      return () => setting.disk.free();
    },
  },
  {
    what: 'the leader loses its network',
    causes: '503 unavailable',
    inject: async (setting) => {
      const { cluster } = setting.shop;
      const node = await leaderOf(setting);
      await cluster.disconnect(node);
      await cluster.waitForLeader(node);
      return () => cluster.connect(node);
    },
  },
];
