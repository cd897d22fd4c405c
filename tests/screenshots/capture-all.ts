/** Opens each view in a browser once and captures it in all its variants. */
import type { Browser, Page } from '@playwright/test';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { type BrowserSession, openSession } from '#tests/e2e/support/browser.ts';
import { openAccount } from '#tests/e2e/support/sign-in.ts';
import { HEIGHTS, PAGE_VARIANTS, type PageVariant } from './page-variants.ts';
import type { GalleryShop } from './resolve-paths.ts';
import type { View, Viewer } from './views.ts';

export interface PageCapture {
  readonly view: View;
  readonly variant: PageVariant;
}

export type Watcher = (capture: PageCapture, open: BrowserSession) => Promise<void>;

/** Code of a page that throws while it renders. */
const BROKEN_CODE = {
  contentType: 'text/javascript',
  body: "export default function Page() { throw new TypeError('The shelf gave way'); }",
};

const SETTLE_MS = 4_000;

/** Returns all captures in the order of the views. */
export const listCaptures = (views: readonly View[]): PageCapture[] =>
  views.flatMap((view) =>
    PAGE_VARIANTS.filter(({ theme }) => view.theme === undefined || (view.theme === 'whisky') === (theme === 'whisky')).map((variant) => ({
      view,
      variant,
    })),
  );

/**
 * Opens every capture and passes it to the watcher. Captures of one viewer on one site share a browser context. Errors of a
 * capture are passed on and do not stop the run.
 */
export async function captureAll(
  browser: Browser,
  shop: GalleryShop,
  captures: readonly PageCapture[],
  watch: Watcher,
  failed: (capture: PageCapture, error: unknown) => void,
): Promise<void> {
  const visits = Map.groupBy(captures, ({ view, variant }) => `${view.by ?? 'guest'} ${variant.host}`);
  for (const group of visits.values()) {
    const [first] = group;
    if (!first) continue;
    const open = await openSession(browser, shop.urlOf(first.variant.host), { viewport: sizeOf(first.variant) });
    try {
      await enter(open.page, first.view.by ?? 'guest', shop);
      for (const [view, captures] of Map.groupBy(group, (capture) => capture.view))
        await walkView(open, shop, view, captures, watch, failed);
    } catch (error) {
      failed(first, error);
    }
    await open.close();
  }
}

const sizeOf = ({ width }: PageVariant) => ({ width, height: HEIGHTS[width] });

/** Reloads a page for each width if something was pressed on it; otherwise only resizes it. */
async function walkView(
  open: BrowserSession,
  shop: GalleryShop,
  view: View,
  captures: readonly PageCapture[],
  watch: Watcher,
  failed: (capture: PageCapture, error: unknown) => void,
): Promise<void> {
  const { page } = open;
  let openedAt = 0;
  for (const capture of captures) {
    const { variant } = capture;
    try {
      await page.emulateMedia({ colorScheme: variant.scheme });
      await page.setViewportSize(sizeOf(variant));
      if (openedAt === 0 || (view.act && openedAt !== variant.width)) {
        openedAt = variant.width;
        await openView(page, view, shop);
      }
      await waitForStablePage(page, view);
      await watch(capture, open);
    } catch (error) {
      failed(capture, error);
      openedAt = 0;
    }
  }
  // Leaves the page before its calls are answered, so that they have no effect.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function openView(page: Page, view: View, shop: GalleryShop): Promise<void> {
  const { fails, stalls } = view;
  if (fails ?? stalls) await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (fails)
    await page.route(
      ({ pathname }) => pathname.includes(fails),
      (route) => route.fulfill(fails.startsWith('/assets/') ? BROKEN_CODE : { status: 500, body: '{}' }),
    );
  if (stalls)
    await page.route(
      ({ pathname }) => pathname.startsWith(stalls),
      () => undefined,
    );
  await page.goto(typeof view.path === 'string' ? view.path : view.path(shop.paths));
  await waitForStablePage(page, view);
  await view.act?.(page);
}

/** Waits until pictures and fonts have loaded and nothing is pending, unless the view shows a loading state. */
async function waitForStablePage(page: Page, { stalls }: View): Promise<void> {
  const arrived = (isWaiting: boolean): boolean => {
    for (const image of document.images) image.loading = 'eager';
    const isSubmitting = document.querySelector('main [aria-busy="true"], main .skeleton') !== null;
    // Hydration follows shortly after the load event.
    const isHydrated = performance.now() > 600;
    return (
      isHydrated &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete) &&
      (isWaiting || !isSubmitting)
    );
  };
  await page.waitForFunction(arrived, stalls !== undefined, { timeout: SETTLE_MS }).catch(() => undefined);
}

const CARTS: Readonly<Partial<Record<Viewer, 'cart' | 'longCart' | 'lateCart'>>> = {
  shopper: 'cart',
  hoarder: 'longCart',
  latecomer: 'lateCart',
};

/** Signs in or fills the cart of a viewer. */
async function enter(page: Page, viewer: Viewer, { paths }: GalleryShop): Promise<void> {
  if (viewer === 'guest') return;
  const cart = CARTS[viewer];
  if (cart) {
    await page.goto('/offline');
    await page.evaluate(([key, id]) => localStorage.setItem(key, id), [cartKeyOf('AU'), paths[cart]] as const);
    return;
  }
  await openAccount(page, '/account', `${viewer}@cellardoor.example`);
}
