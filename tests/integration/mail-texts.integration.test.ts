/** What emails say: the name of the shop, and the texts that the retailer has changed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingOfficeContract } from '#domains/settings/office-contract.ts';
import { signInContract } from '#domains/staff/sign-in-contract.ts';
import { yes } from '#tests/fixtures/checkout-flow.ts';
import { send } from '#tests/fixtures/http.ts';
import { mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
let owner: OfficeBrowser;
beforeAll(async () => {
  shop = await createTestShop();
  await shop.stock({ offerId: 'one', productId: 1, level: 500 });
  owner = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
});
afterAll(() => shop?.stop());

const settings = () => owner.call(settingOfficeContract);

/** Saves fields of a group, on top of what holds now. */
async function save(group: string, scope: string, changed: Readonly<Record<string, string>>) {
  const { value, revision } = yes(await settings().setting({ group, scope }));
  return settings().saveSetting({ group, scope, value: { ...value, ...changed }, basedOn: revision });
}

/** Orders as a guest with an address of their own and returns the receipt. */
async function receipt(subject = 'order #') {
  const email = `${randomUUID()}@example.com`;
  await paidOrder(shop, [1], 'localhost', { email });
  return mailTo(shop, email, subject);
}

test('signs emails with the name of the site, and keeps it in those that are sent', async () => {
  const before = await receipt();
  yes(await save('identity', 'au-wine', { name: 'Orchard & Sons' }));

  const after = await receipt();

  expect(before.subject).toMatch(/^Your Cellardoor order #\d+$/);
  expect(after.subject).toMatch(/^Your Orchard & Sons order #\d+$/);
  expect(after.text).toContain('\nOrchard & Sons\n');
  expect(after.html).toContain('Orchard &amp; Sons');
  expect(after.text + after.html).not.toContain('Cellardoor<');
  yes(await save('identity', 'au-wine', { name: 'Cellardoor' }));
});

test('greets staff with the name of the first site', async () => {
  yes(await save('identity', 'au-wine', { name: 'Orchard & Sons' }));

  const { shopName } = yes(await owner.call(signInContract).signInState({}));
  const [page, refused] = await Promise.all(
    ['/api/openapi.json', '/%zz'].map((path) => send(shop.running.port, 'localhost', 'GET', path, { accept: 'text/html' })),
  );

  expect(shopName).toBe('Orchard & Sons');
  expect(JSON.parse(page?.text ?? '').info.title).toBe('Orchard & Sons');
  expect(refused?.text).toContain('<title>This address doesn’t work · Orchard &#38; Sons</title>');
  yes(await save('identity', 'au-wine', { name: 'Cellardoor' }));
});

test('sends an email with the texts in force at that moment, in its market only', async () => {
  yes(await save('email-order-received', 'AU', { subject: 'Cheers! #{number} <b>is</b> in, says {shop}', packing: 'First.\n\nSecond.' }));

  const changed = await receipt('Cheers! #');
  yes(await settings().revertSetting({ group: 'email-order-received', scope: 'AU', revision: 0, basedOn: await revisionOf() }));
  const restored = await receipt();

  expect(changed.subject).toMatch(/^Cheers! #\d+ <b>is<\/b> in, says Cellardoor$/);
  expect(changed.text).toMatch(/^Hello Grace,\n\nFirst\.\n\nSecond\.\n/);
  expect(changed.html).toContain('>First.</p>');
  expect(changed.html).not.toContain('<b>');
  expect(restored.subject).toMatch(/^Your Cellardoor order #\d+$/);
});

const revisionOf = async (): Promise<number> => yes(await settings().setting({ group: 'email-order-received', scope: 'AU' })).revision;

test('stores only what was changed', async () => {
  const { value, defaults } = yes(await save('email-club-left', 'AU', { subject: 'Goodbye from {club}', closing: '' }));
  const { groups } = yes(await settings().settingGroups({}));
  const [stored] = yes(await settings().setting({ group: 'email-club-left', scope: 'AU' })).versions;
  const isDefault = (id: string) => groups.find((group) => group.id === id)?.scopes.map((scope) => scope.isDefault);

  expect(value).toEqual({ ...defaults, subject: 'Goodbye from {club}' });
  expect(stored?.value).toEqual({ subject: 'Goodbye from {club}' });
  expect(isDefault('email-club-left')).toEqual([false, true]);
  expect(isDefault('email-club-card')).toEqual([true, true]);
});

test.each([
  { name: 'an unknown placeholder', value: { subject: 'Order {order}' }, reason: /^subject: has no value for \{order\}/ },
  { name: 'a line break in the subject', value: { subject: 'Hi\r\nBcc: eve@example.com' }, reason: /^subject: must be one line/ },
  { name: 'an unknown field', value: { sender: 'Eve' }, reason: /^sender: is unknown/ },
  { name: 'a number', value: { title: 5 }, reason: /^title: / },
])('refuses $name in what is saved, previewed and tested', async ({ value, reason }) => {
  const group = { group: 'email-order-received', scope: 'AU', value };

  const results = await Promise.all([
    settings().saveSetting({ ...group, basedOn: await revisionOf() }),
    settings().previewEmail(group),
    settings().sendTestEmail(group),
  ]);

  for (const result of results) {
    expect(result).toMatchObject({ ok: false, status: 422, code: 'setting_invalid' });
    if (!result.ok) expect(result.title).toMatch(reason);
  }
});

test('previews every email in every market with texts that are not saved', async () => {
  const { groups } = yes(await settings().settingGroups({}));

  for (const { id, scopes } of groups.filter(({ area }) => area === 'emails'))
    for (const { id: scope } of scopes) {
      const { defaults } = yes(await settings().setting({ group: id, scope }));
      const [subject = ''] = Object.keys(defaults).filter((name) => name.startsWith('subject'));
      const shown = yes(await settings().previewEmail({ group: id, scope, value: { ...defaults, [subject]: 'Seen by nobody' } }));
      expect(shown.subject, id).toContain('Seen by nobody');
      expect(shown.html, id).toContain('<!doctype html>');
      expect(shown.text + shown.html, id).not.toMatch(/\{[a-z]+\}|undefined/);
    }
});

test('sends a test to whoever asks, and to nobody else', async () => {
  const value = { subject: 'A test of #{number}' };

  const { to } = yes(await settings().sendTestEmail({ group: 'email-order-received', scope: 'SG', value }));
  const mail = await mailTo(shop, 'owner@shop.example', 'A test of #1000123');

  expect(to).toBe('owner@shop.example');
  expect(mail.text).toContain('Cellardoor');
  expect(await settings().sendTestEmail({ group: 'shipping', scope: 'SG', value })).toMatchObject({ ok: false, status: 404 });
});
