/** Signing in, in the shopper's words, and what the header shows of it. */
import type { Page } from '@playwright/test';

/** The password of the sample customers. */
export const PASSWORD = 'grape-harvest-2026';

export const header = (page: Page) => page.getByRole('banner');
export const signInLink = (page: Page) => header(page).getByRole('link', { name: 'Sign in' });
export const accountButton = (page: Page) => header(page).getByRole('button', { name: /^Account/ });

/** The second step: the password. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Both steps, from the first one's page. */
export async function enterBoth(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page, password);
}

/** From any page: through the header's link, both steps, and back. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signInLink(page).click();
  await enterBoth(page, email, password);
}

/** Open a page of the account as somebody who has just signed in for it. */
export async function openAccount(page: Page, path: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`/auth/login?${new URLSearchParams({ returnTo: path, email })}`);
  await enterBoth(page, email, password);
  await accountButton(page).waitFor();
}
