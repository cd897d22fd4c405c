/** Behaviour across pages: toasts, scroll positions, missing code, a new service worker, page views. */
import type { Page } from '@playwright/test';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, type OpenVisit, test } from './support/test.ts';

test.use({ isMeasured: true });

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

const OFFER = '/wines/wirrabeen-ridge/old-block-shiraz-2021';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const footer = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });
const top = (page: Page) => page.evaluate(() => window.scrollY);

test.describe('toast', () => {
  /** Opens a page with a toast and a paused clock. */
  async function trackedEvents(visit: OpenVisit, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
    const seen = await visit(shop.urlOf('localhost'));
    const { page } = seen;
    await page.emulateMedia({ reducedMotion });
    await page.clock.install();
    await page.goto(OFFER, { waitUntil: 'networkidle' });
    const add = page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first();
    // The first item opens the cart dialog, which blocks pointer events elsewhere.
    const messages = page.locator('.toasts');
    await add.click();
    await page.getByRole('dialog').waitFor();
    await messages.locator('li').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // Its toast has expired.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
    await messages.locator('li').waitFor({ state: 'detached' });
    await add.click();
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
    await toast.waitFor();
    const dismiss = toast.getByRole('button', { name: 'Dismiss' });
    return {
      ...seen,
      toast,
      dismiss,
      away: () => page.mouse.move(5, 700),
      pass: (milliseconds: number) => page.clock.runFor(milliseconds),
    };
  }

  test('closes after five seconds and pauses while hovered or focused [CART-73] @slow', { tag: '@desktop' }, async ({ visit }) => {
    const { toast, dismiss, away, pass } = await trackedEvents(visit);
    await pass(4_000);
    await toast.hover();
    await expect.poll(() => toast.getAttribute('class')).toContain('is-paused');
    await pass(20_000);
    expect(await toast.isVisible(), 'pointed at').toBe(true);
    await dismiss.focus();
    await away();
    await pass(20_000);
    expect(await toast.isVisible(), 'focused').toBe(true);
    await dismiss.blur();
    await expect.poll(() => toast.getAttribute('class')).not.toContain('is-paused');
    await pass(900);
    expect(await toast.isVisible(), 'a tenth of a second is left').toBe(true);
    await pass(200);
    await toast.waitFor({ state: 'detached' });
  });

  test('is dismissed by dragging over 80 % of its width, and returns below that [CART-74] @slow', { tag: '@desktop' }, async ({
    visit,
  }) => {
    const { page, toast } = await trackedEvents(visit, 'reduce');
    expect(await toast.evaluate((card) => Number.parseFloat(getComputedStyle(card).animationDuration)), 'nothing flies in').toBeLessThan(
      0.001,
    );
    const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const drag = async (share: number): Promise<void> => {
      await page.mouse.move(x + width / 2, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width / 2 - width * share, y + height / 2, { steps: 4 });
      await page.mouse.up();
    };
    await drag(0.75);
    await expect.poll(async () => (await toast.boundingBox())?.x).toBe(x);
    await drag(0.82);
    await toast.waitFor({ state: 'detached' });
  });
});

test('restores the scroll position of a list, but starts a refined one at its top [CONT-35, CONT-36] @slow', { tag: '@desktop' }, async ({
  visit,
}) => {
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/wines', { waitUntil: 'networkidle' });
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => top(page)).toBe(900);
  await footer(page, 'Red').evaluate((link: HTMLElement) => link.click());
  await page.waitForURL('**/wines?category=Red');
  await expect.poll(() => top(page)).toBe(0);
  await footer(page, 'Journal').evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Journal');
  await expect.poll(() => top(page)).toBe(0);
  await footer(page, 'All wine').evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Wine');
  await expect.poll(() => top(page), { message: 'kept by its pathname' }).toBe(900);
});

test('asks search engines not to list the shown page only @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const robots = page.locator('head meta[name="robots"]');
  await page.goto('/favourites', { waitUntil: 'networkidle' });
  await expect(robots).toHaveAttribute('content', 'noindex');
  await footer(page, 'Journal').click();
  await heading(page, 'Journal');
  await expect(robots).toHaveCount(0);
  await page.goBack();
  await expect(robots).toHaveCount(1);
});

test('loads the document of a page whose code cannot be fetched [CONT-40]', { tag: '@phone' }, async ({ visit }) => {
  const { page, violations } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  let isLost = true;
  await page.route('**/assets/GiftCardPage*.js', (route) => (isLost ? route.abort() : route.continue()));
  await page.route('**/gift-cards', (route) => {
    isLost = false;
    return route.continue();
  });
  await footer(page, 'Gift cards').evaluate((link: HTMLElement) => link.click());
  await heading(page, 'Let them choose');
  expect(new URL(page.url()).pathname).toBe('/gift-cards');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(false);
  // Waits for hydration.
  await page.getByRole('main').getByRole('radio', { name: '$200' }).check();
  await page.getByText('$200.00').first().waitFor();
  expect(violations.filter((violation) => !/ERR_FAILED|dynamically imported|Error loading route module/.test(violation))).toEqual([]);
});

test('loads the next document after a new build was deployed [CONT-45]', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'), { serviceWorkers: 'allow' });
  // The page registers its worker late. Registered after the renewed one, it would replace that.
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...worker) => {
      const registration = await register(...worker);
      document.documentElement.dataset.worker = 'registered';
      return registration;
    };
  });
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await page.locator('html[data-worker="registered"]').waitFor();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const isSame = () => page.evaluate(() => 'isSameDocument' in window);
  await footer(page, 'Journal').click();
  await heading(page, 'Journal');
  expect(await isSame()).toBe(true);
  // A different URL of the same script is a new worker, like that of a new build. A busy browser may give up installing it: pages register
  // it each time.
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const refusal = await navigator.serviceWorker.register('/sw.js?renewed').then(
            ({ installing, waiting }) => (installing ? ', installing' : waiting ? ', waiting' : ''),
            (error: unknown) => `, ${error}`,
          );
          const { controller } = navigator.serviceWorker;
          return controller?.scriptURL.endsWith('?renewed') ? 'renewed' : `${controller?.scriptURL}${refusal}`;
        }),
      { timeout: 60_000 },
    )
    .toBe('renewed');
  await footer(page, 'Contact').click();
  await heading(page, 'Talk to us');
  expect(await isSame()).toBe(false);
});

test('sends one page view per page with title, path and referrer [ANA-3] @slow', { tag: '@desktop' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'));
  const views = () =>
    shop.database.queryMany<{ title: string; path: string; referrer: string }>({
      text: `select event->'properties'->>'title' as title, event->'properties'->>'path' as path, event->'properties'->>'referrer' as referrer
        from analytics_events where type = 'page' and event->'properties'->>'path' in ('/delivery', '/returns') order by happened_at`,
    });
  const expectViews = (count: number) => expect.poll(async () => (await views()).length, { timeout: 60_000 }).toBe(count);
  await page.goto('/delivery', { waitUntil: 'networkidle' });
  await expectViews(1);
  await footer(page, 'Returns').click();
  await page.waitForURL('**/returns');
  await expectViews(2);
  expect(await views()).toEqual([
    { title: expect.stringMatching(/^Delivery/), path: '/delivery', referrer: '' },
    { title: expect.stringMatching(/^Returns/), path: '/returns', referrer: `${shop.urlOf('localhost')}/delivery` },
  ]);
});
