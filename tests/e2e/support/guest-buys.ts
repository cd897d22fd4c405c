/** Steps of a purchase for browser tests, from the list to the order. */
import type { Page } from '@playwright/test';
import { ADDRESS, SG_ADDRESS } from '#tests/fixtures/buyers.ts';
import { untilHydrated } from './browser.ts';

export const GUEST = {
  AU: { email: 'grace@example.com', ...ADDRESS },
  SG: { email: 'lin@example.com', ...SG_ADDRESS },
} as const;

/** Opens the first offer of a list that is for sale. @returns its title */
export async function findWine(page: Page, listPath: string): Promise<string> {
  await page.goto(listPath);
  const title = page.getByRole('heading', { level: 1 });
  const listTitle = await title.innerText();
  const card = page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('button', { name: 'Add to cart' }) })
    .first();
  await card.getByRole('link').first().click();
  await page.waitForURL(/\/wines\/[^/]+\/[^/]+$/);
  await title.filter({ hasNotText: new RegExp(`^${listTitle}$`) }).waitFor();
  await untilHydrated(page);
  return (await title.innerText()).trim();
}

/** Adds the offer of the page to the cart and waits for the toast. */
export async function addToCart(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click();
  await page.getByText('Item added to your cart!').or(page.getByText("Selling FAST! Don't miss out!")).first().waitFor();
}

export async function setQuantity(page: Page, cases: number): Promise<void> {
  const quantity = page.getByRole('main').getByRole('spinbutton', { name: 'Quantity' });
  await quantity.fill(String(cases));
  await quantity.press('Enter');
}

/** Goes from the cart page to the checkout as a guest. */
export async function goToCheckout(page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Checkout', exact: true }).click();
  await enterAsGuest(page, email);
}

/** Waits for the checkout, and for its scripts: what is entered before they run is a test of its own. */
async function enterAsGuest(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/auth\/guest-checkout|\/checkout\//);
  if (page.url().includes('/auth/guest-checkout')) {
    await untilHydrated(page);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Continue as guest' }).click();
  }
  await page.waitForURL(/\/checkout\/[\w-]{43}/);
  await untilHydrated(page);
}

/** Adds a wine of both markets and goes from the cart dropdown to the checkout, as a guest or as the customer who is signed in. */
export async function straightToCheckout(page: Page, email: string): Promise<void> {
  await page.goto('/wines/wirrabeen-ridge/old-block-shiraz-2021');
  await addToCart(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Checkout', exact: true }).click();
  await enterAsGuest(page, email);
}

/** Enters contact, address and date of birth. */
export async function enterDetails(page: Page, market: 'AU' | 'SG', changed: Readonly<Record<string, string>> = {}): Promise<void> {
  const guest: Readonly<Record<string, string>> = { ...GUEST[market], ...changed };
  const fill = async (label: string, value: string | undefined) => {
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
  };
  await fill('Email', guest.email);
  await fill('First name', guest.firstName);
  await fill('Last name', guest.lastName);
  await fill('Phone', guest.phone);
  await fill('Address', guest.address);
  await fill('Suburb', guest.suburb);
  if (guest.state) await page.getByLabel('State', { exact: true }).selectOption(guest.state);
  await fill('Postcode', guest.postcode);
  await fill('Date of birth', '1980-02-29');
}

/** Enters a card on the page of the gateway. */
export async function enterCard(page: Page, cardNumber: string): Promise<void> {
  await page.waitForURL(/\/sandbox-gateway\/pay\//);
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Expiry').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('G Hopper');
}

/** Enters a card on the page of the gateway and pays. */
export async function payWith(page: Page, cardNumber: string): Promise<void> {
  await enterCard(page, cardNumber);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** Waits for the order page. @returns the order number */
export async function orderNumber(page: Page): Promise<number> {
  await page.waitForURL(/\/order\//);
  const heading = await page
    .getByText(/Order #\d+/)
    .first()
    .innerText();
  return Number(/#(\d+)/.exec(heading)?.[1] ?? 0);
}

/** Agrees to the membership of the Red Shelf on the checkout of the club, and pays with the chosen card. */
export async function joinRedShelf(page: Page): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('checkbox', { name: /I’d like to join the Red Shelf/ }).check();
  await main.getByRole('button', { name: /^Join and pay/ }).click();
}
