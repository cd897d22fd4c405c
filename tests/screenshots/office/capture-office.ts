/** Opens each view of the office once per width and captures it in light and dark. */
import type { Browser, Page } from '@playwright/test';
import { OFFICE_COOKIE } from '#tests/e2e/office/support/office.ts';
import { type BrowserSession, openSession } from '#tests/e2e/support/browser.ts';
import type { OfficeStage } from './office-shops.ts';
import type { OfficeView } from './office-view.ts';

export const OFFICE_SIZES = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
] as const;

export interface OfficeSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size of a window that wide. */
export const sizeOf = (width: number): OfficeSize => OFFICE_SIZES.find((size) => size.width === width) ?? { width, height: 900 };

export const SCHEMES = ['light', 'dark'] as const;

/** What each view is captured in. */
export interface OfficeLooks {
  readonly sizes: readonly OfficeSize[];
  /** Default: both. */
  readonly schemes?: readonly (typeof SCHEMES)[number][];
}

export interface OfficeCapture {
  readonly view: OfficeView;
  readonly width: number;
  readonly scheme: (typeof SCHEMES)[number];
}

export const captureName = ({ view, width, scheme }: OfficeCapture): string => `${view.name}-${width}-${scheme}`;

/** The language and time zone of the people who work there. */
export const AT_THE_SHOP = { locale: 'en-AU', timezoneId: 'Australia/Melbourne' } as const;

const SETTLE_MS = 6_000;

/** Responses of the server to calls that fail. */
const FAILURE_BODIES = {
  403: {
    code: 'permission_missing',
    title: 'Your role doesn’t allow this. You need permission to see this. Olive Owner can give it to you.',
  },
  500: { code: 'internal', title: 'Something went wrong.' },
} as const;

/** Calls that the frame of the office makes, which every state needs. */
const OF_THE_FRAME = /^\/office\/v1\/(?:me|views|live|events|system\/banner)/;

/** Opens every view and passes its captures to the watcher. Errors of a capture are passed on and do not stop the run. */
export async function captureOffice(
  browser: Browser,
  stage: OfficeStage,
  views: readonly OfficeView[],
  { sizes, schemes = SCHEMES }: OfficeLooks,
  watch: (capture: OfficeCapture, open: BrowserSession) => Promise<void>,
  failed: (capture: OfficeCapture, error: unknown) => void,
): Promise<void> {
  for (const size of sizes) {
    const open = await openSession(browser, stage.url, {
      viewport: size,
      hasTouch: size.width < 1_000,
      ...AT_THE_SHOP,
    });
    const { page, context } = open;
    context.setDefaultTimeout(8_000);
    const cookie = { name: OFFICE_COOKIE, value: await stage.openSession(), url: stage.url, httpOnly: true, sameSite: 'Strict' } as const;
    for (const view of views) {
      const captures = schemes.map((scheme): OfficeCapture => ({ view, width: size.width, scheme }));
      const [first] = captures;
      try {
        if (view.isSignedOut) await context.clearCookies();
        else await context.addCookies([cookie]);
        await page.emulateMedia({ colorScheme: 'light' });
        await openView(page, view, stage);
      } catch (error) {
        if (first) failed(first, error);
      }
      for (const capture of captures) {
        await page.emulateMedia({ colorScheme: capture.scheme });
        await page.waitForTimeout(60);
        await watch(capture, open).catch((error: unknown) => failed(capture, error));
      }
      await page.goto('about:blank');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
    await open.close();
  }
}

/** Opens a view and waits until it is as it is captured. */
export async function openView(page: Page, view: OfficeView, stage: OfficeStage): Promise<void> {
  const { calls } = view;
  if (calls !== undefined)
    await page.route(
      ({ pathname }) => pathname.startsWith('/office/v1/') && !OF_THE_FRAME.test(pathname),
      (route) => {
        if (calls === 'offline') return route.abort();
        if (calls === 'never') return undefined;
        return route.fulfill({ status: calls, contentType: 'application/json', body: JSON.stringify(FAILURE_BODIES[calls]) });
      },
    );
  await page.goto(typeof view.path === 'string' ? view.path : view.path(stage.places), { waitUntil: 'load' });
  await waitForStableScreen(page, view);
  if (!view.act) return;
  await view.act(page);
  // What opens is loaded then.
  await page
    .locator('[role=dialog], [role=alertdialog], [role=menu]')
    .first()
    .waitFor({ timeout: 4_000 })
    .catch(() => undefined);
  await waitForStableScreen(page, view);
}

/** Waits until the screen, its pictures and its fonts are there. */
async function waitForStableScreen(page: Page, { calls }: OfficeView): Promise<void> {
  if (calls === 'never') {
    await page.waitForTimeout(1_500);
    return;
  }
  const isStable = (): boolean =>
    document.querySelector('h1') !== null &&
    document.querySelector('.skeleton, [aria-busy="true"], .progress-line, .chart-bone') === null &&
    // Dialogs on touch screens stay hidden until the keyboard is up.
    document.querySelector('.veil[style*="opacity: 0"]') === null &&
    document.fonts.status === 'loaded' &&
    [...document.images].every((image) => image.complete);
  await page.waitForFunction(isStable, undefined, { timeout: SETTLE_MS }).catch(() => undefined);
  await page.waitForTimeout(250);
}
