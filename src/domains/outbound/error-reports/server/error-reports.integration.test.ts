import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { errorReportContract } from '../contract.ts';
import { listGroups, noticesOf, purgeErrorGroups } from './error-group.repository.ts';

interface Passed {
  readonly key: unknown;
  readonly body: { readonly error: { readonly message: string } };
}

let shop: TestShop;
const passed: Passed[] = [];
/** A fake service: down for the first request, available afterwards. */
const pendingStatuses = [503];
const service = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const status = pendingStatuses.shift() ?? 201;
    if (status === 201) passed.push({ key: request.headers['x-api-key'], body: JSON.parse(text) });
    response.writeHead(status).end('{"id":"x"}');
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  shop = await createTestShop({ ERROR_REPORTS_URL: url, ERROR_REPORTS_KEY: 'theirs' });
});
afterAll(async () => {
  await shop.stop();
  service.close();
});

const KEY = { 'x-api-key': 'shop', 'content-type': 'application/json' };
const post = (body: string, headers: Readonly<Record<string, string>> = KEY) =>
  send(shop.running.port, 'localhost', 'POST', '/v1/notices/js', headers, body);
const notice = (message: string, line = 1) =>
  JSON.stringify({
    error: { class: 'TypeError', message, backtrace: [{ file: `https://x.example/assets/a-Ab1_d2-9.js`, method: 'run', number: line }] },
    request: { url: 'https://x.example/order/1?token=secret', cgi_data: { HTTP_COOKIE: 'a=b' }, session: { user: 'grace' } },
  });

describe('a notice', () => {
  test('returns 201 with an id, is grouped, and is stored without personal data [ERR-1] [ERR-2]', async () => {
    const first = await post(notice('cart 12 of grace@example.com', 1));
    expect(first.status).toBe(201);
    expect(JSON.parse(first.text).id).toMatch(/^[0-9a-f-]{36}$/);
    await post(notice('cart 13 of ada@example.com', 2));
    const [group] = await listGroups(shop.database, 10);
    expect(group).toMatchObject({ source: 'browser', class: 'TypeError', occurrences: 2, message: 'cart 13 of [e-mail]' });
    const stored = JSON.stringify(await noticesOf(shop.database, group?.fingerprint ?? ''));
    for (const personal of ['grace', 'ada@', 'secret', 'HTTP_COOKIE']) expect(stored).not.toContain(personal);
  });

  test.each([
    ['another key', { ...KEY, 'x-api-key': 'other' }, notice('x'), 403],
    ['another site', { ...KEY, origin: 'https://evil.example' }, notice('x'), 403],
    ['no JSON', KEY, 'x', 422],
    ['no error', KEY, '{}', 422],
    ['too much', KEY, JSON.stringify({ error: { message: 'x'.repeat(300_000) } }), 413],
    ['texts that cannot be stored are repaired', KEY, JSON.stringify({ error: { message: 'a\u0000b\ud800' } }), 201],
  ])('%s', async (_, headers, body, status) => {
    expect((await post(body, headers)).status).toBe(status);
  });

  test('is forwarded with the service’s key, and retried if the service is down', async () => {
    await expect.poll(() => passed.length).toBeGreaterThanOrEqual(3);
    expect(passed.every(({ key }) => key === 'theirs')).toBe(true);
    expect(JSON.stringify(passed)).not.toContain('grace');
    expect(pendingStatuses).toEqual([]);
  });

  test('accepts the shopper’s feedback once [ERR-7]', async () => {
    const { id } = JSON.parse((await post(notice('described'))).text);
    const { describe: describeError } = shop.call(errorReportContract);
    expect(await describeError({ id, words: 'I pressed twice, mail me at grace@example.com' })).toMatchObject({ ok: true });
    expect(await describeError({ id, words: 'again' })).toMatchObject({ ok: false, status: 404, code: 'report_not_found' });
    const row = await shop.database.queryOne({ text: 'select comment from error_notices where id = $1', values: [id] });
    expect(row).toEqual({ comment: 'I pressed twice, mail me at [e-mail]' });
  });

  test('is deleted by age, and each group has at most the newest twenty', async () => {
    for (let index = 0; index < 4; index += 1) await post(notice('many'));
    await shop.database.execute({
      text: `insert into error_notices (id, fingerprint, notice, received_at) select gen_random_uuid(), fingerprint, '{}', now() - interval '1 minute'
        from error_groups, generate_series(1, 40) where message = 'many'`,
    });
    await post(notice('many'));
    const count = () =>
      shop.database.queryOne({ text: "select count(*) from error_notices join error_groups using (fingerprint) where message = 'many'" });
    expect(await count()).toEqual({ count: 20 });
    await shop.database.execute({ text: "update error_notices set received_at = now() - interval '31 days'" });
    await shop.database.execute({ text: "update error_groups set last_seen = now() - interval '91 days' where message = 'many'" });
    await purgeErrorGroups(shop.database);
    expect(await count()).toEqual({ count: 0 });
    expect((await listGroups(shop.database, 10)).map(({ message }) => message)).not.toContain('many');
  });
});

test('reports a server error with the failed call', async () => {
  await shop.database.execute({ text: 'alter table favourites rename to hidden' });
  const response = await shop.get(`/api/get-favourite-items?user_id=9f1a2b3c-0000-4000-8000-1234567890ab`);
  await shop.database.execute({ text: 'alter table hidden rename to favourites' });
  expect(response.status).toBe(500);
  await expect
    .poll(() => listGroups(shop.database, 10))
    .toContainEqual(expect.objectContaining({ source: 'server', component: 'call', message: expect.stringContaining('favourites') }));
});

test('limits an IP address to thirty reports per minute', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1) statuses.push((await post('x')).status);
  expect(statuses).toContain(429);
});
