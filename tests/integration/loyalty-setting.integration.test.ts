import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loyaltyContract } from '#domains/customers/loyalty/contract.ts';
import { recalculateTier } from '#domains/customers/loyalty/server/recalculate-tier.ts';
import { defaultProgramme, type LoyaltyProgramme } from '#domains/settings/model/groups/loyalty.ts';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { exportRecords, importFiles, undoImport } from '#server/imports.ts';
import { createTestCustomer, type TestCustomer } from '#tests/fixtures/customer.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let manager: OfficeBrowser;
let packer: OfficeBrowser;
let folder: string;

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
  const signIn = async (role: string) =>
    signInAs(shop, await createTestStaff(shop.database, { email: `${role}@shop.example`, roles: [role], name: `Kim ${role}` }));
  [manager, packer] = [await signIn('Manager'), await signIn('Orders')];
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-loyalty-'));
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

type Scope = 'AU' | 'SG';
const calls = (browser = manager) => browser.call(settingOfficeContract);

async function read(scope: Scope) {
  const found = await calls().setting({ group: 'loyalty', scope });
  if (!found.ok) throw new Error(found.code);
  return found.value;
}

/** Saves the default programme of a market with another spending for Gold. */
const withGold = (scope: Scope, spend: number, name = 'Gold'): LoyaltyProgramme => {
  const programme = defaultProgramme(scope);
  return { ...programme, tiers: programme.tiers.map((each) => (each.tier === 'GOLD' ? { ...each, spend, name } : each)) };
};
const save = async (scope: Scope, value: LoyaltyProgramme, more: { from?: string } = {}, browser = manager) =>
  calls(browser).saveSetting({ group: 'loyalty', scope, value, basedOn: (await read(scope)).revision, ...more });

async function goldOf(scope: Scope) {
  const config = await shop.call(loyaltyContract, scope === 'AU' ? 'localhost' : 'sg.localhost').config({});
  return config.ok ? config.value.tiers.find(({ tier }) => tier === 'GOLD') : null;
}

/** Spends in the Australian market an hour ago. */
async function spend({ id }: TestCustomer, cents: number): Promise<string> {
  await shop.database.execute({
    text: `insert into loyalty_ledger (customer_id, market, kind, source, order_id, cents, at)
      values ($1::int, 'AU', 'spend', 'order:' || $1::int, gen_random_uuid(), $2, now() - interval '1 hour')`,
    values: [id, cents],
  });
  return tierOf(id);
}
const tierOf = async (id: number) => (await recalculateTier(shop.database, { customerId: id, market: 'AU' }, async () => {})).tier;

async function exported(): Promise<string[]> {
  const chunks: string[] = [];
  await exportRecords(
    shop.database,
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    }),
  );
  return chunks
    .join('')
    .split('\n')
    .filter((line) => /"record": ?"loyalty"|"group": ?"loyalty"/.test(line));
}

async function importLines(...lines: readonly string[]) {
  const path = join(folder, 'loyalty.ndjson');
  await writeFile(path, lines.join('\n'));
  const done = await importFiles(shop.database, { files: [path], mapping: null, rejectsFile: null });
  await shop.running.services.settings.refresh();
  return done;
}

describe('a change of the programme in the office', () => {
  test('holds at once for new members, and those who reached a tier keep it [LOY-10]', async () => {
    const member = await createTestCustomer(shop);
    const reached = await spend(member, 550_000);

    expect(await save('AU', withGold('AU', 6_000, 'Vintage'))).toMatchObject({ ok: true });

    const late = await createTestCustomer(shop);
    expect([reached, await tierOf(member.id), await spend(late, 550_000)]).toEqual(['GOLD', 'GOLD', 'SILVER']);
    expect(await goldOf('AU')).toMatchObject({ name: 'Vintage', spend: 6_000 });
  });

  test('is refused if it takes away a tier that customers have', async () => {
    const { tiers, ...rest } = withGold('AU', 6_000);

    const refused = await save('AU', { ...rest, tiers: tiers.filter(({ tier }) => tier !== 'GOLD') });

    expect(refused).toMatchObject({ code: 'setting_invalid', title: expect.stringContaining('1 customer has the tier Vintage.') });
  });

  test('is refused with the field if thresholds do not rise, and without the permission', async () => {
    expect(await save('AU', withGold('AU', 500))).toMatchObject({
      code: 'setting_invalid',
      title: expect.stringContaining('tiers.3.spend: must be more than the $1000 of Silver'),
    });
    expect(await save('AU', withGold('AU', 7_000), {}, packer)).toMatchObject({ ok: false, status: 403 });
  });

  test('is previewed by a signed link without being saved', async () => {
    const result = await calls().previewSetting({ group: 'loyalty', scope: 'SG', value: withGold('SG', 6_543) });
    const url = new URL((result.ok && result.value.links[0]?.url) || 'http://none');
    const preview = url.searchParams.get('settings-preview') ?? '';

    const config = await shop.call(loyaltyContract, 'sg.localhost').config({ preview });
    const page = await shop.get(`${url.pathname}${url.search}`, {}, 'sg.localhost');

    expect(page.text).toContain('From $6,543.00');
    expect(url.pathname).toBe('/loyalty');
    expect(config.ok && config.value.tiers.find(({ tier }) => tier === 'GOLD')?.spend).toBe(6_543);
    expect((await goldOf('SG'))?.spend).toBe(6_000);
  });
});

describe('records of the programme', () => {
  const { tiers, ...rest } = withGold('SG', 7_000);
  const record = JSON.stringify({
    record: 'loyalty',
    market: 'SG',
    ...rest,
    tiers: tiers.map(({ birthday, anniversary, ...tier }) => ({ ...tier, couponValues: { birthday, anniversary } })),
  });

  test('are imported as a version of the setting, once, and the import can be undone', async () => {
    const { written, id } = await importLines(record);
    expect([written.loyalty, (await goldOf('SG'))?.spend]).toMatchObject([{ added: 1 }, 7_000]);
    expect((await importLines(record)).written.loyalty).toMatchObject({ added: 0, changed: 0 });

    await undoImport(shop.database, id ?? 0, { kind: 'command', name: 'Sam' });
    await shop.running.services.settings.refresh();

    expect((await goldOf('SG'))?.spend).toBe(6_000);
    expect((await read('SG')).value).toEqual(defaultProgramme('SG'));
  });

  test('are exported once: by their own kind, or with a scheduled change as a setting', async () => {
    await importLines(record);
    const plain = (await exported()).filter((line) => line.includes('SG'));
    await save('SG', withGold('SG', 8_000), { from: '2035-01-01T00:00' });
    const scheduled = (await exported()).filter((line) => line.includes('SG'));

    expect([plain.length, JSON.parse(plain[0] ?? '{}')]).toEqual([1, JSON.parse(record)]);
    expect([scheduled.length, JSON.parse(scheduled[0] ?? '{}')]).toMatchObject([
      1,
      { record: 'setting', group: 'loyalty', value: withGold('SG', 7_000), scheduled: [{ value: withGold('SG', 8_000) }] },
    ]);
    const { written } = await importLines(...scheduled);
    expect(written.setting).toMatchObject({ added: 0, changed: 0 });
  });
});
