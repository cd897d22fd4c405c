import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '#lib/result.ts';
import { protectSecrets, vaultOf } from '#lib/server/secret-vault.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { IDENTITY } from '../model/groups/identity.ts';
import { MAIL } from '../model/groups/mail.ts';
import { TAX } from '../model/groups/tax.ts';
import { settingRecord } from '../model/record.ts';
import { revertSetting, type SaveSetting, type SettingChange, saveSetting } from './save-setting.ts';
import { resealSettings } from './setting.repository.ts';
import { openSettings, type Settings } from './settings-store.ts';
import { startValuesOf } from './start-values.ts';
import { writeSettings } from './write-settings.ts';

let shop: TestShop;
let clock: number;
let settings: Settings;

beforeAll(async () => {
  shop = await createTestShop();
  protectSecrets(shop.database, { SECRETS_KEY: 'k'.repeat(40), SECRETS_KEY_PREVIOUS: [] });
  clock = Date.now();
  settings = await openSettings(shop.database, { start: startValuesOf(shop.running.services.config), now: () => clock });
});
afterAll(() => shop.stop());

const HOUR = 3_600_000;
const percentNow = (): number => settings.current().read(TAX, 'AU').percent;
const lastRevision = (group: string, scope: string): number => settings.versions(group, scope)[0]?.revision ?? 0;

async function save(request: Partial<SaveSetting>, changes: SettingChange[] = []) {
  const { group = 'tax', scope = 'AU' } = request;
  const saved = await saveSetting(
    {
      database: shop.database,
      sites: DEFAULT_SITES,
      start: shop.running.services.settings.start,
      now: () => clock,
      onSaved: async (_, change) => void changes.push(change),
    },
    { group, scope, value: null, effectiveFrom: null, basedOn: lastRevision(group, scope), author: 'Kim', ...request },
  );
  clock = Date.now() + 1_000;
  await settings.refresh();
  return saved;
}

describe('a saved setting', () => {
  test('is in force at once, for this moment and later, and not before', async () => {
    const before = new Date(Date.now() - 1_000);

    await save({ value: { percent: 12.5 } });

    expect([percentNow(), settings.at(before).terms.AU.taxPercent, settings.current().terms.AU.taxPercent]).toEqual([12.5, 10, 12.5]);
  });

  test('is announced to the use case’s caller with the versions before and after', async () => {
    const changes: SettingChange[] = [];

    await save({ value: { percent: 11 }, note: 'Budget' }, changes);

    expect(changes).toMatchObject([
      { author: 'Kim', before: { value: { percent: 12.5 } }, after: { value: { percent: 11 }, note: 'Budget' } },
    ]);
  });

  test('is refused if someone else has saved since', async () => {
    const rejected = await save({ value: { percent: 9 }, basedOn: 1 });

    expect(rejected).toBeInstanceOf(Failure);
    expect(rejected).toMatchObject({ code: 'changed_meanwhile', values: { author: 'Kim' } });
  });

  test('is saved once if two people save at the same time', async () => {
    const basedOn = lastRevision('tax', 'SG');
    const results = await Promise.all(
      [8, 7].map((percent) =>
        saveSetting(
          { database: shop.database, sites: DEFAULT_SITES, start: shop.running.services.settings.start },
          { group: 'tax', scope: 'SG', value: { percent }, effectiveFrom: null, basedOn, author: 'Kim' },
        ),
      ),
    );

    expect(results.map((result) => (result instanceof Failure ? result.code : 'saved')).sort()).toEqual(['changed_meanwhile', 'saved']);
  });

  test.each([
    { name: 'an unknown group', request: { group: 'taxes' }, code: 'setting_unknown' },
    { name: 'the scope of another kind', request: { group: 'tax', scope: 'shop' }, code: 'setting_unknown' },
    { name: 'a wrong value', request: { value: { percent: 51 } }, code: 'setting_invalid' },
    { name: 'a value that is no object', request: { value: 'ten' }, code: 'setting_invalid' },
    { name: 'a moment in the past', request: { value: { percent: 9 }, effectiveFrom: new Date(0) }, code: 'setting_past' },
  ])('is refused for $name', async ({ request, code }) => {
    expect(await save(request)).toMatchObject({ code });
  });

  test('cannot be changed or deleted in the database', async () => {
    await expect(shop.database.execute({ text: 'delete from setting_versions' })).rejects.toThrow('append-only');
    await expect(shop.database.execute({ text: "update setting_versions set author = ''" })).rejects.toThrow('append-only');
  });

  test('can be returned to an earlier version and to the defaults', async () => {
    const deps = { database: shop.database, sites: DEFAULT_SITES, start: shop.running.services.settings.start };
    const back = { group: 'tax', scope: 'AU', author: 'Kim', effectiveFrom: null };

    await revertSetting(deps, { ...back, revision: 1, basedOn: lastRevision('tax', 'AU') });
    await settings.refresh();
    const first = percentNow();
    await revertSetting(deps, { ...back, revision: 0, basedOn: lastRevision('tax', 'AU') });
    await settings.refresh();

    expect([first, percentNow()]).toEqual([12.5, 10]);
    expect(await revertSetting(deps, { ...back, revision: 99, basedOn: 0 })).toMatchObject({ code: 'version_unknown' });
  });
});

describe('a scheduled setting', () => {
  test('replaces the value at its moment and announces it', async () => {
    const revisions: string[] = [];
    settings.onChange((snapshot) => revisions.push(snapshot.revision(DEFAULT_SITES[0])));
    const effectiveFrom = new Date(Date.now() + HOUR);
    await save({ value: { percent: 15 }, effectiveFrom });
    const before = percentNow();
    const changes = revisions.length;

    clock = effectiveFrom.getTime();

    expect([before, percentNow(), revisions.length - changes]).toEqual([10, 15, 1]);
    expect(revisions.at(-1)).not.toBe(revisions.at(-2));
  });

  test('lets the terms of a former revision be found, and not those of an unknown one', () => {
    const [site] = DEFAULT_SITES;
    clock = Date.now() + HOUR * 2;
    const former = settings.at(new Date(Date.now() + HOUR / 2)).revision(site);

    expect(settings.termsOfRevision(site, former)?.taxPercent).toBe(10);
    expect(settings.termsOfRevision(site, settings.current().revision(site))?.taxPercent).toBe(15);
    expect(settings.termsOfRevision(site, 'nonsense')).toBeNull();
    clock = Date.now() + 1_000;
  });

  test('changes nothing for other markets', () => {
    const other = DEFAULT_SITES.find(({ market }) => market === 'SG') ?? DEFAULT_SITES[0];
    const later = settings.at(new Date(Date.now() + HOUR * 2));

    expect(later.revision(other)).toBe(settings.current().revision(other));
  });
});

describe('a write-only field', () => {
  const value = { from: 'Shop <orders@shop.example>', contact: 'hello@shop.example' };

  test('is stored sealed, stays as it is unless it is sent, and is in no version', async () => {
    await save({ group: 'mail', scope: 'shop', value, secrets: { smtpUrl: 'smtps://user:secret@mail.example' } });
    await save({ group: 'mail', scope: 'shop', value: { ...value, contact: 'other@shop.example' } });
    const row = await shop.database.queryOne<{ secrets: Record<string, { keyId: string; text: string }>; value: unknown }>({
      text: "select secrets, value from setting_versions where group_id = 'mail' order by id desc limit 1",
    });

    expect(settings.current().read(MAIL, 'shop')).toEqual({
      ...value,
      contact: 'other@shop.example',
      smtpUrl: 'smtps://user:secret@mail.example',
    });
    expect(JSON.stringify(settings.versions('mail', 'shop'))).not.toContain('secret@');
    expect(JSON.stringify(row?.value)).not.toContain('secret@');
    const stored = row?.secrets.smtpUrl;
    expect(stored?.text).not.toContain('secret');
    expect(stored && vaultOf(shop.database).open('setting mail/shop/smtpUrl', stored)).toBe('smtps://user:secret@mail.example');
  });

  test('is encrypted again when the key changes', async () => {
    const next = protectSecrets(shop.database, { SECRETS_KEY: 'n'.repeat(40), SECRETS_KEY_PREVIOUS: ['k'.repeat(40)] });

    const count = await shop.database.transaction((transaction) => resealSettings(transaction, next));
    const again = await shop.database.transaction((transaction) => resealSettings(transaction, next));
    protectSecrets(shop.database, { SECRETS_KEY: 'n'.repeat(40), SECRETS_KEY_PREVIOUS: [] });
    await settings.refresh();

    expect([count, again]).toEqual([2, 0]);
    expect(settings.current().read(MAIL, 'shop').smtpUrl).toBe('smtps://user:secret@mail.example');
  });

  test('can be cleared', async () => {
    await save({ group: 'mail', scope: 'shop', value, secrets: { smtpUrl: null } });

    expect(settings.current().read(MAIL, 'shop').smtpUrl).toBeNull();
  });

  test('is checked like any other', async () => {
    expect(await save({ group: 'mail', scope: 'shop', value, secrets: { smtpUrl: 'http://mail.example' } })).toMatchObject({
      code: 'setting_invalid',
      values: { reason: expect.stringMatching(/^smtpUrl: must be an address/) },
    });
  });
});

describe('settings as records', () => {
  test('are imported as new versions once', async () => {
    const record = settingRecord.parse({
      record: 'setting',
      group: 'support',
      scope: 'AU',
      value: { phone: '1800 000 111', email: '', hours: '' },
      scheduled: [{ effectiveFrom: new Date(Date.now() + HOUR).toISOString(), value: { phone: '1800 000 222', email: '', hours: '' } }],
    });
    const write = () => shop.database.transaction((transaction) => writeSettings(transaction, [record]));

    const [first, second] = [await write(), await write()];
    await settings.refresh();

    expect([first.changed, second.changed, second.unchanged]).toEqual([1, 0, 1]);
    expect(settings.versions('support', 'AU').map(({ value }) => value)).toMatchObject([
      { phone: '1800 000 222' },
      { phone: '1800 000 111' },
    ]);
  });

  test.each([
    { name: 'an unknown group', more: { group: 'taxes' } },
    { name: 'a market that is none', more: { scope: 'NZ' } },
    { name: 'a wrong value', more: { value: { percent: 'ten' } } },
    { name: 'a wrong scheduled value', more: { scheduled: [{ effectiveFrom: '2030-01-01T00:00:00Z', value: { percent: -1 } }] } },
  ])('are rejected with $name', ({ more }) => {
    expect(settingRecord.safeParse({ record: 'setting', group: 'tax', scope: 'AU', value: { percent: 10 }, ...more }).success).toBe(false);
  });
});

test('an import whose setting shows a picture that the shop does not have names field and picture, and writes nothing', async () => {
  const icon = 'abcdefghij0123456789';
  const record = (address: string | null) =>
    settingRecord.parse({
      record: 'setting',
      group: IDENTITY.id,
      scope: 'au-wine',
      value: { ...IDENTITY.defaults('au-wine', startValuesOf(shop.running.services.config)), icon: address },
    });
  const before = lastRevision(IDENTITY.id, 'au-wine');
  const write = (address: string | null) =>
    shop.database.transaction((transaction) => writeSettings(transaction, [record(address)], clock));

  await expect(write(`/pictures/photo/${icon}.200x200/200.jpg`)).rejects.toThrow(
    `The setting identity of au-wine: icon must be a picture of the library, and ${icon} is not there.`,
  );
  await settings.refresh();
  expect(lastRevision(IDENTITY.id, 'au-wine')).toBe(before);

  await shop.database.execute({
    text: "insert into pictures (id, width, height, placeholder) values ($1, 200, 200, '#000000')",
    values: [icon],
  });
  expect(await write(`/pictures/photo/${icon}.200x200/200.jpg`)).toMatchObject({ changed: 1 });
});
