/** Imports of redirects and tests of addresses over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { redirectImportOfficeContract } from '../redirect-import-office-contract.ts';
import { redirectOfficeContract } from '../redirect-office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let reader: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'] }));
  reader = await signInAs(shop, await createTestStaff(shop.database, { email: 'rea@shop.example', roles: ['Read-only'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(redirectImportOfficeContract);
const list = async () => yes(await owner.call(redirectOfficeContract).redirects({})).rows.map(({ from, to }) => `${from} ${to}`);
const visit = async (path: string) => {
  const { status, headers } = await shop.get(path, { accept: 'text/html' });
  return [status, headers.location];
};

test('an import writes what its plan said, works at once, is in the activity log, and is taken back', async () => {
  yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/known', to: '/spirits' }));
  const csv = 'from,to\n/new,/wines\n/known,/wines\n/round,/round\n/lost,/nowhere';
  const { rows, fingerprint } = yes(await at(owner).planRedirects({ csv }));
  expect(rows.map(({ state, notes }) => [state, ...notes])).toEqual([
    ['added'],
    ['changed'],
    ['refused', 'It leads back to where it began.'],
    ['added', 'Nothing is at /nowhere in AU, SG.'],
  ]);
  expect(await list()).toEqual(['/known /spirits']);

  const { changed, ...before } = yes(await at(owner).importRedirects({ csv, fingerprint }));
  expect(changed).toBe(3);
  expect(await visit('/new')).toEqual([301, '/wines']);
  const logged = await shop.database.queryMany<{ subject_id: string; before: { to: string } | null; after: { to: string } }>({
    text: "select subject_id, before, after from activity_log where action = 'redirect.saved' order by id desc limit 3",
  });
  expect(logged.map(({ subject_id, before, after }) => [subject_id, before?.to, after.to])).toEqual([
    ['/lost', undefined, '/nowhere'],
    ['/known', '/spirits', '/wines'],
    ['/new', undefined, '/wines'],
  ]);

  expect(yes(await at(owner).revertRedirects(before))).toEqual({ changed: 3, kept: 0 });
  expect(await list()).toEqual(['/known /spirits']);
  expect((await visit('/new'))[0]).toBe(404);
});

test('an import that is taken back leaves what somebody changed since', async () => {
  const known = yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/undo-known', to: '/spirits' }));
  const csv = 'from,to\n/undo-known,/wines\n/undo-new,/wines\n/undo-theirs,/wines\n/undo-gone,/wines';
  const { fingerprint } = yes(await at(owner).planRedirects({ csv }));
  const { changed: _, ...before } = yes(await at(owner).importRedirects({ csv, fingerprint }));
  const version = (from: string) => before.written.find((one) => one.from === from)?.version ?? '';
  const calls = owner.call(redirectOfficeContract);
  yes(await calls.saveRedirect({ from: '/undo-theirs', to: '/gifts', version: version('/undo-theirs') }));
  yes(await calls.deleteRedirect({ from: '/undo-gone', version: version('/undo-gone') }));

  const undone = yes(await at(owner).revertRedirects(before));

  expect(undone).toEqual({ changed: 2, kept: 2 });
  expect((await list()).filter((line) => line.startsWith('/undo'))).toEqual(['/undo-known /spirits', '/undo-theirs /gifts']);
  expect(version('/undo-known')).not.toBe(known.version);
});

test('an import is refused if redirects changed since its plan', async () => {
  const csv = '/late,/wines';
  const { fingerprint } = yes(await at(owner).planRedirects({ csv }));
  yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/late', to: '/spirits' }));
  expect(await at(owner).importRedirects({ csv, fingerprint })).toMatchObject({ ok: false, status: 409, code: 'plan_outdated' });
  expect((await visit('/late'))[1]).toBe('/spirits');
});

test('a test follows an address step by step, also one copied from the browser', async () => {
  yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/first', to: '/second' }));
  yes(await owner.call(redirectOfficeContract).saveRedirect({ from: '/second', to: '/wines?category=Red', isPermanent: false }));
  const { path, results } = yes(await at(owner).testRedirect({ address: '/First/?a=1' }));
  expect([path, results[0]?.steps]).toEqual([
    '/first',
    [
      { from: '/first', to: '/second', isPermanent: true },
      { from: '/second', to: '/wines?category=Red', isPermanent: false },
    ],
  ]);
  expect(results[0]?.end).toMatchObject({ state: 'found', to: '/wines?category=Red', name: 'Red' });
  const one = yes(await at(owner).testRedirect({ address: 'http://sg.localhost/nothing' }));
  expect(one.results).toMatchObject([{ site: 'sg.localhost', steps: [], end: { state: 'missing' } }]);
  expect(yes(await at(owner).testRedirect({ address: '/wines' })).results[0]).toMatchObject({ steps: [], end: { state: 'found' } });
  expect(await at(owner).testRedirect({ address: 'https://elsewhere.example/x' })).toMatchObject({ ok: false, status: 422 });
});

test('a file that is none, and readers, are refused', async () => {
  expect(await at(owner).planRedirects({ csv: 'from,to\n"/a' })).toMatchObject({ ok: false, title: expect.stringMatching(/no CSV file/) });
  expect(await at(owner).planRedirects({ csv: 'from,to\n' })).toMatchObject({ ok: false, title: expect.stringMatching(/no rows/) });
  expect(await at(reader).planRedirects({ csv: '/a,/b' })).toMatchObject({ ok: false, status: 403 });
  expect(yes(await at(reader).testRedirect({ address: '/a' })).results.length).toBeGreaterThan(0);
});
