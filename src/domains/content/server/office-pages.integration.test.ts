/** The office's calls about pages over the real server, by people with different roles and markets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentContract } from '#domains/content/contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type PageRecord, pageRecord } from '../model/record.ts';
import type { RedirectRecord } from '../model/redirect.ts';
import { pageOfficeContract } from '../office-contract.ts';
import { writePages } from './page.repository.ts';
import { writeRedirects } from './redirect.repository.ts';

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
  await shop.stock({ offerId: 'red', productId: 1, name: 'Red', vintage: '2022', level: 9 });
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(pageOfficeContract);
const read = async (id: string, browser = olive) => yes(await at(browser).page({ id }));
const shown = (path: string) => shop.call(contentContract).page({ path });
const put = async (id: string, more: Partial<PageRecord> = {}): Promise<void> => {
  const page = pageRecord.parse({ record: 'page', id, template: 'content', path: `/${id}`, title: `Page ${id}`, ...more });
  await shop.database.transaction((transaction) => writePages(transaction, [page]));
  await shop.running.services.content.refresh();
};
const activityOf = (id: string) =>
  shop.database.queryMany<{ action: string; actor_name: string }>({
    text: "select action, actor_name from activity_log where subject_kind = 'page' and subject_id = $1 order by id",
    values: [id],
  });
/** Saves a change of a page's draft. */
async function edit(id: string, change: Record<string, string | null>, browser = olive) {
  const page = await read(id, browser);
  const record = { ...(page.draft?.record ?? page.published ?? {}), ...change };
  return at(browser).savePageDraft({ id, version: page.version, revision: page.draft?.revision ?? 0, record });
}

describe('a page in the office', () => {
  test('is begun, written, published and shown at once', async () => {
    const { id } = yes(await at(kim).createPage({ template: 'content', title: 'Winter whites' }));
    const begun = await read(id, kim);
    expect(begun).toMatchObject({ id: 'winter-whites', state: 'draft', version: 0, published: null });
    expect(begun.issues).toContainEqual({ path: ['blocks', 0, 'body'], message: 'Fill this in.', isBlocking: true });
    const seen = { id, version: 0, revision: begun.draft?.revision ?? 0 };
    expect(await at(kim).publishPage(seen)).toMatchObject({
      ok: false,
      status: 422,
      code: 'page_invalid',
      title: 'Block 1, body: Fill this in.',
    });

    const record = { ...begun.draft?.record, blocks: [{ type: 'text', heading: '', body: 'Cold and bright.' }] };
    const saved = yes(await at(kim).savePageDraft({ ...seen, record }));
    expect(saved.issues).toEqual([]);
    expect(await shown('/winter-whites')).toMatchObject({ ok: false, status: 404 });

    const published = yes(await at(kim).publishPage({ ...seen, revision: saved.revision }));
    expect(published).toMatchObject({ state: 'live', version: 1, draft: null, changedBy: 'Kim' });
    expect(yes(await shown('/winter-whites')).data.title).toBe('Winter whites');
    const { rows } = yes(await at(reader).pageHistory({ id }));
    expect(rows.map(({ who, action }) => [who, action])).toEqual([
      ['Kim', 'page.published'],
      ['Kim', 'page.created'],
    ]);
    expect(await activityOf(id)).toEqual([
      { action: 'page.created', actor_name: 'Kim' },
      { action: 'page.published', actor_name: 'Kim' },
    ]);
  });

  test('is not overwritten by somebody who saw an earlier draft', async () => {
    await put('shared');
    const first = await edit('shared', { title: 'By Kim' }, kim);
    expect(first.ok).toBe(true);
    const page = await read('shared');
    const late = await at(olive).savePageDraft({ id: 'shared', version: page.version, revision: 0, record: { title: 'By Olive' } });
    expect(late).toMatchObject({ ok: false, status: 409, code: 'changed_meanwhile', title: expect.stringMatching(/^Kim changed this/) });
    expect((await read('shared')).draft?.record.title).toBe('By Kim');
  });

  test('is not published over an import that came between', async () => {
    await put('between');
    const saved = yes(await edit('between', { title: 'Mine' }));
    const { version } = await read('between');
    await put('between', { title: 'Theirs' });
    const late = await at(olive).publishPage({ id: 'between', version, revision: saved.revision });
    expect(late).toMatchObject({ ok: false, code: 'changed_meanwhile', title: expect.stringMatching(/^An import changed this/) });
    expect(yes(await shown('/between')).data.title).toBe('Theirs');
  });

  test('has its versions, whoever wrote them, and returns to one', async () => {
    await put('story', { title: 'One' });
    const { revision } = yes(await edit('story', { title: 'Two' }));
    yes(await at(olive).publishPage({ id: 'story', version: 1, revision }));
    const { rows } = yes(await at(reader).pageVersions({ id: 'story' }));
    expect(rows.map(({ version, author, record }) => [version, author, record?.title])).toEqual([
      [2, 'Olive', 'Two'],
      [1, '', 'One'],
    ]);
    expect(await at(olive).restorePage({ id: 'story', version: 2, restored: 9 })).toMatchObject({ ok: false, code: 'version_unknown' });
    const back = yes(await at(olive).restorePage({ id: 'story', version: 2, restored: 1 }));
    expect(back.version).toBe(3);
    expect(yes(await shown('/story')).data.title).toBe('One');
  });

  test('is hidden until its time comes', async () => {
    await put('later', { state: 'draft' });
    const { revision } = yes(await edit('later', { publishAt: '2999-01-01T00:00:00Z' }));
    expect(yes(await at(olive).publishPage({ id: 'later', version: 1, revision })).state).toBe('scheduled');
    expect((await shown('/later')).ok).toBe(false);
  });

  test('does not take the address of another page', async () => {
    await put('taken', { title: 'First here' });
    await put('second');
    const { revision } = yes(await edit('second', { path: '/taken' }));
    const refused = await at(olive).publishPage({ id: 'second', version: 1, revision });
    expect(refused).toMatchObject({ ok: false, status: 409, code: 'path_taken', title: expect.stringMatching(/“First here”/) });
  });

  test('leads elsewhere after it was archived, and comes back', async () => {
    await put('gone');
    await put('target');
    const loop = await at(olive).takePageDown({ id: 'gone', version: 1, isArchived: true, redirectTo: '/gone' });
    expect(loop).toMatchObject({ ok: false, code: 'redirect_refused' });
    const archived = yes(await at(olive).takePageDown({ id: 'gone', version: 1, isArchived: true, redirectTo: '/target' }));
    expect(archived.state).toBe('archived');
    const moved = await shop.get('/gone?from=mail', { accept: 'text/html' });
    expect([moved.status, moved.headers.location]).toEqual([301, '/target?from=mail']);
    expect(yes(await at(olive).pages({ q: 'gone' })).rows).toEqual([]);
    expect(yes(await at(olive).pages({ q: 'gone', 'filter[state]': 'archived' })).rows.map(({ id }) => id)).toEqual(['gone']);

    const back = yes(await at(olive).restorePage({ id: 'gone', version: archived.version, restored: 1 }));
    expect(back.state).toBe('live');
    expect((await shop.get('/gone', { accept: 'text/html' })).status).toBe(200);
  });

  test('loses its changes when they are discarded', async () => {
    await put('kept', { title: 'As it is' });
    const { revision } = yes(await edit('kept', { title: 'Other' }));
    expect(yes(await at(olive).discardPageDraft({ id: 'kept', revision })).record.title).toBe('Other');
    expect(await read('kept')).toMatchObject({ draft: null, published: { title: 'As it is' } });
  });
});

describe('who may do what', () => {
  test('readers see pages and change nothing', async () => {
    await put('open');
    expect((await read('open', reader)).id).toBe('open');
    const refused = await at(reader).savePageDraft({ id: 'open', version: 1, revision: 0, record: {} });
    expect(refused).toMatchObject({ ok: false, status: 403, code: 'permission_missing' });
  });

  test('a page of another market does not exist, and one of several markets cannot be changed', async () => {
    await put('australian', { markets: ['AU'] });
    await put('both');
    expect(await at(singapore).page({ id: 'australian' })).toMatchObject({ ok: false, status: 404 });
    expect(yes(await at(singapore).pages({ q: 'australian' })).rows).toEqual([]);
    expect((await read('both', singapore)).canEdit).toBe(false);
    const refused = await at(singapore).savePageDraft({ id: 'both', version: 1, revision: 0, record: { title: 'Mine' } });
    expect(refused).toMatchObject({ ok: false, status: 403, code: 'other_market', title: expect.stringMatching(/shown in AU/) });
    const own = yes(await at(singapore).createPage({ template: 'content', title: 'Both too', copyOf: 'both' }));
    expect((await read(own.id, singapore)).draft?.record.markets).toEqual(['SG']);
  });
});

describe('the preview', () => {
  test('shows a draft that is not complete, never cached and framed by the office alone', async () => {
    await put('look', { title: 'Published' });
    yes(await edit('look', { title: 'Draft title', path: 'not a path' }));
    const { url } = yes(await at(reader).previewPage({ id: 'look', site: 'au-wine', tier: 'GOLD' }));
    const { pathname, search, searchParams } = new URL(url);
    const page = await shop.get(`${pathname}${search}`, { accept: 'text/html' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('Draft title');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-frame-options']).toBeUndefined();
    expect(page.headers['content-security-policy']).toMatch(/frame-ancestors http:\/\/office\.localhost/);
    expect(searchParams.has('signature')).toBe(true);
    const call = await shop.get(`/api/preview/page${search}`);
    expect(JSON.parse(call.text)).toMatchObject({ data: { title: 'Draft title' }, preview: { tier: 'GOLD' } });
    expect((await shop.get(`/api/preview/page${search}x`)).status).toBeGreaterThanOrEqual(400);
    const ordinary = await shop.get('/look', { accept: 'text/html' });
    expect(ordinary.text).not.toContain('Draft title');
    expect(ordinary.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(ordinary.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
  });

  test('is one tab stop in the frame of the office, and has those of an ordinary page in a tab of its own', async () => {
    await put('stops');
    const { url } = yes(await at(reader).previewPage({ id: 'stops', site: 'au-wine' }));
    const { pathname, search } = new URL(url);
    const stopsOf = async (dest: string): Promise<string[]> => {
      const { text } = await shop.get(`${pathname}${search}`, { accept: 'text/html', 'sec-fetch-dest': dest });
      const controls = text.match(/<(?:a|button|input|select|textarea|summary)[\s>][^>]*/g) ?? [];
      expect(controls.length).toBeGreaterThan(10);
      return controls.filter((control) => !control.includes(' tabindex="-1"'));
    };

    expect(await stopsOf('iframe')).toEqual([]);
    expect((await stopsOf('document')).length).toBeGreaterThan(10);
  });

  test('shows the draft of the home page in its place', async () => {
    await put('home', { template: 'home', path: '/', shops: ['wine'] });
    yes(await edit('home', { title: 'A heading for tomorrow' }));
    const { url } = yes(await at(olive).previewPage({ id: 'home', site: 'au-wine' }));
    const { pathname, search } = new URL(url);
    expect((await shop.get(`${pathname}${search}`, { accept: 'text/html' })).text).toContain('A heading for tomorrow');
    expect((await shop.get('/', { accept: 'text/html' })).text).not.toContain('A heading for tomorrow');
  });
});

describe('the list', () => {
  test('filters, sorts and pages', async () => {
    for (const name of ['aaa', 'bbb', 'ccc'])
      await put(`list-${name}`, { title: `List ${name}`, template: 'article', path: `/vino-articles/${name}` });
    const filter = { q: 'list', 'filter[template]': 'article' } as const;
    const first = yes(await at(olive).pages({ ...filter, sort: 'title', limit: 2 }));
    expect(first.rows.map(({ title }) => title)).toEqual(['List aaa', 'List bbb']);
    expect(first.total).toBe(3);
    const rest = yes(await at(olive).pages({ ...filter, sort: 'title', limit: 2, cursor: first.nextCursor ?? '' }));
    expect(rest.rows.map(({ title }) => title)).toEqual(['List ccc']);
    yes(await edit('list-bbb', { title: 'List of drafts' }));
    expect(yes(await at(olive).pages({ ...filter, 'filter[draft]': 'yes' })).rows).toMatchObject([
      { title: 'List of drafts', state: 'live', hasDraft: true, changedBy: 'Olive' },
    ]);
    expect(await at(olive).pages({ cursor: 'bm9uc2Vuc2U' })).toMatchObject({ ok: false, status: 400, code: 'cursor_invalid' });
  });

  test('what is wrong with a page is named', async () => {
    await put('checked');
    const page = await read('checked');
    const body = 'See [delivery](/no-such-page) and [this](/wines/x/red). Red 2019 costs $12.00, or $10.00.';
    const record = {
      ...page.published,
      blocks: [
        { type: 'text', heading: '', body },
        { type: 'offers', offerIds: ['red', 'lost'] },
      ],
    };
    const { issues } = yes(await at(olive).savePageDraft({ id: 'checked', version: 1, revision: 0, record }));
    expect(issues.map(({ message, isBlocking }) => [message, isBlocking])).toEqual([
      ['The shop has no wine with the id lost.', false],
      ['The link to /no-such-page leads nowhere on this site.', false],
      ['The text says $12.00, but no wine on this page has that price.', false],
      ['The text says Red 2019, but the shop sells 2022.', false],
    ]);
  });

  test('a link that leads nowhere on some of the sites of its page is named with them', async () => {
    const price = { packPrice: 120, packRRP: null };
    const wine = { category: 'White', name: 'Wine' } as const;
    await shop.stock(
      { ...wine, offerId: 'unpriced', productId: 2, audience: 'AU+NZ+SG', prices: { AU: price } },
      { ...wine, offerId: 'local', productId: 3, audience: 'AU', prices: { AU: price, SG: price } },
    );
    await put('only-here', { markets: ['AU'] });
    await put('only-spirits', { shops: ['spirits'] });
    await put('both');
    const moved: RedirectRecord = { record: 'redirect', from: '/moved', to: '/both', isPermanent: true, markets: ['AU'] };
    await shop.database.transaction((transaction) => writeRedirects(transaction, [moved]));
    await shop.running.services.content.refresh();
    await put('linking');
    const { version, published } = await read('linking');
    const body =
      '[a](/only-here) [s](/only-spirits) [b](/both) [c](/moved) [d](/wines/x/local) [u](/wines/x/unpriced) [e](/wines/x/red) [f](/wines) [g](/linking)';
    const record = { ...published, blocks: [{ type: 'text', heading: '', body }] };
    const dead = (link: string, sites = 'Wine SG and Spirits SG') =>
      `The link to ${link} leads nowhere on ${sites}, where this page is shown too.`;
    const seen = { id: 'linking', version, revision: 0 };
    await shop.running.services.search.refresh();
    // In its market the shop redirects to the address with the producer.
    for (const path of ['/wines/x/local', '/wines/x/unpriced']) {
      const statuses = ['localhost', 'sg.localhost'].map(async (host) => (await shop.get(path, {}, host)).status);
      expect(await Promise.all(statuses), path).toEqual([301, 404]);
    }
    const inBoth = yes(await at(olive).savePageDraft({ ...seen, record }));
    expect(inBoth.issues.map(({ message }) => message)).toEqual([
      dead('/only-here'),
      dead('/only-spirits', 'Wine AU and Wine SG'),
      dead('/moved'),
      dead('/wines/x/local'),
      dead('/wines/x/unpriced'),
    ]);
    const one = { ...record, markets: ['AU'], shops: ['spirits'] };
    expect(yes(await at(olive).savePageDraft({ ...seen, revision: inBoth.revision, record: one })).issues).toEqual([]);
  });

  test('wines are found by words and by id, also by those who describe clubs', async () => {
    await shop.running.services.search.refresh();
    const cleo = await signInAs(shop, await createTestStaff(shop.database, { email: 'cleo@shop.example', roles: ['Clubs'] }));
    expect(yes(await at(cleo).findPageOffers({ q: 'red' })).rows.map(({ id }) => id)).toEqual(['red']);
    expect(yes(await at(reader).findPageOffers({ q: 'red' })).rows.map(({ id }) => id)).toEqual(['red']);
    expect(yes(await at(reader).findPageOffers({ ids: 'red,lost' })).rows.map(({ id }) => id)).toEqual(['red']);
  });
});
