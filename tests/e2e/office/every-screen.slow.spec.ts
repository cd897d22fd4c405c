/**
 * Walks through every screen of the office on a phone, a tablet and a screen on the desk, in the light and the dark theme. `npm test` opens
 * each screen at one of the widths, and those of the day at a phone's too; `npm run test:stress --` opens every screen at every width.
 */
import type { Page } from '@playwright/test';
import { type BrowserSession, COLOUR_RULES } from '#tests/e2e/support/browser.ts';
import { captureName, captureOffice, type OfficeCapture } from '#tests/screenshots/office/capture-office.ts';
import { type OfficeStage, openFilledOffice } from '#tests/screenshots/office/office-shops.ts';
import type { OfficeView } from '#tests/screenshots/office/office-view.ts';
import { OFFICE_VIEWS } from '#tests/screenshots/office/office-views.ts';
import { isStressRun } from '#tests/stress/run-count.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [375, 820, 1280] as const;
const HEIGHT = 900;

/** Screens that are used on the way and in the cellar. */
const ON_THE_WAY: readonly string[] = ['today', 'orders', 'order', 'customers', 'customer', 'stock', 'stock-item', 'delivery', 'count'];

/** Every screen as it is opened, without the states that something is done in. */
const SCREENS = OFFICE_VIEWS.filter(
  ({ act, calls, shop, isSignedOut }) => act === undefined && calls === undefined && shop !== 'new' && !isSignedOut,
);

let stage: OfficeStage;

test.beforeAll(async () => {
  stage = await openFilledOffice();
});
test.afterAll(async () => {
  await stage?.stop();
});

const screensAt = (width: number, place: number): readonly OfficeView[] =>
  SCREENS.filter(({ name }, index) => isStressRun || index % WIDTHS.length === place || (width === WIDTHS[0] && ON_THE_WAY.includes(name)));

/** Returns what is wider than the window or the screen in it. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main')]
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => `${element.tagName.toLowerCase()} is ${element.scrollWidth - element.clientWidth} px too wide`),
  );

async function inspect({ width, scheme }: OfficeCapture, { page, axe }: BrowserSession): Promise<string[]> {
  if (scheme === 'dark') return axe(COLOUR_RULES);
  return [
    ...(await findOverflow(page)),
    ...(await axe()),
    // Targets of a finger: 24 px, or as much room around them (WCAG 2.2, 2.5.8).
    ...(width < 1_000 ? await axe(['target-size']) : []),
  ];
}

for (const [place, width] of WIDTHS.entries())
  test(`every screen fits ${width} px, is readable in both themes and has no violation`, { tag: '@desktop' }, async ({ browser }) => {
    test.setTimeout(1_800_000);
    const found: string[] = [];
    let reported = 0;

    await captureOffice(
      browser,
      stage,
      screensAt(width, place),
      { sizes: [{ width, height: HEIGHT }] },
      async (capture, open) => {
        const faults = [...(await inspect(capture, open)), ...open.violations.slice(reported)];
        reported = open.violations.length;
        found.push(...faults.map((fault) => `${captureName(capture)}: ${fault}`));
      },
      (capture, error) => found.push(`${captureName(capture)}: ${String(error)}`),
    );

    expect(found).toEqual([]);
  });
