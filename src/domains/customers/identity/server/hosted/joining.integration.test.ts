import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkIn, mailTo } from '#tests/fixtures/mailbox.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type BrowserSession, visitor } from '#tests/fixtures/test-client.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.stop());

const VERIFY = '/auth/verify-email';
const OWN_PASSWORD = 'a modern prometheus';
const STRANGE_PASSWORD = 'the stranger was here';
const queryOf = ({ location }: BrowserSession): Record<string, string> =>
  Object.fromEntries(new URL(location ?? '', 'http://any').searchParams);
const tokenOf = (link: string): string => new URLSearchParams(link.split('?')[1]).get('token') ?? '';
const form = (email: string, password: string) => ({ given_name: 'Mary', family_name: 'Shelley', email, password });
const isPasswordOf = async (email: string, password: string): Promise<boolean> =>
  (await visitor(shop).post('/auth/login/using-password', { email, password })).location === '/?authenticated=yes';

/** Joins from a new browser. Returns the link in the email. */
async function join(email: string, password: string) {
  const browser = visitor(shop);
  await shop.database.execute({ text: 'delete from dev_mailbox where recipient = $1', values: [email] });
  await browser.post('/auth/join', form(email, password));
  return { browser, link: linkIn(await mailTo(shop, email, 'Confirm your email')) };
}

test('a later join from another browser does not change the password of an earlier one', async () => {
  const email = 'first@example.com';
  const own = await join(email, OWN_PASSWORD);
  const strange = await join(email, STRANGE_PASSWORD);

  // Both links are in the mailbox of the owner, who opens one after the other in their own browser.
  const other = await own.browser.get(strange.link);
  expect(queryOf(other).choose).toBe('yes');
  const opened = await own.browser.post(VERIFY, { token: tokenOf(own.link) });

  expect(opened.location).toBe('/?authenticated=yes');
  expect(await isPasswordOf(email, OWN_PASSWORD)).toBe(true);
  expect(await isPasswordOf(email, STRANGE_PASSWORD)).toBe(false);
});

test('a link opened in another browser asks for a password', async () => {
  const email = 'elsewhere@example.com';
  const { link } = await join(email, STRANGE_PASSWORD);
  const phone = visitor(shop);

  const page = await phone.get((await phone.get(link)).location ?? '');
  expect(page.text).toContain('Choose a password');
  expect(page.text).toContain('name="password"');
  const empty = await phone.post(VERIFY, { token: tokenOf(link) });
  expect(queryOf(empty)).toEqual({ token: tokenOf(link), choose: 'yes' });
  const short = await phone.post(VERIFY, { token: tokenOf(link), password: 'short' });
  expect(queryOf(short)).toEqual({ token: tokenOf(link), choose: 'yes', error: 'password_short' });
  const opened = await phone.post(VERIFY, { token: tokenOf(link), password: OWN_PASSWORD });

  expect(opened.location).toBe('/?authenticated=yes');
  expect(await isPasswordOf(email, OWN_PASSWORD)).toBe(true);
  expect(await isPasswordOf(email, STRANGE_PASSWORD)).toBe(false);
});

test('creating an account revokes other joins with its address', async () => {
  const email = 'twice@example.com';
  const own = await join(email, OWN_PASSWORD);
  const strange = await join(email, STRANGE_PASSWORD);

  await own.browser.post(VERIFY, { token: tokenOf(own.link) });
  const late = await visitor(shop).post(VERIFY, { token: tokenOf(strange.link), password: STRANGE_PASSWORD });

  expect(queryOf(late)).toEqual({ error: 'link_ended' });
});

test('joining again in the same browser replaces the password', async () => {
  const email = 'changed.my.mind@example.com';
  const { browser, link } = await join(email, 'the first thought of');
  await shop.database.execute({ text: 'delete from dev_mailbox where recipient = $1', values: [email] });
  await browser.post('/auth/join', form(email, OWN_PASSWORD));
  const second = linkIn(await mailTo(shop, email, 'Confirm your email'));

  expect(queryOf(await browser.post(VERIFY, { token: tokenOf(link) }))).toEqual({ error: 'link_ended' });
  expect((await browser.post(VERIFY, { token: tokenOf(second) })).location).toBe('/?authenticated=yes');
  expect(await isPasswordOf(email, OWN_PASSWORD)).toBe(true);
});
