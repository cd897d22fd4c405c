import type { Page, Request } from '@playwright/test';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { SHIPPING } from '#domains/settings/model/groups/shipping.ts';
import { saveSetting } from '#domains/settings/server/save-setting.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { Failure } from '#lib/result.ts';
import { addToCart, enterDetails, GUEST, goToCheckout, orderNumber, payWith, setQuantity } from './support/guest-buys.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** Saves the delivery of AU with changes, and waits until the shop uses it. */
async function changeDelivery(changes: { readonly fee: number; readonly freeFromCases?: number }): Promise<void> {
  const { settings, config } = shop.running.services;
  const saved = await saveSetting(
    { database: shop.database, sites: config.sites },
    {
      group: 'shipping',
      scope: 'AU',
      value: { ...SHIPPING.defaults('AU', startValuesOf(config)), ...changes },
      effectiveFrom: null,
      basedOn: settings.versions('shipping', 'AU')[0]?.revision ?? 0,
      author: 'Kim',
    },
  );
  if (saved instanceof Failure) throw new Error(saved.code);
  await expect.poll(() => settings.versions('shipping', 'AU')[0]?.revision).toBe(saved.revision);
}

/**
 * Saves what a shopper enters, and holds back every later save: its answer would show the new total before the order does. Returns when
 * each earlier save has its answer.
 */
async function holdSaves(page: Page, enter: () => Promise<void>): Promise<void> {
  const { path } = checkoutContract.saveDetails;
  const isSave = (request: Request) => request.url().endsWith(path);
  const unanswered = new Set<Request>();
  page.on('request', (request) => isSave(request) && unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  await enter();
  await page.route(`**${path}`, (route) => void unanswered.delete(route.request()));
  await expect.poll(() => unanswered.size).toBe(0);
}

test('a shopper whose page is open while delivery becomes dearer sees the new total and why, and pays what they saw', {
  tag: '@desktop',
}, async ({ visit }) => {
  const { page, violations } = await visit(shop.urlOf('localhost'));
  const main = page.getByRole('main');
  await page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await addToCart(page);
  await page.goto('/cart');
  await main.getByText('$9.90').first().waitFor();
  await page.getByText('Free delivery on three or more cases').first().waitFor();

  await changeDelivery({ fee: 12, freeFromCases: 4 });
  await setQuantity(page, 2);

  await page.getByText('Delivery fees or taxes have changed. Your total is now').first().waitFor();
  await main.getByText('$12.00').first().waitFor();
  await page.getByText('add 2 more cases').first().waitFor();
  // The layout of the open page follows without a reload.
  await page.getByText('Free delivery on four or more cases').first().waitFor();

  await goToCheckout(page, GUEST.AU.email);
  await holdSaves(page, () => enterDetails(page, 'AU'));
  await changeDelivery({ fee: 13, freeFromCases: 4 });
  await page
    .getByRole('button', { name: /^Place order|^Continue to payment|^Pay/ })
    .first()
    .click();
  await page.getByText(/The total has changed to/).waitFor();
  await main.getByText('$13.00').first().waitFor();
  await page
    .getByRole('button', { name: /^Place order|^Continue to payment|^Pay/ })
    .first()
    .click();
  await payWith(page, '4242 4242 4242 4242');
  await orderNumber(page);
  await main.getByText('$13.00').first().waitFor();
  expect(violations).toEqual([]);
});
