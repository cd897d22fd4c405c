import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestStaff, must, type OfficeBrowser, signInAs, type TestStaff } from '#tests/fixtures/office.ts';
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
});
