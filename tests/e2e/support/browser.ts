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

const TIMEOUT_MS = 60_000;

/** Opens a browser outside of a Playwright test. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('Chromium is missing; see the lines above.');
  return chromium.launch({ executablePath, args: BROWSER_FLAGS });
}

/** Matches messages that browsers log for expected 4xx responses, and for sessions without a service worker. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d|Service Worker registration blocked by Playwright/;

export interface BrowserSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings (hydration mismatches among them) and unhandled rejections so far. */
  readonly violations: readonly string[];
  /** Lists the axe violations of the page as it is now, with animations completed. */
  axe(): Promise<string[]>;
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
  /** Blocked by default. */
  readonly serviceWorkers?: 'allow' | 'block';
}

/** Opens a fresh context with one page. */
export async function openSession(browser: Browser, baseURL: string, options: SessionOptions): Promise<BrowserSession> {
  const context = await browser.newContext({ baseURL, hasTouch: options.viewport.width < 700, serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const violations: string[] = [];
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !EXPECTED.test(message.text()))
      violations.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => violations.push(`unhandled: ${error.message} (${page.url()})`));
  return { page, context, violations, axe: () => listViolations(page), close: () => context.close() };
}

async function listViolations(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 1000 });
  await page.waitForTimeout(20);
  // Outside of its legacy mode axe opens a page per run for the results of cross-origin frames, which takes three times as long. The
  // shop has no such frames. No active rule needs the style sheets.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  await devtools.detach();
  return violations.map(
    (violation) =>
      `${violation.id} at ${page.url()}: ${violation.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join(', ')}`,
  );
}
