/** What is wrong with a sight: what axe finds, what its console says, and what does not fit its width. */
import type { Page } from '@playwright/test';
import type { BrowserSession } from '#tests/e2e/support/browser.ts';
import type { PageCapture } from './capture-all.ts';
import type { PageVariant } from './page-variants.ts';

/** Widths that a look is also narrowed to (WCAG 2.2, 1.4.4 and 1.4.10): 320, and 1280 at 200 % zoom. */
const ALSO_AT: Readonly<Record<PageVariant['width'], readonly number[]>> = { 390: [320], 820: [], 1280: [640] };

/** What a view's own broken network or code makes the browser say. */
const OF_THE_STATE = /status of 500|The shelf gave way/;

/** Widest thing that sticks out of the page to the right, in words; nothing where the page fits. */
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

/** A finder that tells each fault of a visit's console once. */
export function createPageAuditor(): (sight: PageCapture, open: BrowserSession) => Promise<string[]> {
  const told = new WeakMap<BrowserSession, number>();
  return async ({ view, look }, open) => {
    const { page, faults } = open;
    const found = await open.axe();
    // The dark is laid out as the light.
    if (look.theme !== 'wine-dark') found.push(...(await misfits(page, [look.width, ...ALSO_AT[look.width]])));
    const said = faults.slice(told.get(open) ?? 0).filter((line) => view.fails === undefined || !OF_THE_STATE.test(line));
    told.set(open, faults.length);
    return [...found, ...said];
  };
}
