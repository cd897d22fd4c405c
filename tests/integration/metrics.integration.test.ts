/** `/metrics` of the real server: every defined metric, figures of the database, and an answer without one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertBackupReport } from '#domains/system/server/health.repository.ts';
import { measure } from '#domains/system/server/measure.repository.ts';
import { METRICS, type MetricDefinition } from '#server/metrics/metric-table.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
});
afterAll(() => shop?.stop());

/** Types of the metrics of the shop in an answer, by name. */
const typesIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^# TYPE (cellardoor_\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]));

async function metrics(): Promise<string> {
  return (await shop.get('/metrics')).text;
}
/** Value of a series without or with labels, as it is written: `name` or `name{label="value"}`. */
const readSeries = (text: string, series: string): number | null => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
};
/** Scrapes until what was written before is in the answer: reads are shared for some seconds. */
const pollValue = (series: string) => expect.poll(async () => readSeries(await metrics(), series), { interval: 500 });

test('answers every metric of the table, with its type and help, and no other of the shop', async () => {
  const text = await metrics();

  const defined = new Map(Object.entries<MetricDefinition>(METRICS).map(([name, { type }]) => [name, type]));
  expect(typesIn(text)).toEqual(defined);
  for (const [name, { help }] of Object.entries(METRICS)) expect(text).toContain(`# HELP ${name} ${help}\n`);
});

test('counts calls of the gateway, emails, runs of jobs and orders', async () => {
  await paidOrder(shop, [1]);

  const gateway = 'cellardoor_gateway_call_duration_seconds_count{gateway="sandbox",call="begin",outcome="ok"}';
  await pollValue(gateway).toBeGreaterThan(0);
  await pollValue('cellardoor_mail_send_duration_seconds_count{outcome="sent"}').toBeGreaterThan(0);
  await pollValue('cellardoor_job_duration_seconds_count{job="send-order-email"}').toBeGreaterThan(0);
  await pollValue('cellardoor_orders_last_hour{market="AU"}').toBe(1);
  await pollValue('cellardoor_orders_last_hour{market="SG"}').toBe(0);
});

test('leaves probes and the metrics themselves out of the requests', async () => {
  await shop.get('/healthz');
  await shop.get('/readyz');
  await shop.get('/metrics');
  await shop.get('/security.txt');

  await pollValue('cellardoor_http_request_duration_seconds_count{method="GET",route="/security.txt",status="3xx"}').toBe(1);
  expect(await metrics()).not.toMatch(/route="\/(?:healthz|readyz|metrics)"/);
});

test('names pages by their patterns, also those that do not exist', async () => {
  await shop.get('/');
  await shop.get('/vino-articles');
  await shop.get('/no/such/page');

  const pages = [...(await metrics()).matchAll(/^cellardoor_http_request_duration_seconds_count\{method="GET",route="([^"]+)"/gm)].map(
    ([, route]) => route,
  );
  expect(pages).toEqual(expect.arrayContaining(['/', '/vino-articles', '/*']));
  expect(pages).not.toContain('/no/such/page');
});

test('has failures of carts and checkout from the start, so that the first one is an increase, and says that the shop is open', async () => {
  const text = await metrics();

  for (const [method, route] of [
    ['POST', '/api/checkout/place-order'],
    ['POST', '/api/one-click-checkout-p1'],
    ['POST', '/api/create-cart'],
  ])
    expect(readSeries(text, `cellardoor_http_request_duration_seconds_count{method="${method}",route="${route}",status="5xx"}`)).toBe(0);
  expect(readSeries(text, 'cellardoor_shop_open')).toBe(1);
});

test('counts the processes that run jobs and the work that was given up', async () => {
  await pollValue('cellardoor_workers_running').toBe(1);
  await shop.database.execute({
    text: `insert into shop_processes (id, role, host, pid, version) select gen_random_uuid(), role, 'host', 1, '1' from unnest(array['worker', 'web']) role`,
  });
  await shop.database.execute({
    text: `insert into pgboss.job (name, state, output, start_after)
      select 'send-order-email', state::pgboss.job_state, '{}', now() + interval '1 day' from unnest(array['failed', 'retry']) state`,
  });

  await pollValue('cellardoor_workers_running').toBe(2);
  await pollValue('cellardoor_queue_given_up_jobs{queue="send-order-email"}').toBe(1);
  expect(readSeries(await metrics(), 'cellardoor_queue_failed_jobs{queue="send-order-email"}')).toBe(2);
  expect(readSeries(await metrics(), 'cellardoor_backup_archive_failing')).toBe(0);
});

test('says how the pool and the search index are', async () => {
  const text = await metrics();

  expect(readSeries(text, 'cellardoor_pool_acquisitions_total')).toBeGreaterThan(0);
  expect(readSeries(text, 'cellardoor_pool_waiting')).toBe(0);
  expect(readSeries(text, 'cellardoor_pool_connections{state="in_use"}')).not.toBeNull();
  expect(readSeries(text, 'cellardoor_search_index_age_seconds')).toBeLessThan(60);
});

test('has a time for backups only after one was reported', async () => {
  expect(readSeries(await metrics(), 'cellardoor_backup_last_success_timestamp_seconds')).toBeNull();

  await insertBackupReport(shop.database, 'ok', '');
  await insertBackupReport(shop.database, 'failed', 'disk full');

  await pollValue('cellardoor_backup_last_success_timestamp_seconds').toBeGreaterThan(0);
  await pollValue('cellardoor_backup_failed').toBe(1);
});

test('counts sessions that wait for a lock', async () => {
  const blocker = await shop.database.connect();
  await blocker.query('begin');
  await blocker.query("select from stock_levels where product_id = 1 and market = 'AU' for update");
  const waiting = shop.database.execute({ text: "update stock_levels set level = level where product_id = 1 and market = 'AU'" });

  await pollValue('cellardoor_database_lock_waits').toBe(1);
  expect(readSeries(await metrics(), 'cellardoor_database_lock_wait_seconds')).toBeGreaterThan(0);

  await blocker.query('rollback');
  await blocker.end();
  await waiting;
});

describe('reads of the database', () => {
  test('are cancelled if they take too long', async () => {
    const reading = measure(shop.database, (transaction) => transaction.queryOne({ text: 'select pg_sleep(10)' }));

    await expect(reading).rejects.toThrow('statement timeout');
  });

  test('change nothing', async () => {
    const writing = measure(shop.database, (transaction) => transaction.execute({ text: 'delete from job_runs' }));

    await expect(writing).rejects.toThrow('read-only transaction');
  });

  test('are left out of the answer if they fail, and the metrics of the process are there', async () => {
    await shop.database.execute({ text: 'alter table health_checks rename to health_checks_away' });
    await pollValue('cellardoor_shop_figures_up').toBe(0);

    const text = await metrics();
    expect(readSeries(text, 'cellardoor_reservations_open')).toBeNull();
    expect(readSeries(text, 'cellardoor_database_deadlocks_total')).toBeNull();
    expect(readSeries(text, 'cellardoor_pool_waiting')).not.toBeNull();

    await shop.database.execute({ text: 'alter table health_checks_away rename to health_checks' });
    await pollValue('cellardoor_shop_figures_up').toBe(1);
  });
});
