/** Schedules of imports: times, fetching, holding for approval, credentials. */

import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { importOfficeContract } from '#domains/imports/office-contract.ts';
import { scheduleOfficeContract } from '#domains/imports/schedule-contract.ts';
import { FetchListError, type FetchOptions, fetchList, isPublicAddress, urlProblem } from '#domains/imports/server/fetch-list.ts';
import { runDueSchedules } from '#domains/imports/server/run-schedules.ts';
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import type { WorkDeps } from '#domains/imports/server/work-steps.ts';
import { protectSecrets } from '#lib/server/secret-vault.ts';
import { perMarket } from '#markets/market.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';
import { createTestStaff, must, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let browser: OfficeBrowser;
let deps: WorkDeps;
beforeAll(async () => {
  shop = await createTestShop();
  protectSecrets(shop.database, { SECRETS_KEY: 'k'.repeat(44), SECRETS_KEY_PREVIOUS: [] });
  deps = { database: shop.database, target: IMPORT_TARGET, taxPercent: () => perMarket(() => 10) };
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'buyer@shop.example', roles: ['Buyer'] }));
});
afterAll(() => shop?.stop());
beforeEach(async () => {
  await shop.database.execute({
    text: 'truncate offers, stock_levels, imports, import_mappings, import_schedules restart identity cascade',
  });
});

const HEADER = 'SKU,Name,Winery,Vintage,Country,Type,Price';
const wine = (number: number, price: number | string = 20): string => `W${number},Block ${number} Shiraz,House,2020,Australia,Red,${price}`;
const list = (...rows: readonly string[]): string => `${[HEADER, ...rows].join('\n')}\n`;

/** Answers requests with texts by URL; a text that begins with http redirects. */
function web(pages: Readonly<Record<string, string>>, address = '93.184.216.34') {
  const seen: { readonly url: string; readonly authorization: string | undefined }[] = [];
  const options: FetchOptions = {
    resolve: async () => [{ address, family: 4 }],
    open: async (url, _address, headers) => {
      seen.push({ url: url.href, authorization: headers.authorization });
      const text = pages[url.href];
      const response = new IncomingMessage(new Socket());
      response.statusCode = text === undefined ? 404 : text.startsWith('http') ? 302 : 200;
      if (text?.startsWith('http')) response.headers.location = text;
      response.push(text ?? '');
      response.push(null);
      return response;
    },
  };
  return { options, seen };
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Readable.from(chunks).toArray()).toString();
}

describe('an address', () => {
  test.each([
    ['10.0.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.20.1.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::ffff:10.0.0.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2002:7f00:1::', false],
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
  ])('%s is public: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });

  test.each([
    'http://example.com/a.csv',
    'https://user:pass@example.com/',
    'https://localhost/',
    'https://[::1]/',
    'https://127.1/',
    'ftp://x',
    'no',
  ])('%s is refused', (url) => {
    expect(urlProblem(url)).not.toBeNull();
  });

  test('that resolves into a private network is refused, also after a redirect', async () => {
    const { options } = web({ 'https://supplier.example/a': 'list' }, '10.1.2.3');
    await expect(textOf(fetchList('https://supplier.example/a', null, options))).rejects.toThrow(FetchListError);
    const redirect = web({ 'https://supplier.example/a': 'http://supplier.example/b' });
    await expect(textOf(fetchList('https://supplier.example/a', null, redirect.options))).rejects.toThrow('https://');
  });

  test('gets the password only at the host that it was entered for', async () => {
    const { options, seen } = web({ 'https://supplier.example/a': 'https://files.example/b', 'https://files.example/b': 'list' });

    expect(await textOf(fetchList('https://supplier.example/a', { userName: 'shop', password: 'secret' }, options))).toBe('list');

    expect(seen.map(({ authorization }) => authorization !== undefined)).toEqual([true, false]);
  });
});

describe('a schedule', () => {
  async function savedMapping(): Promise<number> {
    const calls = browser.call(importOfficeContract);
    const bytes = Buffer.from(list(wine(1)));
    const started = await calls.startUpload({ name: 'a.csv', bytes: bytes.length });
    if (!started.ok) throw new Error(started.code);
    const { id } = started.value;
    await calls.uploadPart({ id, part: 0, data: bytes.toString('base64') });
    await calls.finishUpload({ id, parts: 1 });
    await workOnImport(deps, id);
    const saved = await calls.saveMapping({ id, supplier: 'House' });
    if (!saved.ok) throw new Error(saved.title);
    await calls.discardImport({ id });
    return saved.value.id;
  }

  const fields = (mappingId: number): z.input<(typeof scheduleOfficeContract)['saveImportSchedule']['input']> => ({
    name: 'House prices',
    source: 'url',
    location: 'https://supplier.example/list.csv',
    mappingId,
    market: 'AU',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    times: ['06:30'],
    maxRejectedPercent: 10,
    maxPriceChangePercent: 25,
    endsMissing: false,
    isEnabled: true,
  });

  /** Runs what is due in two days and works on what was fetched. @returns the newest import */
  async function runDue(pages: Readonly<Record<string, string>>) {
    await shop.database.execute({ text: "update import_schedules set next_run_at = now() - interval '1 minute'" });
    expect(await runDueSchedules({ database: shop.database, folder: null, fetch: web(pages).options })).toBe(1);
    const row = await shop.database.queryOne<{ id: number }>({ text: 'select max(id) as id from imports' });
    await workOnImport(deps, row?.id ?? 0);
    const found = await browser.call(importOfficeContract).import({ id: row?.id ?? 0 });
    if (!found.ok) throw new Error(found.title);
    return found.value;
  }

  test('fetches, compares and imports by itself, and holds a file with a great change of price', async () => {
    const mappingId = await savedMapping();
    await browser.call(scheduleOfficeContract).saveImportSchedule(fields(mappingId));

    const first = await runDue({ 'https://supplier.example/list.csv': list(wine(1), wine(2)) });
    const held = await runDue({ 'https://supplier.example/list.csv': list(wine(1, 60), wine(2)) });

    expect(first).toMatchObject({ state: 'done', appliedRows: 2, source: 'schedule', schedule: { name: 'House prices' } });
    expect(held).toMatchObject({
      state: 'held',
      appliedRows: 0,
      problem: expect.stringContaining('more than 25%'),
      actions: { canStart: true },
    });
  });

  test('that cannot fetch its file shows a failed import and the reason', async () => {
    await browser.call(scheduleOfficeContract).saveImportSchedule(fields(await savedMapping()));

    const failed = await runDue({});

    expect(failed).toMatchObject({ state: 'failed', problem: 'The address answered with status 404.' });
    const listed = await browser.call(scheduleOfficeContract).importSchedules({});
    expect(listed.ok && listed.value.rows[0]).toMatchObject({ lastProblem: 'The address answered with status 404.' });
  });

  test('whose process was killed while it fetched shows a failed import with the reason, and fetches again', async () => {
    const saved = await browser.call(scheduleOfficeContract).saveImportSchedule(fields(await savedMapping()));
    if (!saved.ok) throw new Error(saved.title);
    await shop.database.execute({
      text: `insert into imports (files, mapping, counts, rejected, state, source, actor, schedule_id)
        values ('{list.csv}', '', '{}', 0, 'uploading', 'schedule', 'House prices', $1)`,
      values: [saved.value.id],
    });
    const stateOf = () =>
      shop.database.queryOne<{ state: string; problem: string; mails: boolean }>({
        text: 'select state, problem, notified_at is null as mails from imports order by id desc limit 1',
      });

    await runDueSchedules({ database: shop.database, folder: null });

    const problem = 'The shop was stopped while it fetched the file. Run the schedule again, or wait for its next time.';
    expect(await stateOf()).toEqual({ state: 'failed', problem, mails: true });
    const listed = await browser.call(scheduleOfficeContract).importSchedules({});
    expect(listed.ok && listed.value.rows[0]?.lastProblem).toBe(problem);
    expect(await runDue({ 'https://supplier.example/list.csv': list(wine(1)) })).toMatchObject({ state: 'done', appliedRows: 1 });
  });

  test('that is still being fetched by another process is left alone', async () => {
    await browser.call(scheduleOfficeContract).saveImportSchedule(fields(await savedMapping()));
    await shop.database.execute({ text: "update import_schedules set next_run_at = now() - interval '1 minute'" });
    const { options } = web({ 'https://supplier.example/list.csv': list(wine(1)) });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const fetching = runDueSchedules({
      database: shop.database,
      folder: null,
      fetch: { ...options, open: (...request) => answered.then(() => options.open?.(...request) ?? Promise.reject()) },
    });
    const stateOf = async () =>
      (await shop.database.queryOne<{ state: string }>({ text: 'select state from imports order by id desc limit 1' }))?.state;
    await expect.poll(stateOf).toBe('uploading');

    await runDueSchedules({ database: shop.database, folder: null });

    expect(await stateOf()).toBe('uploading');
    answer();
    await fetching;
    expect(await stateOf()).toBe('inspecting');
  });

  test('seals its password, never shows it, and drops it for another host', async () => {
    const calls = browser.call(scheduleOfficeContract);
    const credentials = { userName: 'shop', password: 'grape-secret' };
    const saved = await calls.saveImportSchedule({ ...fields(await savedMapping()), credentials });
    if (!saved.ok) throw new Error(saved.title);

    const stored = await shop.database.queryOne<{ text: string }>({ text: 'select credentials as text from import_schedules' });
    const log = await shop.database.queryMany<{ after: unknown }>({ text: 'select after from activity_log' });
    expect(stored?.text).not.toContain('grape-secret');
    expect(JSON.stringify([saved.value, log])).not.toContain('grape-secret');
    expect(saved.value).toMatchObject({ userName: 'shop', hasPassword: true });

    const { id, version } = saved.value;
    const moved = await calls.saveImportSchedule({ ...fields(saved.value.mappingId), id, version, location: 'https://else.example/a' });
    expect(moved.ok && moved.value).toMatchObject({ hasPassword: false });
    const late = await calls.saveImportSchedule({ ...fields(saved.value.mappingId), id, version });
    expect(late.ok ? '' : late.code).toBe('changed_meanwhile');
  });

  test('is not deleted by somebody who has not seen its last change', async () => {
    const calls = browser.call(scheduleOfficeContract);
    const seen = await must(calls.saveImportSchedule(fields(await savedMapping())));
    const { id, version, mappingId } = seen;
    const changed = await must(calls.saveImportSchedule({ ...fields(mappingId), id, version, times: ['09:00'] }));

    const late = await calls.deleteImportSchedule({ id, version });

    expect(late.ok ? '' : late.code).toBe('changed_meanwhile');
    expect((await must(calls.importSchedules({}))).rows).toHaveLength(1);
    await must(calls.deleteImportSchedule({ id, version: changed.version }));
    await must(calls.deleteImportSchedule({ id, version: changed.version }));
    expect((await must(calls.importSchedules({}))).rows).toEqual([]);
  });
});

test('an import ends in the activity log as the work of the shop for whoever uploaded the file, and so does its undo', async () => {
  const calls = browser.call(importOfficeContract);
  const bytes = Buffer.from(list(wine(1)));
  const { id } = await must(calls.startUpload({ name: 'a.csv', bytes: bytes.length }));
  await must(calls.uploadPart({ id, part: 0, data: bytes.toString('base64') }));
  await must(calls.finishUpload({ id, parts: 1 }));
  await workOnImport(deps, id);
  const version = async (): Promise<number> => (await must(calls.import({ id }))).version;
  await must(calls.compareImport({ id, version: await version(), kind: 'list', endsMissing: false }));
  await workOnImport(deps, id);
  await must(calls.startImport({ id, version: await version() }));
  await workOnImport(deps, id);
  await must(calls.undoImport({ id, version: await version() }));
  await workOnImport(deps, id);

  const log = await shop.database.queryMany<{ action: string; email: string | null }>({
    text: `select a.action, s.email from activity_log a left join staff s on s.id = a.staff_id
      where a.subject_kind = 'import' and a.subject_id = $1::text and a.actor_kind = 'system' order by a.id`,
    values: [id],
  });
  // Ids begin again with each test, and the log is append-only.
  expect(log.slice(-2)).toEqual([
    { action: 'import.done', email: 'buyer@shop.example' },
    { action: 'import.undone', email: 'buyer@shop.example' },
  ]);
});
