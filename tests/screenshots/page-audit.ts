/** Finds faults of a capture: axe violations, console messages, and content that is wider than the window. */
import type { Page } from '@playwright/test';
import type { BrowserSession } from '#tests/e2e/support/browser.ts';
import type { PageCapture } from './capture-all.ts';
import type { PageVariant } from './page-variants.ts';

/** Additional widths of each variant (WCAG 2.2, 1.4.4 and 1.4.10): 320, and 1280 at 200 % zoom. */
const ALSO_AT: Readonly<Record<PageVariant['width'], readonly number[]>> = { 390: [320], 820: [], 1280: [640] };

/** Console messages that the broken network or code of a view causes. */
const OF_THE_STATE = /status of 500|The shelf gave way/;

/** Returns a description of the widest element that overflows the page to the right, or undefined. */
const sticksOut = (): string | undefined => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return undefined;
  const [widest] = [...document.body.querySelectorAll('*')]
    .map((element) => ({ element, right: element.getBoundingClientRect().right }))
    .sort((one, other) => other.right - one.right);
  return `${document.documentElement.scrollWidth} wide: ${widest?.element.tagName.toLowerCase()}.${widest?.element.getAttribute('class')}`;
};

async function misfits(page: Page, widths: readonly number[]): Promise<string[]> {
  const size = page.viewportSize();
  if (!size) return [];
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...size, width });
    const widest = await page.evaluate(sticksOut);
    if (widest !== undefined) found.push(`does not fit ${width}: ${widest}`);
  }
  await page.setViewportSize(size);
  return found;
}

/** Returns an auditor that reports each console message of a visit once. */
export function createPageAuditor(): (capture: PageCapture, open: BrowserSession) => Promise<string[]> {
  const reportedCount = new WeakMap<BrowserSession, number>();
  return async ({ view, variant }, open) => {
    const { page, violations } = open;
    const found = await open.axe();
    // The dark theme has the layout of the light one.
    if (variant.theme !== 'wine-dark') found.push(...(await misfits(page, [variant.width, ...ALSO_AT[variant.width]])));
    const newLines = violations.slice(reportedCount.get(open) ?? 0).filter((line) => view.fails === undefined || !OF_THE_STATE.test(line));
    reportedCount.set(open, violations.length);
    return [...found, ...newLines];
  };
}
