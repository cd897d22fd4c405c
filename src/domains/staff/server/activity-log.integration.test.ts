import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, must, OfficeBrowser, signInAs, type TestStaff } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { staffContract } from '../office-contract.ts';
import { findRoleByName } from './role.repository.ts';

let shop: TestShop;
let owner: TestStaff;
let office: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
  owner = await createTestStaff(shop.database, { email: 'olive@shop.example', roles: ['Owner'], name: 'Olive Owner' });
  office = await signInAs(shop, owner);
});
afterAll(() => shop?.stop());

const staff = (browser = office) => browser.call(staffContract);
const newEmail = (): string => `${crypto.randomUUID()}@shop.example`;
const newStaff = (...roles: readonly string[]) => createTestStaff(shop.database, { email: newEmail(), roles });

async function roleId(name: string): Promise<number> {
  const role = await findRoleByName(shop.database, name);
  if (!role) throw new Error(`there is no role ${name}`);
  return role.id;
}

describe('the activity log', () => {
  test('has every change with who, what, before and after, and is found by each of them', async () => {
    const kim = await newStaff('Orders');
    const { member } = await must(staff().staffMember({ id: kim.id }));
    await must(staff().changeStaff({ id: kim.id, version: member.version, name: 'Kim Renamed', roleIds: [await roleId('Cellar')] }));

    const log = await must(staff().activity({ 'filter[subject]': `staff:${kim.id}` }));

    expect(log.rows).toMatchObject([
      {
        actor: { kind: 'staff', staffId: owner.id, name: 'Olive Owner' },
        action: 'staff.changed',
        subject: { kind: 'staff', id: String(kim.id) },
        before: { name: member.name, roles: ['Orders'] },
        after: { name: 'Kim Renamed', roles: ['Cellar'] },
      },
    ]);
    const count = async (filter: Parameters<ReturnType<typeof staff>['activity']>[0]) =>
      (await must(staff().activity({ 'filter[subject]': `staff:${kim.id}`, ...filter }))).rows.length;
    expect(await count({ 'filter[staff]': owner.id })).toBe(1);
    expect(await count({ 'filter[staff]': kim.id })).toBe(0);
    expect(await count({ 'filter[action]': 'staff' })).toBe(1);
    expect(await count({ 'filter[action]': 'staff.invited' })).toBe(0);
    expect(await count({ q: 'olive' })).toBe(1);
    expect(await count({ from: '2099-01-01' })).toBe(0);
    expect(await count({ to: '2099-01-01' })).toBe(1);
  });

  test('is paged, the latest first', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await must(staff().createRole({ name, description: '', permissions: ['staff.read'], markets: null, refundLimitCents: 0 }));

    const first = await must(staff().activity({ limit: 2 }));
    const second = await must(staff().activity({ limit: 2, cursor: first.nextCursor ?? '' }));
    const ids = [...first.rows, ...second.rows].map(({ id }) => id);

    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(new Set(ids).size).toBe(4);
  });

  test.each(['update activity_log set actor_name = $$x$$', 'delete from activity_log', 'truncate activity_log'])(
    'refuses: %s',
    async (text) => {
      await expect(shop.database.execute({ text })).rejects.toThrow('append-only');
    },
  );

  test('shows staff of one market nothing of the other', async () => {
    const role = await must(
      staff().createRole({ name: 'Auditor SG', description: '', permissions: ['staff.read'], markets: ['SG'], refundLimitCents: 0 }),
    );
    await shop.database.execute({
      text: `insert into activity_log (actor_kind, actor_name, action, subject_kind, subject_id, market)
        values ('system', 'Test', 'order.shipped', 'order', '7', 'AU'), ('system', 'Test', 'order.shipped', 'order', '8', 'SG')`,
    });
    const auditor = await signInAs(shop, await newStaff(role.name));

    const log = await must(staff(auditor).activity({ 'filter[subject]': 'order' }));

    expect(log.rows.map(({ subject }) => subject.id)).toEqual(['8']);
    expect((await must(staff(auditor).activity({ 'filter[subject]': 'order:7' }))).rows).toEqual([]);
    expect((await must(staff().activity({ 'filter[subject]': 'order' }))).rows).toHaveLength(2);
  });

  test('names records as a person knows them, finds entries by those names, and shows fields as the forms do', async () => {
    const kim = await createTestStaff(shop.database, { email: newEmail(), roles: ['Orders'], name: 'Kim Chardon' });
    const { member } = await must(staff().staffMember({ id: kim.id }));
    await must(staff().changeStaff({ id: kim.id, version: member.version, name: 'Kim Merlot', roleIds: [await roleId('Cellar')] }));

    const log = await must(staff().activity({ 'filter[subject]': `staff:${kim.id}` }));

    expect(log.subject).toEqual({ kind: 'staff', id: String(kim.id), name: 'Kim Merlot' });
    expect(log.rows[0]).toMatchObject({
      subject: { name: 'Kim Merlot' },
      changes: [
        { field: 'Name', before: 'Kim Chardon', after: 'Kim Merlot' },
        { field: 'Roles', before: 'Orders', after: 'Cellar' },
      ],
    });
    const found = async (q: string) => (await must(staff().activity({ q }))).rows.map(({ subject }) => subject.id);
    expect(await found('merlot')).toEqual([String(kim.id)]);
    expect(await found('changed name or roles')).toContain(String(kim.id));
    expect(await found('100%')).toEqual([]);
  });

  test('finds records by part of their text, and by fewer than three letters where a word begins', async () => {
    const customer = await createTestCustomer(shop, { email: 'qzwine@example.com' });
    await shop.database.execute({ text: 'select refresh_customer_summaries()' });
    const card = await shop.database.queryOne<{ id: string }>({
      text: `insert into gift_cards (code, market, initial_cents, expires_at, recipient_email, recipient_name, sender_name, created_at)
        values ('AAAABBBBCCCC4711', 'AU', 5000, now() + interval '1 year', 'friend@qzcellar.example', 'Friend', '', now()) returning id`,
    });
    await shop.database.execute({
      text: `insert into activity_log (actor_kind, actor_name, action, subject_kind, subject_id, market)
        values ('system', 'Test', 'customer.noted', 'customer', $1, 'AU'), ('system', 'Test', 'gift_card.sent', 'gift_card', $2, 'AU')`,
      values: [String(customer.id), card?.id],
    });

    const found = async (q: string) => (await must(staff().activity({ q }))).rows.map(({ subject }) => subject.kind).toSorted();

    expect(await found('qzcellar.example')).toEqual(['gift_card']);
    expect(await found('zwine')).toEqual(['customer']);
    expect(await found('qz')).toEqual(['customer']);
    expect(await found('zw')).toEqual([]);
  });

  test('shows no name of a record that the reader may not open, and does not find entries by it', async () => {
    const customer = await createTestCustomer(shop, { email: 'secretive@example.com' });
    await shop.database.execute({ text: 'select refresh_customer_summaries()' });
    await shop.database.execute({
      text: `insert into activity_log (actor_kind, actor_name, action, subject_kind, subject_id, market)
        values ('system', 'Test', 'customer.noted', 'customer', $1::text, 'AU')`,
      values: [customer.id],
    });
    const role = await must(
      staff().createRole({ name: 'People only', description: '', permissions: ['staff.read'], markets: null, refundLimitCents: 0 }),
    );
    const reader = await signInAs(shop, await newStaff(role.name));
    const subject = { 'filter[subject]': `customer:${customer.id}` };

    expect((await must(staff().activity(subject))).subject?.name).toBe('Grace Hopper');
    expect((await must(staff().activity({ q: 'secretive' }))).rows).toHaveLength(1);
    expect((await must(staff(reader).activity(subject))).rows).toMatchObject([{ subject: { id: String(customer.id), name: null } }]);
    expect((await must(staff(reader).activity({ q: 'secretive' }))).rows).toEqual([]);
  });

  test('is exported page by page, and the export is logged once', async () => {
    const subject = { 'filter[subject]': 'role' };
    const before = (await must(staff().activity({ 'filter[action]': 'activity.exported' }))).rows.length;

    const { csv, rows, nextCursor } = await must(staff().exportActivity(subject));

    expect([csv.split('\r\n')[0], nextCursor]).toEqual(['at,who,from,what,action,kind,record,record_id,market,changes', null]);
    expect(csv).toContain('Olive Owner');
    expect(csv).toContain('Name: empty → Auditor SG');
    expect(csv).toContain('see staff, roles and the activity log');
    expect(rows).toBeGreaterThan(3);
    expect((await must(staff().activity({ 'filter[action]': 'activity.exported' }))).rows).toHaveLength(before + 1);
    expect(await staff(await signInAs(shop, owner, { isSteppedUp: false })).exportActivity(subject)).toMatchObject({
      code: 'step_up_required',
    });
  });

  test('names the API key that made a change', async () => {
    const person = await newStaff('Owner');
    const { key } = await must(
      staff(await signInAs(shop, person)).createApiKey({
        name: 'Cellar scanner',
        scopes: ['stock.write', 'catalogue.read'],
        expiresInDays: 30,
      }),
    );
    const script = new OfficeBrowser(shop);
    script.headers.authorization = `Bearer ${key}`;
    const set = await script.raw(
      { method: 'POST', path: '/office/v1/stock/default-threshold' },
      { market: 'AU', threshold: 7, version: 0 },
    );
    expect(set.status).toBe(200);

    const { rows } = await must(staff().activity({ 'filter[staff]': person.id, 'filter[action]': 'stock' }));

    expect(rows).toMatchObject([
      { actor: { kind: 'api_key', staffId: person.id, key: 'Cellar scanner' }, subject: { kind: 'stock_default' } },
    ]);
  });
});
