import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '#domains/staff/model/permissions.ts';
import { staffContract } from '#domains/staff/office-contract.ts';
import { createTestStaff, OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { SHIPPING } from '../model/groups/shipping.ts';
import { settingOfficeContract } from '../office-contract.ts';
import { previewedSettings } from './settings-preview.ts';
import { startValuesOf } from './start-values.ts';

let shop: TestShop;
let owner: OfficeBrowser;
let manager: OfficeBrowser;

const newStaff = (name: string, ...roles: readonly string[]) =>
  createTestStaff(shop.database, { email: `${crypto.randomUUID()}@shop.example`, roles, name });

beforeAll(async () => {
  shop = await createTestShop({ SAMPLE: 'no', SECRETS_KEY: 'k'.repeat(40) });
  owner = await signInAs(shop, await newStaff('Olive Owner', 'Owner'));
  manager = await signInAs(shop, await newStaff('Kim Manager', 'Manager'));
});
afterAll(() => shop?.stop());

const calls = (browser: OfficeBrowser) => browser.call(settingOfficeContract);

/** Returns a browser with an API key for all settings. */
async function keyOf(holder: OfficeBrowser): Promise<OfficeBrowser> {
  const scopes: Permission[] = ['settings.read', 'settings.write', 'settings.payments'];
  const { key } = await must(holder.call(staffContract).createApiKey({ name: 'Script', scopes, expiresInDays: null }));
  const browser = new OfficeBrowser(shop);
  browser.headers.authorization = `Bearer ${key}`;
  return browser;
}

async function must<T>(result: Promise<{ ok: true; value: T } | { ok: false; code: string }>): Promise<T> {
  const done = await result;
  if (!done.ok) throw new Error(done.code);
  return done.value;
}

const read = (group: string, scope: string, browser = manager) => must(calls(browser).setting({ group, scope }));

/** Saves fields of a group on top of those in force. */
async function save(group: string, scope: string, changes: object, more: object = {}, browser = manager) {
  const { value, revision } = await read(group, scope, browser);
  return calls(browser).saveSetting({ group, scope, value: { ...value, ...changes }, basedOn: revision, ...more });
}

describe('a change of a member of staff', () => {
  test('holds when the call returns, and is in the activity log with both values', async () => {
    const saved = await must(save('shipping', 'AU', { fee: 11.5 }, { note: 'Carrier' }));

    expect(saved).toMatchObject({ value: { fee: 11.5 }, versions: [{ author: 'Kim Manager', note: 'Carrier', state: 'in_force' }] });
    expect(shop.running.services.settings.current().terms.AU.shipping.defaultCents).toBe(1150);
    const entry = await shop.database.queryOne<{ actor_name: string; market: string; before: unknown; after: { value: { fee: number } } }>({
      text: "select actor_name, market, before, after from activity_log where action = 'setting.saved' and subject_id = 'shipping/AU'",
    });
    expect(entry).toMatchObject({ actor_name: 'Kim Manager', market: 'AU', before: null, after: { value: { fee: 11.5 } } });
  });

  test('is scheduled in the time zone of the market, and taken back', async () => {
    const scheduled = await must(save('tax', 'AU', { percent: 12.5 }, { from: '2031-01-01T00:00' }));
    const [version] = scheduled.versions;
    expect(version).toMatchObject({ state: 'scheduled', effectiveFrom: '2030-12-31T13:00:00.000Z' });
    expect(scheduled.value).toEqual({ percent: 10 });

    const back = await must(
      calls(manager).revertSetting({
        group: 'tax',
        scope: 'AU',
        revision: 0,
        replaces: version?.revision ?? null,
        basedOn: scheduled.revision,
      }),
    );

    expect(back.versions.map(({ state }) => state)).toEqual(['past', 'past']);
    expect(back.group.scopes.find(({ id }) => id === 'AU')).toMatchObject({ isDefault: true, scheduled: 0 });
  });

  test('returns to an earlier version and to the defaults', async () => {
    const first = await must(save('support', 'SG', { hours: 'Mon to Fri' }));
    const second = await must(save('support', 'SG', { hours: 'Every day' }));
    const input = { group: 'support', scope: 'SG' };

    const back = await must(calls(manager).revertSetting({ ...input, revision: first.revision, basedOn: second.revision }));
    const defaults = await must(calls(manager).revertSetting({ ...input, revision: 0, basedOn: back.revision }));

    expect([back.value.hours, defaults.value]).toEqual(['Mon to Fri', defaults.defaults]);
    expect(await calls(manager).revertSetting({ ...input, revision: 99, basedOn: defaults.revision })).toMatchObject({
      code: 'version_unknown',
    });
  });

  test('is refused with who and when if a colleague saved first', async () => {
    const { value, revision } = await read('support', 'AU');
    await must(save('support', 'AU', { hours: 'Weekdays' }, {}, owner));

    const refused = await calls(manager).saveSetting({
      group: 'support',
      scope: 'AU',
      value: { ...value, hours: 'Never' },
      basedOn: revision,
    });

    expect(refused).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      title: 'Olive Owner changed this just now. Look at their change before you save yours.',
    });
  });

  test.each([
    { name: 'a wrong value', changes: { fee: -1 }, more: {}, code: 'setting_invalid' },
    { name: 'an unknown field', changes: { price: 1 }, more: {}, code: 'setting_invalid' },
    { name: 'a time that has passed', changes: {}, more: { from: '2020-01-01T00:00' }, code: 'setting_past' },
    { name: 'a time that does not exist', changes: {}, more: { from: '2031-13-45T00:00' }, code: 'setting_past' },
    { name: 'a malformed time', changes: {}, more: { from: 'tomorrow' }, code: 'invalid_input' },
  ])('is refused for $name', async ({ changes, more, code }) => {
    expect(await save('shipping', 'SG', changes, more)).toMatchObject({ ok: false, code });
  });
});

describe('a write-only field', () => {
  const url = 'smtp://user:hunter2@127.0.0.1:9';

  test('is saved by whoever may change keys, after a fresh second factor, and never returned', async () => {
    const asManager = await save('mail', 'shop', {}, { secrets: { smtpUrl: url } });
    const stale = await signInAs(shop, await newStaff('Olga', 'Owner'), { isSteppedUp: false });
    const asStale = await save('mail', 'shop', {}, { secrets: { smtpUrl: url } }, stale);
    const saved = await must(save('mail', 'shop', {}, { secrets: { smtpUrl: url } }, owner));

    expect([asManager, asStale].map((result) => !result.ok && result.code)).toEqual(['permission_missing', 'step_up_required']);
    expect(saved.secrets).toEqual(['smtpUrl']);
    expect(JSON.stringify(saved)).not.toContain('hunter2');
    const logged = await shop.database.queryMany<{ text: string }>({ text: 'select activity_log::text as text from activity_log' });
    expect(logged.map(({ text }) => text).join()).not.toContain('hunter2');
  });

  test('is used by the test of the connection, whose failure is a sentence', async () => {
    const { value } = await read('mail', 'shop', owner);
    const tested = await must(calls(owner).testSetting({ group: 'mail', scope: 'shop', value, secrets: { smtpUrl: url } }));

    expect(tested.isConnected).toBe(false);
    expect(tested.message).toMatch(/^It didn’t work: /);
    expect(tested.message).not.toContain('hunter2');
  });

  test('is refused among the other fields of a test, and connects nowhere', async () => {
    const { value } = await read('mail', 'shop');
    const connections: unknown[] = [];
    const internal = createServer((socket) => connections.push(socket.destroy()));
    await once(internal.listen(0, '127.0.0.1'), 'listening');
    const address = internal.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const input = { group: 'mail', scope: 'shop', value: { ...value, smtpUrl: `smtp://127.0.0.1:${port}` }, secrets: {} };

    const refused = [];
    for (const browser of [manager, await keyOf(owner), owner]) refused.push(await calls(browser).testSetting(input));
    internal.close();

    expect(refused.map((result) => !result.ok && [result.status, result.code, result.title])).toEqual(
      refused.map(() => [422, 'setting_invalid', expect.stringContaining('smtpUrl: is write-only; send it in secrets.')]),
    );
    expect(connections).toEqual([]);
  });

  test('is tested by whoever may change keys, after a fresh second factor, and so by no API key', async () => {
    const { value } = await read('mail', 'shop');
    const input = { group: 'mail', scope: 'shop', value, secrets: { smtpUrl: url } };

    const refused = [await calls(manager).testSetting(input), await calls(await keyOf(owner)).testSetting(input)];

    expect(refused.map((result) => !result.ok && result.code)).toEqual(['permission_missing', 'step_up_required']);
    expect(await calls(owner).testSetting({ ...input, secrets: { from: 'a@shop.example' } })).toMatchObject({
      code: 'setting_invalid',
      title: expect.stringContaining('from: is no write-only field.'),
    });
  });
});

test('a field that decides where the server connects to is tested, saved and taken back only by whoever may change keys', async () => {
  const input = { group: 'hosted-search', scope: 'shop', value: { appId: 'ELSEWHERE' } };
  const saved = await must(calls(owner).saveSetting({ ...input, value: { appId: 'OURS' }, basedOn: 0 }));
  const basedOn = saved.revision;

  for (const [browser, code] of [
    [manager, 'permission_missing'],
    [await keyOf(owner), 'step_up_required'],
  ] as const) {
    expect(await calls(browser).testSetting({ ...input, secrets: {} })).toMatchObject({ ok: false, code });
    expect(await calls(browser).saveSetting({ ...input, basedOn })).toMatchObject({ ok: false, code });
    expect(await calls(browser).revertSetting({ group: 'hosted-search', scope: 'shop', revision: 0, basedOn })).toMatchObject({ code });
  }
  expect(await calls(manager).testSetting({ ...input, value: saved.value, secrets: {} })).toMatchObject({ ok: true });
});

test('a key that is scheduled is taken back only by whoever may change keys', async () => {
  const scheduled = await must(
    save('mail', 'shop', {}, { secrets: { smtpUrl: 'smtp://later@127.0.0.1:9' }, from: '2031-01-01T00:00' }, owner),
  );
  const { revision } = scheduled;
  expect(scheduled.versions[0]).toMatchObject({ revision, state: 'scheduled' });
  const input = { group: 'mail', scope: 'shop', revision: revision - 1, replaces: revision, basedOn: revision };

  expect(await calls(manager).revertSetting(input)).toMatchObject({ code: 'permission_missing' });
  const back = await must(calls(owner).revertSetting(input));
  expect(back.versions.slice(0, 2).map(({ state }) => state)).toEqual(['past', 'past']);
});

test('a saved key is deleted by a return to the defaults only by whoever may change keys', async () => {
  const crm = { group: 'crm', scope: 'AU' };
  const saved = await must(save('crm', 'AU', {}, { secrets: { token: 'pat-one' } }, owner));
  const basedOn = saved.revision;
  const returns = (browser: OfficeBrowser) => [
    calls(browser).saveSetting({ ...crm, value: null, basedOn }),
    calls(browser).saveSetting({ ...crm, value: null, basedOn, from: '2031-01-01T00:00' }),
    calls(browser).revertSetting({ ...crm, revision: 0, basedOn }),
  ];

  const byManager = await Promise.all(returns(manager));
  const byKey = await Promise.all(returns(await keyOf(owner)));

  expect(byManager.map((result) => !result.ok && result.code)).toEqual(byManager.map(() => 'permission_missing'));
  expect(byKey.map((result) => !result.ok && result.code)).toEqual(byKey.map(() => 'step_up_required'));
  expect(await read('crm', 'AU')).toMatchObject({ secrets: ['token'], revision: basedOn });
  const back = await must(calls(owner).revertSetting({ ...crm, revision: 0, basedOn }));
  expect(back.secrets).toEqual([]);
  expect(await calls(manager).saveSetting({ ...crm, value: null, basedOn: back.revision })).toMatchObject({ ok: true });
});

test('a key that stays is deleted from the moment of a scheduled change only by whoever may change keys', async () => {
  const crm = { group: 'crm', scope: 'SG' };
  await must(save('crm', 'SG', {}, { secrets: { token: 'pat-two' } }, owner));
  const { revision } = await must(save('crm', 'SG', {}, { from: '2031-01-01T00:00' }));
  const input = { ...crm, revision: 0, replaces: revision, basedOn: revision };

  expect(await calls(manager).revertSetting(input)).toMatchObject({ code: 'permission_missing' });
  expect(await calls(owner).revertSetting(input)).toMatchObject({ ok: true });
});

describe('a group', () => {
  test('is described with its fields, its scopes and who changed them', async () => {
    const { groups } = await must(calls(manager).settingGroups({}));

    expect(groups.find(({ id }) => id === 'shipping')).toMatchObject({
      affectsTotals: true,
      scopes: [
        { id: 'AU', label: 'Australia', author: 'Kim Manager', isDefault: false },
        { id: 'SG', label: 'Singapore', isDefault: true },
      ],
    });
    expect(groups.find(({ id }) => id === 'mail')).toMatchObject({ hasTest: true, isPublic: false });
  });

  test('that does not exist, or has no such scope, answers 404', async () => {
    for (const [group, scope] of [
      ['prices', 'AU'],
      ['tax', 'NZ'],
      ['tax', 'shop'],
    ] as const)
      expect(await calls(manager).setting({ group, scope })).toMatchObject({ status: 404, code: 'setting_unknown' });
  });

  test('is previewed by a link to the sites of its market', async () => {
    const value = { ...SHIPPING.defaults('AU', startValuesOf(shop.running.services.config)), freeFromCases: 7 };
    const { links } = await must(calls(manager).previewSetting({ group: 'shipping', scope: 'AU', value }));

    expect(links.map(({ site }) => site)).toEqual(['localhost', 'spirits.localhost']);
    const { pathname, search } = new URL(links[0]?.url ?? '');
    const previewed = await previewedSettings(shop.running.services, Object.fromEntries(new URLSearchParams(search)));
    expect(pathname).toBe('/');
    expect(previewed?.terms.AU.shipping.freeFromCases).toBe(7);
  });
});

describe('somebody of one market', () => {
  let singapore: OfficeBrowser;
  beforeAll(async () => {
    await shop.database.execute({
      text: `insert into roles (name, description, permissions, markets) values ('Singapore', '', '{settings.read,settings.write,settings.payments}', '{SG}')`,
    });
    singapore = await signInAs(shop, await newStaff('Sue', 'Singapore'));
  });

  test('sees and changes the settings of that market only', async () => {
    const { groups } = await must(calls(singapore).settingGroups({}));

    expect(groups.find(({ id }) => id === 'tax')?.scopes.map(({ id }) => id)).toEqual(['SG']);
    expect(await calls(singapore).setting({ group: 'tax', scope: 'AU' })).toMatchObject({ status: 404, code: 'setting_unknown' });
    expect(await calls(singapore).saveSetting({ group: 'tax', scope: 'AU', value: { percent: 1 }, basedOn: 0 })).toMatchObject({
      status: 404,
    });
    expect(await save('tax', 'SG', { percent: 9 }, {}, singapore)).toMatchObject({ ok: true });
  });

  test('sees the settings of the whole shop, but cannot change them', async () => {
    expect(await read('mail', 'shop', singapore)).toMatchObject({ canChange: false });
    expect(await save('mail', 'shop', { contact: 'a@b.example' }, {}, singapore)).toMatchObject({ status: 403, code: 'whole_shop' });
  });
});
