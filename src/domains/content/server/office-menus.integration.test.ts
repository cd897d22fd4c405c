/** The office's calls about menus over the real server, and what visitors see of them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MENUS, type MenuEntry, type Menus } from '#domains/settings/model/groups/menus.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { menuOfficeContract } from '../menu-office-contract.ts';
import { pageRecord } from '../model/record.ts';
import { pageOfficeContract } from '../office-contract.ts';
import { writePages } from './page.repository.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let singapore: OfficeBrowser;
let reader: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  const { database } = shop;
  await database.execute({
    text: "insert into roles (name, permissions, markets) values ('Writer SG', '{pages.read,pages.write}', '{SG}')",
  });
  const sign = async (name: string, role: string) =>
    signInAs(shop, await createTestStaff(database, { email: `${name}@shop.example`, roles: [role], name }));
  owner = await sign('olive', 'Owner');
  singapore = await sign('sue', 'Writer SG');
  reader = await sign('rea', 'Read-only');
  await shop.stock({ offerId: 'red', productId: 1, brand: 'Cold Creek', name: 'Red', vintage: '2022', level: 9 });
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(menuOfficeContract);
const link = (label: string, to: string): MenuEntry => ({ kind: 'link', label, to });
const menus = (changes: Partial<Menus>): Menus => ({ ...MENUS.schema.parse({}), ...changes });

const siteOf = async (): Promise<string> => yes(await at(owner).menus({})).site;

/** Saves menus over whatever was saved before. */
async function save(value: Menus, more: object = {}) {
  const { site, revision } = yes(await at(owner).menus({}));
  return at(owner).saveMenus({ site, value, basedOn: revision, ...more });
}

const homePage = async (query = '') => (await shop.get(`/${query}`, { accept: 'text/html' })).text;
const headerOf = (html: string): string => /<nav class="nav"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';

test('a saved menu is on the site at once, also on pages that were cached, and is undone by its revision', async () => {
  expect(headerOf(await homePage())).toContain('>Journal<');
  const saved = yes(
    await save(menus({ header: { title: '', links: [link('Our reds', '/wines?category=Red')] } }), { note: 'Fewer links' }),
  );
  const header = headerOf(await homePage());
  expect([header.includes('>Our reds<'), header.includes('>Journal<')]).toEqual([true, false]);
  expect(saved.versions[0]).toMatchObject({ revision: saved.revision, author: 'olive', note: 'Fewer links', state: 'in_force' });

  yes(await at(owner).revertMenus({ site: saved.site, revision: 0, basedOn: saved.revision }));
  expect(headerOf(await homePage())).toContain('>Journal<');
  const logged = await shop.database.queryMany<{ actor_name: string; market: string }>({
    text: "select actor_name, market from activity_log where action = 'menu.saved' order by id",
  });
  expect(logged).toEqual([
    { actor_name: 'olive', market: 'AU' },
    { actor_name: 'olive', market: 'AU' },
  ]);
});

test('a link to a page that is taken down is left out on the site and named in the office', async () => {
  const pages = owner.call(pageOfficeContract);
  const row = { id: 'terms', path: '/terms', title: 'Terms' };
  const page = pageRecord.parse({ record: 'page', template: 'content', ...row });
  await shop.database.transaction((transaction) => writePages(transaction, [page]));
  await shop.running.services.content.refresh();
  yes(await save(menus({ header: { title: '', links: [link('Wine', '/wines'), link('A page', row.path)] } })));
  expect(headerOf(await homePage())).toContain('>A page<');

  const { version } = yes(await pages.page({ id: row.id }));
  const down = yes(await pages.takePageDown({ id: row.id, version }));
  expect(headerOf(await homePage())).not.toContain('>A page<');
  expect(yes(await at(owner).menus({})).problems).toEqual([
    { to: row.path, state: 'hidden', name: row.title, note: `Visitors can’t see “${row.title}” now, so they don’t see this link.` },
  ]);

  yes(await pages.restorePage({ id: row.id, version: down.version, restored: version }));
  expect(headerOf(await homePage())).toContain('>A page<');
  expect(yes(await at(owner).menus({})).problems).toEqual([]);
});

test('menus from a later moment are not shown before it, and are taken back', async () => {
  yes(await save(menus({})));
  const scheduled = yes(await save(menus({ header: { title: '', links: [link('Christmas', '/wines')] } }), { from: '2031-12-01T00:00' }));
  expect(headerOf(await homePage())).not.toContain('Christmas');
  expect(scheduled.versions[0]).toMatchObject({ state: 'scheduled', effectiveFrom: '2031-11-30T13:00:00.000Z' });
  const back = yes(
    await at(owner).revertMenus({ site: scheduled.site, revision: 0, replaces: scheduled.revision, basedOn: scheduled.revision }),
  );
  expect(back.versions.map(({ state }) => state)).not.toContain('scheduled');
  expect(await save(menus({}), { from: '2020-01-01T00:00' })).toMatchObject({ ok: false, code: 'menu_past', status: 422 });
});

test('a preview shows menus that are not saved, for whoever has its address', async () => {
  const { url } = yes(
    await at(owner).previewMenus({ site: await siteOf(), value: menus({ header: { title: '', links: [link('Rehearsal', '/wines')] } }) }),
  );
  expect(headerOf(await homePage(new URL(url).search))).toContain('>Rehearsal<');
  expect(headerOf(await homePage())).not.toContain('>Rehearsal<');
});

test('headings are those of the retailer, and pages stand where their place is', async () => {
  yes(
    await save(
      menus({
        help: { title: 'Customer care', links: [link('Favourites', '/favourites'), { kind: 'pages', label: '', to: '' }] },
        about: { title: '', links: [] },
      }),
    ),
  );
  const html = await homePage();
  const column = /<nav aria-label="Customer care">[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '';
  const { pages } = yes(await at(owner).menus({}));
  expect([...column.matchAll(/<a [^>]*>([^<]*)</g)].map(([, label]) => label).slice(0, 1 + (pages.help?.length ?? 0))).toEqual([
    'Favourites',
    ...(pages.help ?? []),
  ]);
  yes(await save(menus({})));
});

test('what is wrong is named with its place, and nothing is saved', async () => {
  const refused = async (value: Menus) => {
    const answer = await save(value);
    return answer.ok ? '' : answer.title;
  };
  expect(await refused(menus({ header: { title: '', links: [link('', '/wines')] } }))).toMatch(
    /header\.links\.0\.label: must not be empty/,
  );
  expect(await refused(menus({ shop: { title: '', links: [link('Bad', 'javascript:alert(1)')] } }))).toMatch(
    /shop\.links\.0\.to: must be a path/,
  );
  expect(await refused(menus({ shop: { title: '', links: [link('A', '/wines'), link('B', '/wines')] } }))).toMatch(/in this menu already/);
  expect(await refused(menus({ header: { title: '', links: [{ kind: 'pages', label: '', to: '' }] } }))).toMatch(/no place of their own/);
});

test('somebody who saw older menus reads who changed them', async () => {
  const { site, revision } = yes(await at(owner).menus({}));
  yes(await save(menus({ about: { title: 'Us', links: [] } })));
  expect(await at(owner).saveMenus({ site, value: menus({}), basedOn: revision })).toMatchObject({
    ok: false,
    status: 409,
    title: expect.stringMatching(/^olive changed this/),
  });
  yes(await save(menus({})));
});

test('the picker finds pages, lists and wines and says what is at an address', async () => {
  const site = await siteOf();
  const find = async (q: string) => yes(await at(owner).findMenuTargets({ site, q })).rows;
  expect((await find('red')).find(({ group }) => group === 'shop')).toMatchObject({ name: 'Red', isShown: true });
  expect((await find('Cold Creek')).filter(({ group }) => group === 'wines')).toMatchObject([{ name: 'Cold Creek Red 2022' }]);
  const check = async (to: string) => yes(await at(owner).checkMenuTarget({ site, to }));
  expect(await check('/wine-clubs/no-such-club')).toMatchObject({ state: 'missing', note: expect.stringMatching(/no such club/) });
  expect(await check('/nothing-here')).toMatchObject({ state: 'missing', note: expect.stringMatching(/Nothing is at \/nothing-here/) });
  expect(await check('/wines?category=Red')).toMatchObject({ state: 'found' });
  expect(await check('https://example.com/x')).toMatchObject({ state: 'found', name: 'Another site' });
  expect(await at(owner).checkMenuTarget({ site, to: 'ftp://x' })).toMatchObject({ ok: false, code: 'menu_invalid' });
});

test('people see the sites of their markets, and readers change nothing', async () => {
  const own = yes(await at(singapore).menus({}));
  expect(new Set(own.sites.map(({ market }) => market))).toEqual(new Set(['SG']));
  expect(await at(singapore).menus({ site: await siteOf() })).toMatchObject({ ok: false, code: 'site_unknown', status: 404 });
  const seen = yes(await at(reader).menus({}));
  expect(seen.canChange).toBe(false);
  expect(await at(reader).saveMenus({ site: seen.site, value: menus({}), basedOn: seen.revision })).toMatchObject({
    ok: false,
    status: 403,
  });
});
