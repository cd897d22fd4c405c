import type { Page } from '@playwright/test';
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
    { database: shop.database, sites: config.sites, start: startValuesOf(config) },
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

/** Makes a change of the settings, and a call that tells the open page of it. Returns when the server has sent the layout again. */
async function refreshLayout(page: Page, change: () => Promise<void>): Promise<void> {
  const refreshed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('.data'));
  await change();
  await page.getByLabel('Postcode', { exact: true }).focus();
  await page.getByLabel('Date of birth', { exact: true }).focus();
  await refreshed;
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
  // No save is answered, so the page prices the chosen state by itself, and goes on by the terms that it has shown so far.
  await page.route(`**${checkoutContract.saveDetails.path}`, () => {});
  await enterDetails(page, 'AU');
  await refreshLayout(page, () => changeDelivery({ fee: 13, freeFromCases: 4 }));
  await main.getByText('$12.00').first().waitFor();
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

test('a shopper whose open page hears of dearer delivery from another call is told why the total changed @slow', { tag: '@phone' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await changeDelivery({ fee: 9.9, freeFromCases: 3 });
  await page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await addToCart(page);
  await page.goto('/cart');
  const main = page.getByRole('main');
  await main.getByText('$9.90').first().waitFor();

  await changeDelivery({ fee: 12, freeFromCases: 3 });
  await main.getByRole('button', { name: 'Save to favourites' }).first().click();

  await page.getByText('Delivery fees or taxes have changed. Your total is now').first().waitFor();
  await main.getByText('$12.00').first().waitFor();
});
