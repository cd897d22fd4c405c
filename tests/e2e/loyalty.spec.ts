import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openBrowser, PHONE, visit, WIDTHS } from './support/browser.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { accountButton, signIn } from './support/sign-in.ts';

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
  test('a guest reads about the tiers, and sees none of their offers', async () => {
    const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), viewport);
    const look = async () => expect([...faults, ...(await axe())]).toEqual([]);
    await page.goto('/loyalty');
    await page.getByText('From $1,000.00 in 12 months').waitFor();
    await look();
    await page.getByRole('main').getByRole('link', { name: 'Gold' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gold members' }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Offers for your tier' }).click();
    await page.getByRole('heading', { level: 1, name: 'Offers for members' }).waitFor();
    expect(await page.getByRole('main').getByRole('article').count()).toBe(0);
    await look();
    await close();
  });
});

test('a Gold member finds where they stand by the old address, and their offers', async () => {
  const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), PHONE);
  const look = async () => expect([...faults, ...(await axe())]).toEqual([]);
  await page.goto('/account/rewards');
  await signIn(page, 'gold@cellardoor.example');
  await page.getByRole('heading', { level: 1, name: 'You are Gold' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/account/very-important-mofo');
  await page.getByText(/more makes you Black/).waitFor();
  await look();
  await page.getByRole('main').getByRole('link', { name: 'Offers for your tier' }).click();
  await page.getByRole('heading', { level: 1, name: 'Offers for Gold members' }).waitFor();
  await page.getByRole('heading', { name: 'Railway Siding Cabernet Sauvignon 2012' }).waitFor();
  await look();
  await close();
});

test('in Singapore the amounts are its own, and staff see on tier offers what their own tier sees', async () => {
  const { page, faults, close } = await visit(browser, shop.urlOf('sg.localhost'), DESKTOP);
  await page.goto('/loyalty');
  await page.getByText('From $6,000.00 in 12 months').waitFor();
  await page.goto('/tier-offers');
  await signIn(page, 'staff@cellardoor.example');
  await accountButton(page).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Offers for Green members' }).waitFor();
  await page.getByText('Nothing is put aside for you today.').waitFor();
  expect(faults).toEqual([]);
  await close();
});
