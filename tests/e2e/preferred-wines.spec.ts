import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, openBrowser, visit, WIDTHS } from './support/browser.ts';
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
  test('a guest answers a few questions, sees wines with reasons, and finds the answers again', async () => {
    const { page, faults, axe, close } = await visit(browser, shop.urlOf('sg.localhost'), viewport);
    const look = async () => expect([...faults, ...(await axe())]).toEqual([]);
    const main = page.getByRole('main');
    await page.goto('/preferred-wines');
    await main.getByLabel('White', { exact: true }).check();
    await main.getByLabel('Surprise me').check();
    await look();
    await main.getByRole('button', { name: 'Show my wines' }).click();
    await page.waitForURL('**/preferred-wines/results');
    await main.getByText('Because you like white').first().waitFor();
    await look();
    await main.getByRole('link', { name: 'Change your answers' }).click();
    await expect.poll(() => main.getByLabel('White', { exact: true }).isChecked()).toBe(true);
    await close();
  });
});

test('a customer’s favourites count, and the guest’s answers go along', async () => {
  const { page, faults, close } = await visit(browser, shop.urlOf('localhost'), DESKTOP);
  await page.goto('/preferred-wines');
  await page.getByRole('main').getByLabel('Red', { exact: true }).check();
  await page.getByRole('button', { name: 'Show my wines' }).click();
  await page.waitForURL('**/preferred-wines/results');
  await signIn(page, 'gold@cellardoor.example');
  await accountButton(page).waitFor();
  await page.getByText(/From your answers and 5 favourites|From your answers, what you bought and 5 favourites/).waitFor();
  await page
    .getByText(/bought \S+.* before|keep \S+.* among your favourites/)
    .first()
    .waitFor();
  expect(faults).toEqual([]);
  await close();
});
