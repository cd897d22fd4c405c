/** Walks the views in a browser: each is opened once and then looked at in all its looks. */
import type { Browser, Page } from '@playwright/test';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { type BrowserSession, openSession } from '#tests/e2e/support/browser.ts';
import { openAccount } from '#tests/e2e/support/sign-in.ts';
import { HEIGHTS, PAGE_VARIANTS, type PageVariant } from './page-variants.ts';
import type { GalleryShop } from './resolve-paths.ts';
import type { View, Viewer } from './views.ts';

export interface PageCapture {
  readonly view: View;
  readonly look: PageVariant;
}

export type Watcher = (sight: PageCapture, open: BrowserSession) => Promise<void>;

/** The code of a page that breaks as it is shown. */
const BROKEN_CODE = {
  contentType: 'text/javascript',
  body: "export default function Page() { throw new TypeError('The shelf gave way'); }",
};

const SETTLE_MS = 4_000;

/** Everything that is to be seen, in the order of the views. */
export const listCaptures = (views: readonly View[]): PageCapture[] =>
  views.flatMap((view) =>
    PAGE_VARIANTS.filter(({ theme }) => view.theme === undefined || (view.theme === 'whisky') === (theme === 'whisky')).map((look) => ({
      view,
      look,
    })),
  );

/**
 * Open every sight and hand it to the watcher. Sights of one viewer on one site share a browser's context; what one of them
 * fails of is handed on, and the walk goes on.
 */
export async function captureAll(
  browser: Browser,
  shop: GalleryShop,
  sights: readonly PageCapture[],
  watch: Watcher,
  failed: (sight: PageCapture, fault: unknown) => void,
): Promise<void> {
  const visits = Map.groupBy(sights, ({ view, look }) => `${view.by ?? 'guest'} ${look.host}`);
  for (const group of visits.values()) {
    const [first] = group;
    if (!first) continue;
    const open = await openSession(browser, shop.urlOf(first.look.host), { viewport: sizeOf(first.look) });
    try {
      await enter(open.page, first.view.by ?? 'guest', shop);
      for (const [view, looks] of Map.groupBy(group, (sight) => sight.view)) await walkView(open, shop, view, looks, watch, failed);
    } catch (fault) {
      failed(first, fault);
    }
    await open.close();
  }
}

const sizeOf = ({ width }: PageVariant) => ({ width, height: HEIGHTS[width] });

/** A page that something was pressed on is opened anew for each width, any other is only resized. */
async function walkView(
  open: BrowserSession,
  shop: GalleryShop,
  view: View,
  sights: readonly PageCapture[],
  watch: Watcher,
  failed: (sight: PageCapture, fault: unknown) => void,
): Promise<void> {
  const { page } = open;
  let openedAt = 0;
  for (const sight of sights) {
    const { look } = sight;
    try {
      await page.emulateMedia({ colorScheme: look.scheme });
      await page.setViewportSize(sizeOf(look));
      if (openedAt === 0 || (view.act && openedAt !== look.width)) {
        openedAt = look.width;
        await openView(page, view, shop);
      }
      await settle(page, view);
      await watch(sight, open);
    } catch (fault) {
      failed(sight, fault);
      openedAt = 0;
    }
  }
  // Left before its calls are answered, so that none of them leads anywhere.
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
  await page.goto(typeof view.path === 'string' ? view.path : view.path(shop.places));
  await settle(page, view);
  await view.act?.(page);
}

/** In force: pictures and fonts there, nothing waited for, where the view is not of waiting itself. */
async function settle(page: Page, { stalls }: View): Promise<void> {
  const arrived = (isWaiting: boolean): boolean => {
    for (const image of document.images) image.loading = 'eager';
    const isSubmitting = document.querySelector('main [aria-busy="true"], main .skel') !== null;
    // A page comes alive a moment after it has loaded.
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

/** Become the viewer: with a cart, or signed in. */
async function enter(page: Page, viewer: Viewer, { places }: GalleryShop): Promise<void> {
  if (viewer === 'guest') return;
  const cart = CARTS[viewer];
  if (cart) {
    await page.goto('/offline');
    await page.evaluate(([key, id]) => localStorage.setItem(key, id), [cartKeyOf('AU'), places[cart]] as const);
    return;
  }
  await openAccount(page, '/account', `${viewer}@cellardoor.example`);
}
