/** Changes that are saved while others are scheduled, over a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '#lib/result.ts';
import { protectSecrets } from '#lib/server/secret-vault.ts';
import { DEFAULT_SITES } from '#markets/sites.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { ERROR_REPORTS } from '../model/groups/integrations.ts';
import { MAIL } from '../model/groups/mail.ts';
import { SHIPPING } from '../model/groups/shipping.ts';
import { revertSetting, type SaveSetting, type SettingChange, saveSetting } from './save-setting.ts';
import { openSettings, type Settings } from './settings-store.ts';
import { startValuesOf } from './start-values.ts';

const DAY = 86_400_000;
let shop: TestShop;
let settings: Settings;

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no' });
  protectSecrets(shop.database, { SECRETS_KEY: 'k'.repeat(40), SECRETS_KEY_PREVIOUS: [] });
  settings = await openSettings(shop.database, { start: startValuesOf(shop.running.services.config) });
});
afterAll(() => shop?.stop());

const inDays = (days: number): Date => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * DAY);
const lastRevision = (group: string, scope: string): number => settings.versions(group, scope)[0]?.revision ?? 0;

const depsOf = (changes: SettingChange[]) => ({
  database: shop.database,
  sites: DEFAULT_SITES,
  start: settings.start,
  onSaved: async (_: unknown, change: SettingChange) => void changes.push(change),
});

async function trySave(request: Pick<SaveSetting, 'group' | 'scope' | 'value'> & Partial<SaveSetting>, changes: SettingChange[] = []) {
  const { group, scope } = request;
  const basedOn = lastRevision(group, scope);
  const saved = await saveSetting(depsOf(changes), { effectiveFrom: null, author: 'Kim', basedOn, ...request });
  await settings.refresh();
  return saved;
}

async function save(...request: Parameters<typeof trySave>) {
  const saved = await trySave(...request);
  if (saved instanceof Failure) throw new Error(`${saved.code} ${JSON.stringify(saved.values)}`);
  return saved;
}

async function takeBack(group: string, scope: string, revision: number, effectiveFrom: Date) {
  const saved = await revertSetting(depsOf([]), {
    group,
    scope,
    revision,
    effectiveFrom,
    basedOn: lastRevision(group, scope),
    author: 'Kim',
  });
  if (saved instanceof Failure) throw new Error(saved.code);
  await settings.refresh();
}

const shippingAt = (market: string, days: number) => settings.at(inDays(days)).read(SHIPPING, market);
const fees = (market: string, fee: number, more: object = {}) => ({
  group: 'shipping',
  scope: market,
  value: { ...SHIPPING.defaults(market, settings.start), fee, ...more },
});

describe('a change while another is scheduled', () => {
  test('outlasts the moment of one that was taken back', async () => {
    const first = await save(fees('AU', 10));
    await save({ ...fees('AU', 12), effectiveFrom: inDays(5) });
    await takeBack('shipping', 'AU', first.revision, inDays(5));

    await save(fees('AU', 15));

    expect([settings.current().read(SHIPPING, 'AU').fee, shippingAt('AU', 6).fee]).toEqual([15, 15]);
    expect([...settings.states('shipping', 'AU').values()]).not.toContain('scheduled');
  });

  test('outlasts one that was taken back to the defaults of the release', async () => {
    await save({ ...fees('SG', 12), effectiveFrom: inDays(5) });
    await takeBack('shipping', 'SG', 0, inDays(5));

    await save(fees('SG', 15));

    expect([settings.current().read(SHIPPING, 'SG').fee, shippingAt('SG', 6).fee]).toEqual([15, 15]);
  });

  test('holds in all that is scheduled until a version sets the same field, and each such version is logged', async () => {
    await save({ ...fees('AU', 15, { freeFromCases: 4 }), effectiveFrom: inDays(10) });
    await save({ ...fees('AU', 20, { freeFromCases: 4 }), effectiveFrom: inDays(20) });
    await save({ ...fees('AU', 20, { freeFromCases: 5 }), effectiveFrom: inDays(30) });
    const changes: SettingChange[] = [];

    const saved = await save(fees('AU', 16), changes);

    const moments = [settings.current().read(SHIPPING, 'AU'), ...[11, 21, 31].map((days) => shippingAt('AU', days))];
    expect(moments.map(({ fee, freeFromCases }) => [fee, freeFromCases])).toEqual([
      [16, SHIPPING.defaults('AU', settings.start).freeFromCases],
      [16, 4],
      [20, 4],
      [20, 5],
    ]);
    expect(changes.map(({ before, after }) => [before?.effectiveFrom.getTime() === after.effectiveFrom.getTime(), after.note])).toEqual([
      [false, ''],
      [true, expect.stringContaining('Carried over')],
      [true, `Carried over from version ${saved.revision}`],
    ]);
  });

  test('is refused with the day if it does not fit what is scheduled', async () => {
    const byValue = { freeFromCases: null, freeFromValue: 200, freeMessage: 'Delivery is free.' };
    await save(fees('SG', 15, byValue));
    await save({ ...fees('SG', 15, { ...byValue, freeFromCases: 3, freeFromValue: null }), effectiveFrom: inDays(40) });

    const refused = await trySave(fees('SG', 15, { ...byValue, freeMessage: 'Free from {amount}.' }));

    expect(refused).toMatchObject({
      code: 'setting_invalid',
      values: {
        reason: expect.stringMatching(/^With what is scheduled for \d+ \w+ \d{4}: freeMessage: names \{amount\}.* Take that back first\.$/),
      },
    });
    expect(settings.current().read(SHIPPING, 'SG').freeMessage).toBe(byValue.freeMessage);
  });
});

describe('a write-only field that is replaced while a change is scheduled', () => {
  const mail = { group: 'mail', scope: 'shop', value: { from: 'Shop <orders@shop.example>', contact: 'hello@shop.example' } };
  const reports = (url: string, key?: string) => ({
    group: 'error-reports',
    scope: 'shop',
    value: { url },
    ...(key === undefined ? {} : { secrets: { key } }),
  });
  const reportsAt = (days: number) => settings.at(inDays(days)).read(ERROR_REPORTS, 'shop');

  test('stays replaced at the moment of the change', async () => {
    await save({ ...mail, secrets: { smtpUrl: 'smtps://user:revoked@mail.example' } });
    await save({ ...mail, value: { ...mail.value, contact: 'later@shop.example' }, effectiveFrom: inDays(5) });

    await save({ ...mail, secrets: { smtpUrl: 'smtps://user:rotated@mail.example' } });

    expect(settings.at(inDays(6)).read(MAIL, 'shop')).toMatchObject({
      contact: 'later@shop.example',
      smtpUrl: 'smtps://user:rotated@mail.example',
    });
  });

  test('is not sent to an address that another one is scheduled for, and taking that back keeps the present one', async () => {
    const first = await save(reports('https://old.example', 'key-old'));
    await save({ ...reports('https://new.example', 'key-new'), effectiveFrom: inDays(5) });

    await save(reports('https://old.example', 'key-rotated'));
    const scheduled = reportsAt(6);
    await takeBack('error-reports', 'shop', first.revision, inDays(5));

    expect(scheduled).toEqual({ url: 'https://new.example', key: 'key-new' });
    expect(reportsAt(6)).toEqual({ url: 'https://old.example', key: 'key-rotated' });
  });

  test('is refused with another address if a key is scheduled for the present one', async () => {
    await save({ ...reports('https://old.example', 'key-next'), effectiveFrom: inDays(10) });

    expect(await trySave(reports('https://moved.example', 'key-moved'))).toMatchObject({
      code: 'setting_invalid',
      values: { reason: expect.stringMatching(/^With what is scheduled for .*: Key of the project: enter it again/) },
    });
    expect(settings.current().read(ERROR_REPORTS, 'shop').url).toBe('https://old.example');
  });

  test('is forgotten with the return to the defaults, so that no other address gets it', async () => {
    await save({ ...mail, value: null });

    await save(mail);

    expect(settings.current().read(MAIL, 'shop').smtpUrl).toBeNull();
  });
});
