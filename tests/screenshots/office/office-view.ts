/** A view of the office that is captured, and the steps that lead to it. */
import type { Locator, Page } from '@playwright/test';
import type { OfficePlaces } from './office-shops.ts';

export interface OfficeView {
  readonly name: string;
  readonly path: string | ((places: OfficePlaces) => string);
  /** Default: the sample shop. */
  readonly shop?: 'filled' | 'new';
  /** Nobody is signed in. */
  readonly isSignedOut?: true;
  /** How the calls of the screen end: never, with a status, or without a connection. */
  readonly calls?: 'never' | 'offline' | 403 | 500;
  /** Interaction after the screen has loaded. */
  readonly act?: (page: Page) => Promise<void>;
}

export const screen = (page: Page): Locator => page.getByRole('main');
export const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

export const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    screen(page)
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
/** Presses a button of the page that only some widths have. */
export const pressIfShown =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
    if (await button.isVisible()) await button.click();
  };
/** Opens the first record of a list. */
export const openFirst = (page: Page): Promise<void> => screen(page).getByRole('row').getByRole('link').first().click();
/** Selects rows of a list. @param rows from 1 */
export const selectRows =
  (rows: readonly number[]) =>
  async (page: Page): Promise<void> => {
    for (const at of rows) await screen(page).getByRole('row').nth(at).getByRole('checkbox').check({ force: true });
  };
export const selectFirst = selectRows([1, 2]);
export const more =
  (item: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await press('More')(page);
    await page.getByRole('menuitem', { name: item }).click();
  };
export const acts =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };
export const pressInBulk = (name: string | RegExp) => (page: Page) =>
  page.getByRole('toolbar').getByRole('button', { name }).first().click();
export const pressInDialog = (name: string | RegExp) => (page: Page) => dialog(page).getByRole('button', { name }).first().click();
