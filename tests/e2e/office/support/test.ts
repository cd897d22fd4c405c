/** `test` with the fixtures of the office's stories. */
import type { Locator, Page } from '@playwright/test';
import { COLOUR_RULES } from '#tests/e2e/support/browser.ts';
import { test as base, expect, type Visit, type VisitOptions } from '#tests/e2e/support/test.ts';
import type { TestStaff } from '#tests/fixtures/office.ts';
import { OFFICE_COOKIE, type OfficeShop, type RoleName } from './office.ts';

export { expect } from '@playwright/test';

export interface OfficeVisitOptions extends VisitOptions {
  /** Whose session it is. */
  readonly as?: RoleName | TestStaff;
  /** A second factor was just given. */
  readonly isSteppedUp?: boolean;
}

export interface OfficeVisit extends Visit {
  readonly staff: TestStaff;
}

interface OfficeFixtures {
  /**
   * Opens a page of the office as somebody who is signed in, the owner by default. The test fails if the page logs an error, leaves a
   * rejection unhandled, or, in `audit()`, breaks a rule of axe in the light or the dark theme.
   */
  openOffice: (shop: OfficeShop, path: string, options?: OfficeVisitOptions) => Promise<OfficeVisit>;
}

export const test = base.extend<OfficeFixtures>({
  visit: async ({ visit }, use) => {
    await use(async (baseURL, options) => {
      const opened = await visit(baseURL, options);
      const audit = async (): Promise<void> => {
        await opened.audit();
        await opened.page.emulateMedia({ colorScheme: 'dark' });
        expect(await opened.axe(COLOUR_RULES), 'axe violations in the dark theme').toEqual([]);
        await opened.page.emulateMedia({ colorScheme: 'light' });
      };
      return { ...opened, audit };
    });
  },
  openOffice: async ({ visit }, use) => {
    await use(async (shop, path, { as = 'Owner', isSteppedUp = true, ...options } = {}) => {
      const staff = typeof as === 'string' ? await shop.person(as) : as;
      const value = await shop.openSession(staff, isSteppedUp);
      const opened = await visit(shop.officeUrl, options);
      await opened.context.addCookies([{ name: OFFICE_COOKIE, value, url: shop.officeUrl, httpOnly: true, sameSite: 'Strict' }]);
      await opened.page.goto(path);
      await screen(opened.page).getByRole('heading', { level: 1 }).waitFor();
      return { ...opened, staff };
    });
  },
});

/** The screen, without rail and top bar. The frame that is shown until the first screen has loaded is busy and none. */
export const screen = (page: Page): Locator => page.locator('main:not([aria-busy="true"])');
export const dialog = (page: Page): Locator => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
export const press = (scope: Page | Locator, name: string | RegExp): Promise<void> =>
  scope.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Types a code as a scanner does: faster than the protocol of the browser can. */
export const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate(
    (keys) => {
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    [...code, 'Enter'],
  );

/** Types a date into its parts, the day first. @param day ISO date */
export async function fillDate(scope: Page | Locator, name: string | RegExp, day: string): Promise<void> {
  const field = scope.getByRole('group', { name }).last();
  await field.getByRole('spinbutton').first().click();
  await field.page().keyboard.type(day.split('-').toReversed().join(''));
}

/** Waits for a toast that no earlier call has seen, because toasts stay for a while. */
export async function toast(page: Page, text: string | RegExp): Promise<void> {
  const item = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .and(page.locator(':not([data-seen])'))
    .filter({ has: page.getByText(text) })
    .first();
  await item.waitFor();
  await item.evaluate((element) => element.setAttribute('data-seen', ''));
}

/** Completes the first step of the sign-in, on the page or in the dialog. */
export async function enterPassword(scope: Page | Locator, email: string, password: string): Promise<void> {
  await scope.getByLabel('Email').fill(email);
  await scope.getByLabel('Password').fill(password);
  await press(scope, 'Sign in');
}

/** Enters a code of an authenticator. */
export async function enterCode(scope: Page | Locator, label: string, code: string): Promise<void> {
  await scope.getByLabel(label).fill(code);
  await press(scope, 'Confirm');
}

/** Signs out by the menu of the account. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /your account$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}
