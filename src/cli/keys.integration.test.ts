/** `keys …` on the secrets of a shop. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNSUBSCRIBE_LINKS } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { signingKeys } from '#domains/customers/identity/server/signing-keys.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop?.stop());

async function readSecrets() {
  const { signing, cookies } = await signingKeys(shop.database).current();
  return {
    kids: signing.map(({ kid }) => kid),
    cookies,
    referrals: await sharedSecret(shop.database, 'referral codes'),
    unsubscribe: await sharedSecret(shop.database, UNSUBSCRIBE_LINKS),
  };
}

test('keys replace replaces all secrets but that of the links to unsubscribe in earlier emails', async () => {
  const before = await readSecrets();

  const { stderr } = await runCommand(shopAccess(shop), 'keys replace');

  expect(stderr).toContain('Restart every process');
  const after = await readSecrets();
  expect(after.kids).toHaveLength(1);
  expect(before.kids).not.toContain(after.kids[0]);
  expect(after.cookies).toHaveLength(1);
  expect(before.cookies).not.toContain(after.cookies[0]);
  expect(after.referrals).not.toBe(before.referrals);
  expect(after.unsubscribe).toBe(before.unsubscribe);
});

test.each([
  { options: {}, keeps: true },
  { options: { revoke: true }, keeps: false },
])('keys rotate with $options keeps the former key: $keeps, and all other secrets', async ({ options, keeps }) => {
  const before = await readSecrets();

  await runCommand(shopAccess(shop), 'keys rotate', [], options);

  const { kids, ...others } = await readSecrets();
  expect(kids.filter((kid) => before.kids.includes(kid))).toEqual(keeps ? before.kids : []);
  expect(kids.filter((kid) => !before.kids.includes(kid))).toHaveLength(1);
  expect(others).toEqual({ cookies: before.cookies, referrals: before.referrals, unsubscribe: before.unsubscribe });
});
