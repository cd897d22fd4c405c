/** Several pages at once over the real server, by people with different markets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentContract } from '#domains/content/contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type PageRecord, pageRecord } from '../model/record.ts';
import { pageOfficeContract } from '../office-contract.ts';
import { writePages } from './page.repository.ts';

let shop: TestShop;
let olive: OfficeBrowser;
let kim: OfficeBrowser;
let reader: OfficeBrowser;
let singapore: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ OFFICE_URL: 'http://office.localhost' });
  const { database } = shop;
  await database.execute({
    text: "insert into roles (name, permissions, markets) values ('Writer SG', '{pages.read,pages.write}', '{SG}')",
  });
  olive = await signInAs(shop, await createTestStaff(database, { email: 'olive@shop.example', name: 'Olive', roles: ['Owner'] }));
  kim = await signInAs(shop, await createTestStaff(database, { email: 'kim@shop.example', name: 'Kim', roles: ['Marketing'] }));
  reader = await signInAs(shop, await createTestStaff(database, { email: 'rey@shop.example', roles: ['Read-only'] }));
  singapore = await signInAs(shop, await createTestStaff(database, { email: 'sue@shop.example', name: 'Sue', roles: ['Writer SG'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(pageOfficeContract);
const read = async (id: string) => yes(await at(olive).page({ id }));
const statusOf = async (id: string): Promise<number> => {
  const shown = await shop.call(contentContract).page({ path: `/${id}` });
  return shown.ok ? 200 : shown.status;
};
const put = async (id: string, more: Partial<PageRecord> = {}): Promise<void> => {
  const page = pageRecord.parse({ record: 'page', id, template: 'content', path: `/${id}`, title: `Page ${id}`, ...more });
  await shop.database.transaction((transaction) => writePages(transaction, [page]));
  await shop.running.services.content.refresh();
};
async function edit(id: string, title: string, browser = olive): Promise<void> {
  const page = await read(id);
  const record = { ...(page.draft?.record ?? page.published ?? {}), title };
  yes(await at(browser).savePageDraft({ id, version: page.version, revision: page.draft?.revision ?? 0, record }));
}
/** The pages as the list shows them. */
async function listed(...ids: readonly string[]) {
  const { rows } = yes(await at(olive).pages({ limit: 200 }));
  return ids.map((id) => {
    const { version = 0, revision = 0 } = rows.find((row) => row.id === id) ?? {};
    return { id, version, revision };
  });
}

test('pages are published together after a preview that changes nothing, and the versions before come back', async () => {
  await put('many-one');
  await put('many-two');
  await put('many-three');
  await edit('many-one', 'One');
  await edit('many-two', '');
  const pages = await listed('many-one', 'many-two', 'many-three');

  const preview = yes(await at(olive).changePages({ pages, action: 'publish', isPreview: true })).results;
  expect(preview).toMatchObject([
    { id: 'many-one', title: 'One', isDone: true, reason: '', undo: null },
    { id: 'many-two', isDone: false, reason: 'Title: Fill this in.' },
    { id: 'many-three', isDone: false, reason: 'There are no unpublished changes.' },
  ]);
  expect((await read('many-one')).published?.title).toBe('Page many-one');
  expect((await read('many-one')).draft?.record.title).toBe('One');

  const { results } = yes(await at(olive).changePages({ pages, action: 'publish' }));
  expect(results.map(({ isDone }) => isDone)).toEqual([true, false, false]);
  expect(await read('many-one')).toMatchObject({ state: 'live', draft: null, published: { title: 'One' } });

  const undo = results.flatMap(({ id, undo: back }) => (back ? [{ id, ...back }] : []));
  expect(yes(await at(olive).restorePages({ pages: undo })).results).toMatchObject([{ id: 'many-one', isDone: true }]);
  expect((await read('many-one')).published?.title).toBe('Page many-one');
  expect(yes(await at(olive).restorePages({ pages: undo })).results).toMatchObject([
    { isDone: false, reason: expect.stringMatching(/^Olive changed it just now, after you opened this page\. It was left alone\.$/) },
  ]);
});

test('pages are taken down and archived together, but those that a colleague changed since they were listed stay', async () => {
  await put('down-one');
  await put('down-two');
  await put('down-hidden', { state: 'draft' });
  const pages = await listed('down-one', 'down-two', 'down-hidden');
  await edit('down-two', 'Two', kim);
  yes(await at(kim).publishPage((await listed('down-two'))[0] ?? { id: '', version: 0, revision: 0 }));

  const { results } = yes(await at(olive).changePages({ pages, action: 'take_down' }));

  expect(results).toMatchObject([
    { isDone: true, undo: { version: 2, restored: 1 } },
    { isDone: false, reason: expect.stringMatching(/^Kim changed it just now/), undo: null },
    { isDone: false, reason: 'Visitors don’t see it already.' },
  ]);
  expect([await statusOf('down-one'), await statusOf('down-two')]).toEqual([404, 200]);

  const archived = yes(await at(olive).changePages({ pages: await listed('down-one'), action: 'archive' })).results;
  expect((await read('down-one')).state).toBe('archived');
  const again = yes(await at(olive).changePages({ pages: [{ id: 'down-one', version: 3, revision: 0 }], action: 'archive' })).results;
  expect(again).toMatchObject([{ isDone: false, reason: 'It’s archived.' }]);
  yes(await at(olive).restorePages({ pages: archived.flatMap(({ id, undo }) => (undo ? [{ id, ...undo }] : [])) }));
  const { state, version } = await read('down-one');
  expect(state).toBe('draft');
  yes(await at(olive).restorePages({ pages: [{ id: 'down-one', version, restored: 1 }] }));
  expect([(await read('down-one')).state, await statusOf('down-one')]).toEqual(['live', 200]);
});

test('pages of other markets are not changed, and do not exist for those who do not see them', async () => {
  await put('foreign', { markets: ['AU'] });
  await put('shared');
  const pages = await listed('foreign', 'shared');

  for (const action of ['take_down', 'archive', 'publish'] as const)
    expect(yes(await at(singapore).changePages({ pages, action })).results).toMatchObject([
      { id: 'foreign', title: '', isDone: false, reason: 'We couldn’t find that page.' },
      { id: 'shared', isDone: false, reason: expect.stringMatching(/^This page is also shown in AU/) },
    ]);
  expect(yes(await at(singapore).restorePages({ pages: [{ id: 'foreign', version: 1, restored: 1 }] })).results).toMatchObject([
    { title: '', isDone: false, reason: 'We couldn’t find that page.' },
  ]);
  expect(await at(reader).changePages({ pages, action: 'archive' })).toMatchObject({ ok: false, status: 403 });
  expect([(await read('foreign')).version, (await read('shared')).version]).toEqual([1, 1]);
});
