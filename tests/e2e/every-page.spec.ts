/**
 * Checks every page of src/routes.ts with axe. `npm test` checks a third of the pages, each with another theme and width; `npm
 * run test:stress --` checks all pages and states in all themes and widths.
 */
import { fileURLToPath } from 'node:url';
import { loadBuiltRenderer } from '#server/page-cache/page-renderer.ts';
import { captureAll, listCaptures, type PageCapture } from '#tests/screenshots/capture-all.ts';
import { createPageAuditor } from '#tests/screenshots/page-audit.ts';
import { PAGE_VARIANTS, variantName } from '#tests/screenshots/page-variants.ts';
import { type GalleryShop, openGalleryShop } from '#tests/screenshots/resolve-paths.ts';
import { VIEWS } from '#tests/screenshots/views.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { isStressRun } from '#tests/stress/run-count.ts';
import { expect, test } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let shop: GalleryShop;

test.beforeAll(async () => {
  shop = await openGalleryShop();
});
test.afterAll(async () => {
  await shop?.stop();
});

/** First view of every third page, with a different look for each. */
function fewSights(): PageCapture[] {
  const firstOfPage = VIEWS.filter((view, index) => index === VIEWS.findIndex(({ page }) => page === view.page));
  return firstOfPage
    .filter((_, index) => index % 3 === 0)
    .flatMap((view, index) => {
      const captures = listCaptures([view]);
      const chosen =
        captures.find(({ variant }) => variant === PAGE_VARIANTS[index % PAGE_VARIANTS.length]) ?? captures[index % captures.length];
      return chosen ? [chosen] : [];
    });
}

test('every page has a view', { tag: '@desktop' }, async () => {
  const { pages } = (await loadBuiltRenderer(ROOT)).pages;
  const seen = new Set(VIEWS.map(({ page }) => page));
  expect(pages.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([]);
  expect([...seen].filter((id) => !pages.some((page) => page.id === id))).toEqual([]);
});

test('has no accessibility violations on any page', { tag: '@desktop' }, async ({ browser }) => {
  test.setTimeout(isStressRun ? 5_400_000 : 600_000);
  const found: string[] = [];
  const audit = createPageAuditor();
  const sights = isStressRun ? listCaptures(VIEWS) : fewSights();
  const name = ({ view, variant }: PageCapture) => `${view.name} in ${variantName(variant)}`;
  await captureAll(
    browser,
    shop,
    sights,
    async (capture, open) => {
      for (const violation of await audit(capture, open)) found.push(`${name(capture)}: ${violation}`);
    },
    (capture, error) => found.push(`${name(capture)}: ${String(error)}`),
  );
  const rows = PAGE_VARIANTS.map((variant) => {
    const seen = sights.filter((capture) => capture.variant === variant);
    return [variantName(variant), seen.length, new Set(seen.map(({ view }) => view.page)).size];
  });
  recordStressResult('Pages and states checked by axe', ['theme and width', 'views', 'pages'], rows);
  expect(found).toEqual([]);
});
