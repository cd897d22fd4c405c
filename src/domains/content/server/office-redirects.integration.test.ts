/** The office's calls about redirects over the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { redirectOfficeContract } from '../redirect-office-contract.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let singapore: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  const { database } = shop;
  await database.execute({
    text: "insert into roles (name, permissions, markets) values ('Writer SG', '{pages.read,pages.write}', '{SG}')",
  });
  owner = await signInAs(shop, await createTestStaff(database, { email: 'olive@shop.example', roles: ['Owner'] }));
  singapore = await signInAs(shop, await createTestStaff(database, { email: 'sue@shop.example', roles: ['Writer SG'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(redirectOfficeContract);
const visit = async (path: string, host?: string) => {
  const { status, headers } = await shop.get(path, { accept: 'text/html' }, host);
  return [status, headers.location];
};

test('a redirect works as soon as it is saved and ends when it is deleted', async () => {
  const saved = yes(await at(owner).saveRedirect({ from: '/Old-Price-List/', to: '/wines', isPermanent: false }));
  expect(await visit('/old-price-list?a=1')).toEqual([302, '/wines?a=1']);
  expect(yes(await at(owner).deleteRedirect(saved)).to).toBe('/wines');
  expect((await visit('/old-price-list'))[0]).toBe(404);
  expect(await at(owner).deleteRedirect(saved)).toMatchObject({ ok: false, status: 404 });
});

test('a circle and an address that the shop needs are refused with a sentence', async () => {
  yes(await at(owner).saveRedirect({ from: '/a', to: '/b' }));
  expect(await at(owner).saveRedirect({ from: '/b', to: '/a' })).toMatchObject({
    ok: false,
    status: 422,
    title: expect.stringMatching(/leads back to where it began/),
  });
  expect(await at(owner).saveRedirect({ from: '/checkout/x', to: '/a' })).toMatchObject({
    ok: false,
    title: expect.stringMatching(/^The old address must not be/),
  });
  expect(await at(owner).saveRedirect({ from: '/c', to: 'javascript:alert(1)' })).toMatchObject({
    ok: false,
    title: expect.stringMatching(/^The new address must be/),
  });
});

test('staff of one market redirect there only and do not change those of others', async () => {
  yes(await at(singapore).saveRedirect({ from: '/sg-only', to: '/wines' }));
  expect((await visit('/sg-only'))[0]).toBe(404);
  expect(await visit('/sg-only', 'sg.localhost')).toEqual([301, '/wines']);
  const saved = yes(await at(owner).saveRedirect({ from: '/everywhere', to: '/wines' }));
  expect(await at(singapore).deleteRedirect(saved)).toMatchObject({ ok: false, status: 403, code: 'other_market' });
});

test('a redirect of one market stays there when somebody with more markets changes it', async () => {
  const saved = yes(await at(singapore).saveRedirect({ from: '/sg-list', to: '/wines' }));

  yes(await at(owner).saveRedirect({ ...saved, to: '/spirits' }));

  expect(await visit('/sg-list', 'sg.localhost')).toEqual([301, '/spirits']);
  expect((await visit('/sg-list'))[0]).toBe(404);
});

test('a deleted redirect comes back in its own markets only', async () => {
  const saved = yes(await at(singapore).saveRedirect({ from: '/sg-back', to: '/wines' }));
  const before = yes(await at(owner).deleteRedirect(saved));

  yes(await at(owner).saveRedirect(before));

  expect((await visit('/sg-back'))[0]).toBe(404);
  expect(await visit('/sg-back', 'sg.localhost')).toEqual([301, '/wines']);
  expect(await at(singapore).saveRedirect({ from: '/not-mine', to: '/wines', markets: ['AU'] })).toMatchObject({ code: 'other_market' });
});

test('a change of a redirect that a colleague has changed is refused and says who', async () => {
  const seen = yes(await at(singapore).saveRedirect({ from: '/two-people', to: '/wines' }));
  const theirs = yes(await at(owner).saveRedirect({ ...seen, to: '/spirits' }));

  const late = await at(singapore).saveRedirect({ ...seen, to: '/gifts' });
  const lateDelete = await at(singapore).deleteRedirect(seen);
  const added = await at(singapore).saveRedirect({ from: '/two-people', to: '/gifts' });

  for (const refused of [late, lateDelete])
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile', title: expect.stringMatching(/^olive changed this .*/) });
  expect(added).toMatchObject({
    status: 409,
    code: 'redirect_exists',
    title: expect.stringMatching(/^\/two-people leads to \/spirits already/),
  });
  expect(await visit('/two-people', 'sg.localhost')).toEqual([301, '/spirits']);
  yes(await at(singapore).saveRedirect({ ...theirs, to: '/gifts' }));
  expect(await visit('/two-people', 'sg.localhost')).toEqual([301, '/gifts']);
});

test('of two changes at the same moment one is saved', async () => {
  const seen = yes(await at(owner).saveRedirect({ from: '/race', to: '/wines' }));

  const results = await Promise.all(['/one', '/two', '/three'].map((to) => at(owner).saveRedirect({ ...seen, to })));

  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a redirect leads to a page in between, whose own redirect waits until the page is gone', async () => {
  yes(await at(owner).saveRedirect({ from: '/wines', to: '/cellar-sale' }));

  yes(await at(owner).saveRedirect({ from: '/our-wines', to: '/wines' }));

  expect(await visit('/our-wines')).toEqual([301, '/wines']);
});

test('the list is searched, sorted and read page by page', async () => {
  for (const name of ['x1', 'x2', 'x3']) yes(await at(owner).saveRedirect({ from: `/list-${name}`, to: '/target-of-lists' }));
  const first = yes(await at(owner).redirects({ q: 'target-of', limit: 2, sort: '-from' }));
  expect([first.total, first.rows.map(({ from }) => from)]).toEqual([3, ['/list-x3', '/list-x2']]);
  const next = yes(await at(owner).redirects({ q: 'target-of', limit: 2, sort: '-from', cursor: first.nextCursor ?? '' }));
  expect(next.rows.map(({ from }) => from)).toEqual(['/list-x1']);
  expect(yes(await at(owner).redirects({ sort: '-changed', limit: 1 })).rows[0]?.from).toBe('/list-x3');
});

test('the list is filtered by kind, market and day of the last change', async () => {
  for (const [from, isPermanent, markets] of [
    ['/filter-a', true, ['AU']],
    ['/filter-b', false, ['AU']],
    ['/filter-s', true, ['SG']],
  ] as const)
    yes(await at(owner).saveRedirect({ from, to: '/target-of-filters', isPermanent, markets: [...markets] }));
  await shop.database.execute({ text: "update redirects set updated_at = '2026-03-01T13:30:00Z' where from_path = '/filter-a'" });
  const list = async (filters: Readonly<Record<string, string>>, browser = owner) => {
    const { total, rows } = yes(await at(browser).redirects({ q: 'target-of-filters', ...filters }));
    return [total, ...rows.map(({ from }) => from)];
  };

  expect(await list({ 'filter[kind]': 'permanent' })).toEqual([2, '/filter-a', '/filter-s']);
  expect(await list({ 'filter[kind]': 'temporary', 'filter[market]': 'AU,SG' })).toEqual([1, '/filter-b']);
  expect(await list({ 'filter[market]': 'SG' })).toEqual([1, '/filter-s']);
  expect(await list({ 'filter[market]': 'AU' }, singapore)).toEqual([0]);
  // Half past midnight in Sydney on the second of March.
  expect(await list({ 'filter[changed]': '2026-03-02' })).toEqual([1, '/filter-a']);
  expect(await list({ 'filter[changed]': '..2026-03-01' })).toEqual([0]);
  expect(await list({ 'filter[changed]': '2026-03-03..' })).toEqual([2, '/filter-b', '/filter-s']);
});

test('redirects are deleted together and come back, but for those that a colleague changed, of other markets, or that lead elsewhere', async () => {
  for (const from of ['/many-1', '/many-2', '/many-3', '/many-4'])
    yes(await at(owner).saveRedirect({ from, to: '/wines', isPermanent: false }));
  yes(await at(singapore).saveRedirect({ from: '/many-sg', to: '/wines' }));
  const listed = yes(await at(owner).redirects({ q: '/many-' })).rows;
  const seen = (...froms: string[]) =>
    froms.map((from) => ({ from, version: listed.find((row) => row.from === from.toLowerCase())?.version ?? 'x' }));
  const some = ['/Many-1', '/many-2', '/many-sg', '/never'];
  const changed = listed.find(({ from }) => from === '/many-4');
  yes(await at(owner).saveRedirect({ from: '/many-4', to: '/gifts', isPermanent: false, version: changed?.version ?? '' }));

  expect(yes(await at(singapore).deleteRedirects({ redirects: seen(...some) }))).toMatchObject({
    deleted: [{ from: '/many-sg' }],
    kept: 3,
  });
  const { deleted, kept } = yes(await at(owner).deleteRedirects({ redirects: seen(...some, '/many-3', '/many-4') }));
  expect([deleted.map(({ from }) => from), kept]).toEqual([['/many-1', '/many-2', '/many-3'], 3]);
  expect(await visit('/many-4')).toEqual([302, '/gifts']);
  expect((await visit('/many-1'))[0]).toBe(404);

  yes(await at(owner).saveRedirect({ from: '/many-2', to: '/gifts' }));
  expect(await at(singapore).restoreRedirects({ redirects: deleted })).toMatchObject({ ok: false, code: 'other_market' });
  expect(yes(await at(owner).restoreRedirects({ redirects: deleted }))).toEqual({ restored: 2, kept: 1 });
  expect([await visit('/many-1'), await visit('/many-2')]).toEqual([
    [302, '/wines'],
    [301, '/gifts'],
  ]);
  const log = await shop.database.queryMany<{ action: string }>({
    text: "select action from activity_log where subject_kind = 'redirect' and subject_id = '/many-1' order by id",
  });
  expect(log.map(({ action }) => action)).toEqual(['redirect.saved', 'redirect.deleted', 'redirect.saved']);
});
