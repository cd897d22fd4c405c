/**
 * A real Chromium for stories. A page fails its story on any console error or warning (the browser's own line about an
 * expected 4xx aside), any unhandled rejection, and any axe violation where the story looks.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '#scripts/chromium.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;
export const WIDTHS = [
  { device: 'a phone', viewport: PHONE },
  { device: 'a desktop', viewport: DESKTOP },
] as const;

/**
 * What a browser without a window calls itself counts as a bot, and what a page sends while it goes away bears that name whatever the visit
 * says: stories about events open a browser with this one.
 */
const WITH_A_WINDOW = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export async function openBrowser({ isCounted = false }: { readonly isCounted?: boolean } = {}): Promise<Browser> {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('There is no Chromium for the stories; what to do stands above.');
  return chromium.launch({ executablePath, args: isCounted ? [...FLAGS, `--user-agent=${WITH_A_WINDOW}`] : FLAGS });
}

/**
 * The browser's own line when a call is refused as it should be; scripts cannot keep it out of the console. And the one that says
 * that this visit has no service worker, which most stories do without.
 */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d|Service Worker registration blocked by Playwright/;

export interface BrowserSession {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong so far, in the browser's words. */
  readonly faults: readonly string[];
  /** axe violations of the page as it is now, in words; what fades in meanwhile is there at once. */
  axe(): Promise<string[]>;
  close(): Promise<void>;
}

/** A shopper's visit: a fresh context with one page. */
export async function visit(
  browser: Browser,
  baseURL: string,
  viewport: { width: number; height: number },
  options: { javaScriptEnabled?: boolean; serviceWorkers?: 'allow' | 'block' } = {},
): Promise<BrowserSession> {
  const context = await browser.newContext({ baseURL, viewport, hasTouch: viewport.width < 700, serviceWorkers: 'block', ...options });
  // A busy machine must not make a story fail.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !EXPECTED.test(message.text()))
      faults.push(`${message.type()}: ${message.text()} (${page.url()})`);
  });
  page.on('pageerror', (error) => faults.push(`unhandled: ${error.message} (${page.url()})`));
  return {
    page,
    context,
    faults,
    async axe() {
      const browsing = await context.newCDPSession(page);
      await browsing.send('Animation.enable');
      await browsing.send('Animation.setPlaybackRate', { playbackRate: 1000 });
      await page.waitForTimeout(20);
      // Without its legacy mode axe opens a page for each look, to gather what foreign frames hold, and takes thrice as long; there are none. No rule in force needs style sheets fetched again.
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'], preload: false })
        .analyze();
      await browsing.detach();
      return violations.map(
        (violation) =>
          `${violation.id} at ${page.url()}: ${violation.nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary ?? ''})`).join(', ')}`,
      );
    },
    close: () => context.close(),
  };
}
