/** Reading an offer: its pictures, and when it would arrive. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, openBrowser, PHONE, visit } from './harness/browser.ts';
import { type ServedShop, serveSampleShop } from './harness/served-shop.ts';

let shop: ServedShop;
let browser: Browser;

beforeAll(async () => {
  [shop, browser] = await Promise.all([serveSampleShop(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const WINE = '/wines/gumbrook/slow-gully-pinot-noir-2024';

test('the label is looked at from near, by keyboard alone', async () => {
  const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), DESKTOP);
  await page.goto(WINE, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'The label' }).press('Enter');
  await page
    .getByRole('main')
    .getByRole('img', { name: /^Label of/ })
    .waitFor();
  const closer = page.getByRole('button', { name: 'Look closer' });
  await closer.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pictures, large' });
  const picture = dialog.getByRole('img', { name: /^Label of/ });
  const height = async () => (await picture.boundingBox())?.height ?? 0;
  await picture.waitFor();
  const near = await height();
  expect([...faults, ...(await axe())]).toEqual([]);
  await page.keyboard.press('+');
  await expect.poll(height).toBeGreaterThan(near);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(height).toBeLessThan(near);
  await page.keyboard.press('ArrowRight');
  await dialog.getByRole('img', { name: /^Case of/ }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
  await close();
});

test('the delivery estimate says a range of days, or that there is none, and remembers the postcode', async () => {
  const { page, faults, axe, close } = await visit(browser, shop.urlOf('localhost'), PHONE);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/estimate/.test(pathname) && !pathname.startsWith('/assets/')) asked.push(pathname);
  });
  await page.goto(WINE, { waitUntil: 'networkidle' });
  const box = page.getByRole('main').getByRole('textbox', { name: /^Delivery estimate/ });
  const check = page.getByRole('main').getByRole('button', { name: 'Check' });
  await box.fill('3068');
  await check.click();
  await page.getByText(/at 3068 \w+ \d+/).waitFor();
  await box.fill('3999');
  await check.click();
  await page.getByText('No result').waitFor();
  await box.fill('0800');
  await check.click();
  await page.getByText(/at 0800 \w+ \d+/).waitFor();
  expect(asked).toEqual(['/api/delivery-estimate', '/api/delivery-estimate', '/1/indexes/delivery_estimates/0800']);
  expect([...faults, ...(await axe())]).toEqual([]);
  await page.reload();
  await page.getByText(/at 0800 \w+ \d+/).waitFor();
  await close();
});
