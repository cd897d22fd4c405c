/** The shop behind PgBouncer in transaction mode: shoppers buy over two processes while PgBouncer is restarted. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { client } from '#lib/client.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { buyer, findInvariantViolations } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport, send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type ShopProcess, startShopProcess } from '#tests/fixtures/shop-process.ts';

const CASES = 100_000;
const BUYERS = 4;
const SECONDS = 10;
const STATEMENTS = 4_000;
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534;
/** Of Debian 12: below 1.21, so statements have no names. */
const PREPARES = 'no';

let shop: TestShop;
let folder = '';
let poolerUrl = '';
let pooler: ChildProcess | null = null;
let processes: ShopProcess[] = [];

function startPooler(): void {
  pooler = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
}

async function stopPooler(): Promise<void> {
  const running = pooler;
  pooler = null;
  if (running?.kill('SIGKILL')) await once(running, 'exit');
}

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: CASES });
  const { hostname, port, username, password, pathname } = new URL(shop.connectionString);
  const name = pathname.slice(1);
  const listenPort = await freePort();
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-pgbouncer-'));
  const login = `user=${decodeURIComponent(username)}${password === '' ? '' : ` password=${decodeURIComponent(password)}`}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name} ${login}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // Fewer than the processes have, so that a transaction often gets another connection than the last one.
      'default_pool_size = 6',
      'max_client_conn = 200',
    ].join('\n'),
  );
  if (process.getuid?.() === 0) for (const path of [folder, join(folder, 'pgbouncer.ini')]) await chown(path, NOBODY, NOBODY);
  poolerUrl = Object.assign(new URL(shop.connectionString), { hostname: '127.0.0.1', port: String(listenPort) }).href;
  startPooler();
  await sleep(1_000);
  const env = { DATABASE_POOLER_URL: poolerUrl, DATABASE_POOLER_PREPARES: PREPARES };
  processes = await Promise.all([startShopProcess(shop.connectionString, env), startShopProcess(shop.connectionString, env)]);
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end()));
  await stopPooler();
  await shop?.stop();
  if (folder !== '') await rm(folder, { recursive: true });
});

/** The shop over all processes: each call of a buyer goes to another one. */
function spread(): Pick<TestShop, 'call'> {
  let turn = 0;
  return {
    call: (table, host = 'localhost') =>
      client(table, (call, input, options) => httpTransport(processes[turn++ % processes.length]?.port ?? 0, host)(call, input, options)),
  };
}

async function buy(): Promise<void> {
  const guest = await buyer(spread(), [1]);
  const placed = await guest.placeOrder();
  if (!placed.ok) throw new Error(placed.code);
  await guest.pay(placed.value.data.nextUrl);
  const settled = await guest.settle();
  if (!settled.ok || settled.value.data.status !== 'paid') throw new Error('a purchase is not paid');
  const page = await send(processes[0]?.port ?? 0, 'localhost', 'GET', '/wines');
  if (page.status !== 200) throw new Error(`the list answered ${page.status}`);
}

/** Buys with several people until a moment. @returns purchases and failures */
async function buyUntil(isOver: () => boolean): Promise<{ readonly bought: number; readonly failures: readonly string[] }> {
  let bought = 0;
  const failures: string[] = [];
  const person = async (): Promise<void> => {
    while (!isOver())
      await buy().then(
        () => {
          bought += 1;
        },
        async (error: unknown) => {
          failures.push(error instanceof Error ? error.message : String(error));
          await sleep(100);
        },
      );
  };
  await Promise.all(Array.from({ length: BUYERS }, person));
  return { bought, failures };
}

test('shoppers buy over PgBouncer without a failure', async () => {
  const end = performance.now() + SECONDS * 1_000;
  const { bought, failures } = await buyUntil(() => performance.now() > end);

  console.log(`${bought} purchases in ${SECONDS} s over PgBouncer`);
  expect(failures).toEqual([]);
  expect(bought).toBeGreaterThan(0);
  expect(await findInvariantViolations(shop, { 1: CASES })).toEqual([]);
});

test('the shop reconnects by itself after PgBouncer was away, and every book agrees', async () => {
  let isOver = false;
  const buying = buyUntil(() => isOver);
  await sleep(1_000);
  await stopPooler();
  await sleep(2_000);
  startPooler();
  const restarted = performance.now();
  while (!(await send(processes[0]?.port ?? 0, 'localhost', 'GET', '/readyz')).text.includes('"database":true')) await sleep(50);
  console.log(`the database answers ${Math.round(performance.now() - restarted)} ms after PgBouncer has started again`);
  await sleep(1_000);
  isOver = true;
  const { failures } = await buying;
  const end = performance.now() + 2_000;
  const after = await buyUntil(() => performance.now() > end);

  expect(failures.length).toBeGreaterThan(0);
  expect(after.failures).toEqual([]);
  // Orders whose confirmation was lost are finished by the jobs.
  await expect.poll(() => findInvariantViolations(shop, { 1: CASES }), { timeout: 120_000, interval: 2_000 }).toEqual([]);
});

test('what unnamed statements cost', async () => {
  const statement = {
    name: 'check.cost',
    text: `select o.id, o.number, c.cart_id from orders o join checkouts c on c.id = o.checkout_id
      left join order_refunds r on r.order_id = o.id where o.number = $1 and o.market = $2 order by o.placed_at`,
    values: [1, 'AU'],
  };
  const perSecond = async (canPrepare: boolean | null): Promise<number> => {
    const pooler = canPrepare === null ? null : { connectionString: poolerUrl, canPrepare };
    const database = openDatabase(shop.connectionString, 4, { pooler });
    const shares = Array.from({ length: 4 }, async () => {
      for (let at = 0; at < STATEMENTS / 4; at += 1) await database.queryMany(statement);
    });
    const began = performance.now();
    await Promise.all(shares);
    const took = performance.now() - began;
    await database.close();
    return Math.round((STATEMENTS / took) * 1_000);
  };
  const [direct, unnamed] = [await perSecond(null), await perSecond(false)];

  console.log(`${direct} statements/s directly and named, ${unnamed} over PgBouncer and unnamed: ${(unnamed / direct).toFixed(2)}`);
  expect(unnamed).toBeGreaterThan(0);
});
