/** Steps of the sign-in, and the controls of the header that show it. */
import type { Page } from '@playwright/test';

/** The password of the sample customers. */
export const PASSWORD = 'grape-harvest-2026';

export const header = (page: Page) => page.getByRole('banner');
export const signInLink = (page: Page) => header(page).getByRole('link', { name: 'Sign in' });
export const accountButton = (page: Page) => header(page).getByRole('button', { name: /^Account/ });

/** Completes the second step of the sign-in. */
export async function enterPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Completes both steps of the sign-in. */
export async function enterBoth(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await enterPassword(page, password);
}

/** Signs in by the link in the header. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await signInLink(page).click();
  await enterBoth(page, email, password);
}

/** Opens a page after signing in. */
export async function openAccount(page: Page, path: string, email: string, password = PASSWORD): Promise<void> {
  await page.goto(`/auth/login?${new URLSearchParams({ returnTo: path, email })}`);
  await enterBoth(page, email, password);
  await accountButton(page).waitFor();
}
