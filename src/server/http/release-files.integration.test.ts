/** Pages that are open while the shop is upgraded find the files of their own release. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purgeReleaseFiles } from '#domains/system/server/release-file.repository.ts';
import { OFFICE_HOST } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { keepReleaseFiles } from './release-files.ts';

const YEAR = 'public, max-age=31536000, immutable';
const FOLDERS = { shop: 'build/client/assets', office: 'build/office/assets' } as const;

let shop: TestShop;
const roots: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
});
beforeEach(() => shop.database.execute({ text: 'delete from release_files' }));
afterAll(async () => {
  await shop?.stop();
  for (const root of roots) await rm(root, { recursive: true });
});

/** Makes the built files of a release, and stores them as its start does. @returns how many were not stored yet */
async function start(files: Readonly<Record<keyof typeof FOLDERS, Readonly<Record<string, string>>>>): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'cellardoor-release-'));
  roots.push(root);
  for (const part of ['shop', 'office'] as const) {
    const folder = join(root, FOLDERS[part]);
    await mkdir(folder, { recursive: true });
    for (const [name, content] of Object.entries(files[part])) await writeFile(join(folder, name), content);
  }
  return keepReleaseFiles(shop.database, root);
}

const OLD = {
  shop: { 'Cart-aaaaaaaa.js': 'export const old = 1;', 'Cart-aaaaaaaa.js.br': 'compressed', 'font-aaaaaaaa.woff2': 'font' },
  office: { 'Orders-aaaaaaaa.js': 'export const orders = 1;' },
};
const NEW = {
  shop: { 'Cart-bbbbbbbb.js': 'export const next = 2;', 'font-aaaaaaaa.woff2': 'font' },
  office: { 'Orders-bbbbbbbb.css': 'p{}' },
};

const get = async (path: string, host?: string) => {
  const { status, headers, text } = await shop.get(path, {}, host);
  return { status, type: headers['content-type'], cache: headers['cache-control'], text };
};
const NOT_FOUND = { status: 404, type: 'text/plain', cache: 'no-store', text: 'Not found' };

/** Lets time pass since a release was replaced. */
const pass = (days: number) =>
  shop.database.execute({ text: 'update release_files set superseded_at = superseded_at - make_interval(days => $1)', values: [days] });

test('serves the files of the last release to shoppers and staff, each on its host', async () => {
  expect(await start(OLD)).toBe(3);
  expect(await start(NEW)).toBe(2);

  expect(await get('/assets/Cart-aaaaaaaa.js')).toEqual({
    status: 200,
    type: 'text/javascript; charset=utf-8',
    cache: YEAR,
    text: 'export const old = 1;',
  });
  expect(await get('/assets/Orders-aaaaaaaa.js', OFFICE_HOST)).toMatchObject({
    status: 200,
    cache: YEAR,
    text: 'export const orders = 1;',
  });
  // A process of the last release has none of the next one on its disk.
  expect(await get('/assets/Orders-bbbbbbbb.css', OFFICE_HOST)).toMatchObject({
    status: 200,
    type: 'text/css; charset=utf-8',
    text: 'p{}',
  });
  expect(await get('/assets/Orders-aaaaaaaa.js')).toEqual(NOT_FOUND);
});

test('keeps files for a month after a release without them has started', async () => {
  await start(OLD);
  await start(NEW);
  await pass(29);
  expect(await purgeReleaseFiles(shop.database)).toBe(0);
  // The same release starts again: the time goes on.
  expect(await start(NEW)).toBe(0);
  await pass(2);
  expect(await purgeReleaseFiles(shop.database)).toBe(2);
  expect(await get('/assets/Cart-aaaaaaaa.js')).toEqual(NOT_FOUND);
  expect(await get('/assets/font-aaaaaaaa.woff2')).toMatchObject({ status: 200, type: 'font/woff2' });
});

test('keeps the files of a release that returns', async () => {
  await start(OLD);
  await start(NEW);
  await pass(40);
  expect(await start(OLD)).toBe(0);
  await purgeReleaseFiles(shop.database);
  expect(await get('/assets/Cart-aaaaaaaa.js')).toMatchObject({ status: 200 });
});

test('processes that start together store each file once', async () => {
  expect((await Promise.all([start(OLD), start(OLD), start(NEW)])).reduce((sum, count) => sum + count, 0)).toBe(5);
});

test.each(['/assets/', '/assets/%2e%2e%2fpackage.json', '/assets/Cart%00-aaaaaaaa.js', `/assets/${'a'.repeat(5_000)}.js`, '/assets/%.js'])(
  'finds nothing at %s',
  async (path) => {
    await start(OLD);
    const { status } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  },
);

test('refuses to start without the built files, and keeps those of the release that is running', async () => {
  await start(OLD);
  const root = await mkdtemp(join(tmpdir(), 'cellardoor-release-'));
  roots.push(root);

  await expect(keepReleaseFiles(shop.database, root)).rejects.toThrow(/^The built files in build\/client\/assets cannot be read\./);
  await expect(start({ ...NEW, office: {} })).rejects.toThrow(/^There are no built files in build\/office\/assets\./);

  await pass(40);
  await purgeReleaseFiles(shop.database);
  expect((await get('/assets/Cart-aaaaaaaa.js')).status).toBe(200);
});
