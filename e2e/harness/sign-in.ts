/** Signing in from any page, in the shopper's steps. */
import type { Page } from 'playwright-core';

/** The password of the sample customers. */
export const PASSWORD = 'grape-harvest-2026';

const header = (page: Page) => page.getByRole('banner');
export const signInLink = (page: Page) => header(page).getByRole('link', { name: 'Sign in' });
export const accountButton = (page: Page) => header(page).getByRole('button', { name: /^Account/ });

/** From any page: through the header's link, both steps, and back. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signInLink(page).click();
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}
