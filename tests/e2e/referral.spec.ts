import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, visit, WIDTHS } from './support/browser.ts';
import { addToCart, findWine } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { signIn } from './support/sign-in.ts';

let shop: ServedShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([serveSampleShop(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

describe.each(WIDTHS)('on $device', ({ viewport }) => {
  test('a member finds a link to share; a friend opens it, adds a wine, and has the credit taken off', async () => {
    const member = await visit(browser, shop.urlOf('localhost'), viewport);
    await member.page.goto('/account/referral');
    await signIn(member.page, 'green@cellardoor.example');
    const link = member.page.getByLabel('Link for friends');
    await link.waitFor();
    const url = await link.inputValue();
    expect(url).toContain('/?vmcode=FRIEND-');
    await member.page.getByRole('link', { name: 'Write a mail' }).waitFor();
    expect([...member.faults, ...(await member.axe())]).toEqual([]);
    await member.close();

    const friend = await visit(browser, shop.urlOf('localhost'), viewport);
    await friend.page.goto(url);
    await expect.poll(() => new URL(friend.page.url()).search).toBe('');
    await findWine(friend.page, '/wines');
    await addToCart(friend.page);
    await friend.page.goto('/cart');
    await friend.page
      .getByText(/FRIEND-[A-Z2-9]{8}/)
      .first()
      .waitFor();
    await friend.page
      .getByRole('main')
      .getByText(/[−-]\s*\$25\.00/)
      .first()
      .waitFor({ state: 'attached' });
    expect(friend.faults).toEqual([]);
    await friend.close();
  });
});
