/** Opens Chromium and browser sessions for browser tests and screenshots. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '#scripts/chromium.mjs';

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * User agent without "Headless", which analytics would count as a bot. As a flag it also applies to requests that a page sends while it
 * unloads. The user agent of a context does not.
 */
export const MEASURED_USER_AGENT_FLAG =
  '--user-agent=Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;
/** Sizes at which staff use the office: a tablet in the cellar, a screen on the desk. */
export const TABLET = { width: 834, height: 1112 } as const;
export const OFFICE_DESKTOP = { width: 1440, height: 900 } as const;

const TIMEOUT_MS = 60_000;

/** Opens a browser outside of a Playwright test. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('Chromium is missing; see the lines above.');
  return chromium.launch({ executablePath, args: BROWSER_FLAGS });
}

/**
 * Matches messages that browsers log for expected 4xx responses, for sessions without a service worker, and for frames that may run no
 * scripts, where Playwright's own are blocked.
 */
const EXPECTED = new RegExp(
  [
    'Failed to load resource: the server responded with a status of 4\\d\\d',
    'Service Worker registration blocked by Playwright',
    "Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed",
  ].join('|'),
);

export interface BrowserSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings (hydration mismatches among them) and unhandled rejections of every page so far. */
  readonly violations: readonly string[];
  /** Requests of every page so far that failed or were refused, for the report of a test that fails. */
  readonly failedRequests: readonly string[];
  /** Lists the axe violations of the page as it is now, with animations completed. @param rules only these */
  axe(rules?: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
  /** Phones have touch by default. */
  readonly hasTouch?: boolean;
  readonly locale?: string;
  readonly timezoneId?: string;
  /** Blocked by default. */
  readonly serviceWorkers?: 'allow' | 'block';
}

/** Opens a fresh context with one page. */
export async function openSession(browser: Browser, baseURL: string, options: SessionOptions): Promise<BrowserSession> {
  const context = await browser.newContext({ baseURL, hasTouch: options.viewport.width < 700, serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  if (options.javaScriptEnabled !== false) context.on('page', waitForHydration);
  const violations: string[] = [];
  context.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !EXPECTED.test(message.text()))
      violations.push(`${message.type()}: ${message.text()} (${message.page()?.url()})`);
  });
  context.on('weberror', (error) => violations.push(`unhandled: ${error.error().message} (${error.page()?.url()})`));
  const failedRequests: string[] = [];
  context.on('response', (response) => {
    if (response.status() >= 400) failedRequests.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    failedRequests.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`);
  });
  const page = await context.newPage();
  // The first listener asks the browser to report file choosers, without waiting for it: one that is opened right after that is not reported.
  page.on('filechooser', () => {});
  return { page, context, violations, failedRequests, axe: (rules) => listViolations(page, rules), close: () => context.close() };
}

/** Longest wait for hydration, in ms. It never comes in tests that block scripts. */
const HYDRATION_MS = 10_000;

/** Waits until React has hydrated the page. */
export async function untilHydrated(page: Page): Promise<void> {
  const isHydrated = page.waitForFunction(
    () => {
      const isDone = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
      const isRendered = '__reactRouterContext' in window;
      return !isRendered || [...document.querySelectorAll('main, button')].every(isDone);
    },
    null,
    { timeout: HYDRATION_MS },
  );
  await isHydrated.catch(() => {});
}

/**
 * Makes `goto` and `reload` wait until React has hydrated the page, because a click before that is handled by the browser alone. Tests
 * of such clicks pass `waitUntil` and are not delayed.
 */
function waitForHydration(page: Page): void {
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goTo(url, options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil === undefined) await untilHydrated(page);
    return response;
  };
}

/** Rules of axe whose result depends on the theme. */
export const COLOUR_RULES: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** Rules of whole pages. A modal dialog hides the page behind it, with its landmark and heading, from assistive technology. */
const PAGE_RULES: readonly string[] = ['landmark-one-main', 'page-has-heading-one'];

/** Longest wait for a page to settle, in ms. What has not settled by then is judged as it is. */
const SETTLE_MS = 5_000;

/** Waits for transitions, and for a list that is drawn again to mark one of its entries. */
async function untilSettled(page: Page): Promise<void> {
  const isSettled = page.waitForFunction(
    () => {
      const marked = document.activeElement?.getAttribute('aria-activedescendant');
      const isMoving = document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      return !isMoving && (!marked || document.getElementById(marked) !== null);
    },
    null,
    { timeout: SETTLE_MS },
  );
  await isSettled.catch(() => {});
}

async function listViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1000 });
  await untilSettled(page);
  // Outside of its legacy mode axe opens a page per run for the results of cross-origin frames, which takes three times as long. The
  // shop has no such frames. No active rule needs the style sheets.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false, ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}) })
    .analyze();
  await devtools.detach();
  const isBehindDialog = (await page.locator('[role=dialog]:visible, [role=alertdialog]:visible, dialog:modal').count()) > 0;
  return violations
    .filter(({ id }) => !(isBehindDialog && PAGE_RULES.includes(id)))
    .map(
      (violation) =>
        `${violation.id} at ${page.url()}: ${violation.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join(', ')}`,
    );
}
