/** The office's inbox over the real server: by people with different roles and markets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { inboxOfficeContract } from '../inbox-office-contract.ts';

let shop: TestShop;
let otto: OfficeBrowser;
let mia: OfficeBrowser;
let reader: OfficeBrowser;
let singapore: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ OFFICE_URL: 'http://office.localhost' });
  const { database } = shop;
  await database.execute({
    text: "insert into roles (name, permissions, markets) values ('Inbox SG', '{inbox.read,inbox.write,customers.export}', '{SG}')",
  });
  otto = await signInAs(shop, await createTestStaff(database, { email: 'otto@shop.example', name: 'Otto', roles: ['Orders'] }));
  mia = await signInAs(shop, await createTestStaff(database, { email: 'mia@shop.example', name: 'Mia', roles: ['Manager'] }));
  reader = await signInAs(shop, await createTestStaff(database, { email: 'rey@shop.example', roles: ['Read-only'] }));
  singapore = await signInAs(shop, await createTestStaff(database, { email: 'sue@shop.example', name: 'Sue', roles: ['Inbox SG'] }));
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(inboxOfficeContract);
async function add(market: 'AU' | 'SG', message: string, email: string | null = 'ada@example.com', form = 'questions'): Promise<string> {
  const id = randomUUID();
  await shop.database.execute({
    text: 'insert into form_submissions (id, form_id, market, page_id, entry, email) values ($1, $2, $3, $4, $5, $6)',
    values: [
      id,
      form,
      market,
      'help',
      JSON.stringify([
        { label: 'Name', value: 'Ada' },
        { label: 'Message', value: message },
      ]),
      email,
    ],
  });
  return id;
}
const idsOf = async (browser: OfficeBrowser, input: Parameters<ReturnType<typeof at>['inbox']>[0] = {}) =>
  yes(await at(browser).inbox(input)).rows.map(({ id }) => id);

test('lists, finds and filters entries of the person’s markets', async () => {
  const first = await add('AU', 'Do you have the 2019 Shiraz?');
  const second = await add('SG', 'Gift wrapping, 100%?', null, 'gifts');
  expect((await idsOf(otto)).slice(0, 2)).toEqual([second, first]);
  expect(yes(await at(otto).inbox({ q: '2019 shiraz' })).rows).toMatchObject([
    { id: first, email: 'ada@example.com', text: 'Do you have the 2019 Shiraz?', state: 'open', form: 'questions', hasNote: false },
  ]);
  expect(await idsOf(otto, { q: '100%' })).toEqual([second]);
  expect(await idsOf(otto, { 'filter[form]': 'gifts' })).toEqual([second]);
  expect(await idsOf(otto, { 'filter[market]': 'AU' })).toEqual([first]);
  expect(await idsOf(singapore)).toEqual([second]);
  expect(await idsOf(singapore, { 'filter[market]': 'AU' })).toEqual([]);
  expect(yes(await at(singapore).inboxForms({})).forms).toEqual(['gifts']);
  const page = yes(await at(otto).inbox({ limit: 1 }));
  expect(await idsOf(otto, { limit: 1, cursor: page.nextCursor ?? '' })).toEqual([first]);
  expect(await at(otto).inbox({ cursor: 'abc' })).toMatchObject({ status: 400, code: 'cursor_invalid' });
});

test('marks an entry with undo, and keeps a note beside a colleague’s change', async () => {
  const id = await add('AU', 'When is the tasting?');
  const entry = yes(await at(otto).inboxEntry({ id }));
  expect(entry).toMatchObject({ state: 'open', version: 1, history: [], note: '', timeZone: 'Australia/Sydney' });
  expect(entry.others).toBeGreaterThan(0);
  expect(yes(await at(mia).changeEntry({ id, version: 1, note: 'Called her' }))).toMatchObject({ note: 'Called her', version: 2 });
  expect(await at(otto).changeEntry({ id, version: 1, note: 'Wrote to her' })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    title: expect.stringContaining('Mia'),
  });
  const handled = { id, state: 'handled', expected: 'open' } as const;
  expect(yes(await at(otto).changeEntries({ entries: [handled] })).changed).toEqual([{ id, before: 'open' }]);
  expect(yes(await at(otto).changeEntries({ entries: [handled] }))).toEqual({ changed: [], kept: 0 });
  expect(yes(await at(mia).inboxEntry({ id }))).toMatchObject({
    state: 'handled',
    handledBy: 'Otto',
    history: [
      { who: 'Otto', state: 'handled' },
      { who: 'Mia', state: null },
    ],
  });
  yes(await at(otto).changeEntries({ entries: [{ id, state: 'open', expected: 'handled' }] }));
  expect(yes(await at(mia).inboxEntry({ id }))).toMatchObject({ state: 'open', handledBy: '', handledAt: null });
  const log = JSON.stringify(
    await shop.database.queryMany({ text: 'select before, after from activity_log where subject_id = $1', values: [id] }),
  );
  expect(log).not.toMatch(/ada|tasting|Called/i);
});

test('leaves an entry alone that a colleague marked since the list was shown', async () => {
  const [first, second] = [await add('AU', 'One'), await add('AU', 'Two')];
  yes(await at(mia).changeEntries({ entries: [{ id: second, state: 'handled', expected: 'open' }] }));

  const marked = yes(await at(otto).changeEntries({ entries: [first, second].map((id) => ({ id, state: 'spam', expected: 'open' })) }));

  expect(marked).toEqual({ changed: [{ id: first, before: 'open' }], kept: 1 });
  expect(yes(await at(otto).inboxEntry({ id: second }))).toMatchObject({ state: 'handled', handledBy: 'Mia' });
  yes(await at(otto).changeEntries({ entries: [{ id: first, state: 'open', expected: 'spam' }] }));
});

test('takes a state back only where nobody changed it since', async () => {
  const [mine, theirs] = [await add('AU', 'First'), await add('AU', 'Second')];
  yes(await at(otto).changeEntries({ entries: [mine, theirs].map((id) => ({ id, state: 'handled', expected: 'open' })) }));
  yes(await at(mia).changeEntries({ entries: [{ id: theirs, state: 'spam', expected: 'handled' }] }));

  const undone = await at(otto).changeEntries({ entries: [mine, theirs].map((id) => ({ id, state: 'open', expected: 'handled' })) });

  expect(yes(undone)).toEqual({ changed: [{ id: mine, before: 'handled' }], kept: 1 });
  expect(yes(await at(mia).inboxEntry({ id: theirs })).state).toBe('spam');
  yes(await at(mia).changeEntries({ entries: [{ id: theirs, state: 'open', expected: 'spam' }] }));
});

test('hides spam unless it is asked for', async () => {
  const id = await add('AU', 'Buy followers');
  yes(await at(otto).changeEntries({ entries: [{ id, state: 'spam', expected: 'open' }] }));
  expect(await idsOf(otto, { limit: 200 })).not.toContain(id);
  expect(await idsOf(otto, { 'filter[state]': 'spam' })).toEqual([id]);
});

test('refuses other markets and missing permissions', async () => {
  const id = await add('AU', 'Private');
  expect(await at(singapore).inboxEntry({ id })).toMatchObject({ ok: false, status: 404 });
  expect(await at(singapore).changeEntry({ id, version: 1, state: 'spam' })).toMatchObject({ ok: false, status: 404 });
  expect(yes(await at(singapore).changeEntries({ entries: [{ id, state: 'spam', expected: 'open' }] })).changed).toEqual([]);
  expect(yes(await at(reader).inboxEntry({ id })).state).toBe('open');
  expect(await at(reader).changeEntry({ id, version: 1, state: 'spam' })).toMatchObject({ status: 403, code: 'permission_missing' });
  expect(await at(otto).exportInbox({})).toMatchObject({ status: 403, code: 'permission_missing' });
  expect(await at(otto).inboxEntry({ id: randomUUID() })).toMatchObject({ ok: false, status: 404 });
});

test('exports what matches as CSV that runs no formula, and records it', async () => {
  const id = await add('SG', '=1+1, "quoted"', 'sam@example.com', 'csv');
  const { csv, rows } = yes(await at(singapore).exportInbox({ 'filter[form]': 'csv' }));
  expect(rows).toBe(1);
  expect(csv.split('\n')[0]).toBe('received,market,form,email,message,state,handled by,note');
  expect(csv).toContain('"Name: Ada\nMessage: =1+1, ""quoted"""');
  expect(yes(await at(singapore).exportInbox({ ids: [id] })).rows).toBe(1);
  const log = await shop.database.queryMany({ text: "select actor_name from activity_log where action = 'form_entry.exported'" });
  expect(log).toEqual([{ actor_name: 'Sue' }, { actor_name: 'Sue' }]);
});
