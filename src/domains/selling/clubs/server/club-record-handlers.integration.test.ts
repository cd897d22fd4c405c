/** The office's calls about the records of clubs over the real server, by people with different roles and markets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staffContract } from '#domains/staff/office-contract.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { createClubs, createMember, storeCard, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { clubRecordOfficeContract } from '../club-record-office-contract.ts';
import { membershipContract, wineClubContract } from '../contract.ts';
import type { ClubRecord } from '../model/record.ts';
import { writeClubs } from './club.repository.ts';

let shop: TestShop;
let cleo: OfficeBrowser;
let olive: OfficeBrowser;
let reader: OfficeBrowser;
let singapore: OfficeBrowser;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'dozen', productId: 1, level: 500 }, { offerId: 'six', productId: 2, level: 500 });
  await createClubs(shop, testClub());
  const person = async (name: string, role: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${name}@shop.example`, name, roles: [role] }));
  cleo = await person('Cleo', 'Clubs');
  olive = await person('Olive', 'Owner');
  reader = await person('Rea', 'Read-only');
  const role = { name: 'Singapore', description: '', markets: ['SG' as const], refundLimitCents: 0 };
  yes(await olive.call(staffContract).createRole({ ...role, permissions: ['clubs.read', 'clubs.write'] }));
  singapore = await person('Mei', 'Singapore');
});
afterAll(() => shop?.stop());

const at = (browser: OfficeBrowser) => browser.call(clubRecordOfficeContract);
const read = async (id: string) => yes(await at(olive).clubRecord({ id }));
const refusal = (code: string, title?: RegExp) => ({ ok: false, code, ...(title ? { title } : {}) });

/** Adds a club of its own. */
async function addClub(more: Partial<ClubRecord> = {}) {
  const id = `club-${crypto.randomUUID().slice(0, 8)}`;
  return yes(await at(cleo).createClub({ record: testClub({ id, slug: id, ...more }) }));
}

describe('a club', () => {
  test('is added as a draft, opened, and seen by shoppers only then', async () => {
    const { id, version, record, liveUrl } = await addClub({ state: 'draft', name: 'Winter Reds' });
    const names = async () => yes(await shop.call(wineClubContract).clubs({})).data.map(({ name }) => name);
    expect(liveUrl).toBeNull();
    expect(await names()).not.toContain('Winter Reds');

    const opened = yes(await at(cleo).saveClub({ version, record: { ...record, state: 'open' } }));

    expect(opened.liveUrl).toContain(`/wine-clubs/${id}`);
    expect(await names()).toContain('Winter Reds');
    const { rows } = yes(await at(cleo).clubRecords({}));
    expect(rows.find((row) => row.id === id)).toMatchObject({ state: 'open', cases: 2, fromPrice: 80, members: 0, market: 'AU' });
  });

  test('keeps its id and market, and records who changed what', async () => {
    const { id, version, record } = await addClub();

    const saved = yes(await at(cleo).saveClub({ version, record: { ...record, market: 'SG', kicker: 'New' } }));

    expect(saved.record).toMatchObject({ market: 'AU', kicker: 'New' });
    const log = await shop.database.queryMany<{ action: string; actor: string; before: unknown; after: unknown }>({
      text: "select action, actor_name as actor, before, after from activity_log where subject_kind = 'club' and subject_id = $1 order by id",
      values: [id],
    });
    expect(log).toMatchObject([
      { action: 'club.created', actor: 'Cleo' },
      { action: 'club.changed', actor: 'Cleo', before: { kicker: '' }, after: { kicker: 'New' } },
    ]);
  });

  test('that somebody else changed is not overwritten', async () => {
    const { version, record } = await addClub();
    yes(await at(olive).saveClub({ version, record: { ...record, summary: 'By Olive' } }));

    expect(await at(cleo).saveClub({ version, record: { ...record, summary: 'By Cleo' } })).toMatchObject(
      refusal('changed_meanwhile', /^Olive changed this/),
    );
    expect((await read(record.id)).record.summary).toBe('By Olive');
  });

  test('has an id and an address of its own, and wines that exist', async () => {
    const { record } = await addClub();
    const other = testClub({ id: 'other-club', slug: record.slug });

    expect(await at(cleo).createClub({ record: { ...other, id: record.id } })).toMatchObject(refusal('id_taken', /^id: /));
    expect(await at(cleo).createClub({ record: other })).toMatchObject(refusal('slug_taken', /^slug: /));
    const [first] = other.variants;
    const variants = first ? [{ ...first, offerId: 'nothing' }] : [];
    expect(await at(cleo).createClub({ record: { ...other, slug: 'other', variants } })).toMatchObject(
      refusal('case_unknown', /^variants\.offerId: .*nothing/),
    );
  });

  test('is changed only by people with the permission, in their markets', async () => {
    const { id, version, record } = await addClub();

    expect(await at(reader).saveClub({ version, record })).toMatchObject(refusal('permission_missing'));
    expect(await at(singapore).clubRecord({ id })).toMatchObject(refusal('not_found'));
    expect(await at(singapore).saveClub({ version, record })).toMatchObject(refusal('not_found'));
    expect(await at(singapore).createClub({ record: testClub({ id: 'theirs', slug: 'theirs' }) })).toMatchObject(refusal('market_denied'));
    expect(yes(await at(singapore).clubRecords({})).rows).toEqual([]);
  });
});

describe('the terms of members', () => {
  test('are those of the moment in which they join, also while staff remove their case', async () => {
    const { id, record } = await addClub();
    const customer = await createTestCustomer(shop);
    const instrumentId = await storeCard(shop, customer.id);
    const member = shop.call(membershipContract, 'localhost', { authorization: `Bearer ${customer.bearer}` });
    const choice = { clubId: id, variantId: 'dozen', frequencyId: 'monthly', expectedTotal: 159.9, instrumentId };
    const person = { details: { ...DETAILS, email: customer.email }, dateOfBirth: DATE_OF_BIRTH, agrees: true };
    const waiting = () =>
      shop.database.queryMany({ text: "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'" });

    const { joining } = await shop.database.transaction(async (transaction) => {
      await writeClubs(transaction, [{ ...record, variants: record.variants.filter((one) => one.id !== 'dozen') }]);
      const joining = member.join({ ...choice, ...person });
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
      return { joining };
    });

    expect(await joining).toMatchObject(refusal('variant_not_found'));
    expect((await read(id)).use.members).toBe(0);
  });

  test('stay as they are while texts change and cases are added', async () => {
    await createMember(shop);
    const { version, record, use } = await read('table');
    expect(use.members).toBeGreaterThan(0);
    const taken = record.variants.find(({ id }) => (use.variants[id] ?? 0) > 0);
    const rhythm = record.frequencies.find(({ id }) => (use.frequencies[id] ?? 0) > 0);
    if (!taken || !rhythm) throw new Error('the member chose nothing');
    const withCase = (changed: Partial<typeof taken>) => ({
      ...record,
      variants: record.variants.map((each) => (each === taken ? { ...each, ...changed } : each)),
    });
    const refused: [string, ClubRecord][] = [
      ['variants.0.price', withCase({ price: taken.price + 10 })],
      ['variants.0.offerId', withCase({ offerId: 'six' })],
      ['variants', { ...record, variants: record.variants.filter((each) => each !== taken) }],
      [
        'frequencies.0.every',
        { ...record, frequencies: record.frequencies.map((each) => (each === rhythm ? { ...each, every: 2 } : each)) },
      ],
      ['frequencies', { ...record, frequencies: record.frequencies.filter((each) => each !== rhythm) }],
      ['state', { ...record, state: 'draft' }],
    ];
    for (const [field, changed] of refused) {
      const result = await at(cleo).saveClub({ version, record: changed });
      expect([field, result]).toMatchObject([field, { ok: false, code: 'terms_in_use', title: new RegExp(`^${field}: .*member`) }]);
    }

    const next = yes(
      await at(cleo).saveClub({
        version,
        record: {
          ...record,
          name: 'The Long Table',
          variants: [...record.variants, { ...taken, id: 'dozen-new', label: 'A dozen, new price', price: taken.price + 10 }],
        },
      }),
    );

    expect(next.record.variants.find(({ id }) => id === taken.id)).toEqual(taken);
    expect(next.record.variants).toHaveLength(3);
  });
});
