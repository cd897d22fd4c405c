/**
 * Builds the pages in a generated language, whose texts are accented and a third longer, and visits every page. A text without accents
 * that is not in the server's data is missing from a message catalogue. A text that does not fit shows a layout that is too narrow.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page, Response } from '@playwright/test';
import { CONSENT_WORDING } from '#domains/customers/consent/model/marketing.ts';
import { getMarketConfig, MARKETS } from '#markets/market.ts';
import { VIEWS, type View } from '#tests/screenshots/views.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { PASSWORD } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Within the project, so that the build finds its packages. */
const BUILD_ROOT = `${ROOT}node_modules/.cache/pseudo-locale`;
const WIDTHS = [PHONE.width, DESKTOP.width];
const WAIT_MS = 4_000;
const TIMEOUT_MS = 300_000;

/** Pages for developers and of the payment gateway have no catalogue. */
const WITHOUT_CATALOGUE = new Set(['design', 'mailbox', 'pay']);

let shop: ServedShop;

test.beforeAll(async () => {
  // A build takes minutes on a busy machine.
  test.setTimeout(TIMEOUT_MS);
  await promisify(execFile)(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PSEUDO_LOCALE: 'yes', BUILD_DIRECTORY: `${BUILD_ROOT}/build` },
  });
  shop = await serveSampleShop({}, BUILD_ROOT);
});
test.afterAll(async () => {
  await shop?.stop();
});

/** First view of each page and every account page, as a guest or a signed-in customer. */
const views = (viewer: 'guest' | 'gold'): readonly (View & { readonly path: string })[] => {
  const seen = new Set<string>();
  return VIEWS.filter((view): view is View & { readonly path: string } => {
    const isPlain = typeof view.path === 'string' && !view.act && !view.fails && !view.stalls && view.theme !== 'whisky';
    const key = view.page === 'account' ? view.path.toString() : view.page;
    if (!isPlain || (view.by ?? 'guest') !== viewer || WITHOUT_CATALOGUE.has(view.page) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

/** Returns the visible texts without accents and the elements that do not fit. */
function inspect(): { readonly plain: string[]; readonly misfits: string[] } {
  const ACCENTED = /[áçďéğïłñöřšťüýžÁÇĎÉÏŁÑÖŘŠŤÜÝŽ]/u;
  const width = document.documentElement.clientWidth;
  const plain = new Set<string>();
  const misfits = new Set<string>();
  const nameOf = (element: Element): string => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!element || element.closest('script, style, noscript, svg, textarea, iframe') || !element.checkVisibility()) continue;
    if (/\p{L}{3}/u.test(text) && !ACCENTED.test(text)) plain.add(text);
    const style = getComputedStyle(element);
    const isClipped =
      /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    if (isClipped && element.clientWidth > 1) misfits.add(`${nameOf(element)} clips “${text}”`);
  }
  if (document.documentElement.scrollWidth > width) {
    const [widest] = [...document.body.querySelectorAll('*')]
      .map((element) => ({ element, right: element.getBoundingClientRect().right }))
      .sort((one, other) => other.right - one.right);
    misfits.add(`${document.documentElement.scrollWidth} px wide at ${width} px: ${widest ? nameOf(widest.element) : ''}`);
  }
  return { plain: [...plain], misfits: [...misfits] };
}

/** Letters only, so that quotes and escapes of JSON do not matter. */
const normalize = (text: string): string =>
  text
    .replaceAll(/\\+u[\da-f]{4}|\\+x[\da-f]{2}|\\+n|[^\p{L}]+/giu, ' ')
    .toLowerCase()
    .trim();

const MONTHS_AND_DAYS = [...Array(12).keys()].flatMap((month) => {
  const date = new Date(Date.UTC(2026, month, month + 1));
  return (['long', 'short'] as const).flatMap((style) => [
    date.toLocaleDateString('en-AU', { month: style, timeZone: 'UTC' }),
    date.toLocaleDateString('en-AU', { weekday: style, timeZone: 'UTC' }),
  ]);
});
/** Separates values that the pages put together: lists, names with vintages, abbreviations of states, days and times. */
const SEPARATORS = new RegExp(`[\\d.,:;?×()#]+|\\b[A-Z]{2,3}\\b|\\b(?:${MONTHS_AND_DAYS.join('|')})\\b|\\b(?:am|pm)( to)?\\b`, 'u');

/** Texts outside of catalogues: names of facets that the search protocol fixes, and an error of the sign-in library. */
const FIXED = new Set(['Bottle price', 'Pack size', 'No Mixed Cases', 'Invalid state']);

/** Returns whether every part of a text is in the data, or in a sentence of the brand about a `<value>`. */
const isData = (text: string, data: string): boolean =>
  FIXED.has(text) ||
  text
    .split(SEPARATORS)
    .map((part) => normalize(part ?? ''))
    .every((part) => part.length < 3 || data.includes(part) || data.includes(part.replace(/^\p{L}+/u, 'value')));

/** Values that pages know without the server: the catalogue's names and countries, the brand's texts, the law, the consent. */
const KNOWN_DATA = normalize(
  [
    ...readdirSync(`${ROOT}data/sample`)
      .filter((name) => name.startsWith('offers') || name === 'pages-home.ndjson')
      .map((name) => readFileSync(`${ROOT}data/sample/${name}`, 'utf8')),
    JSON.stringify([MARKETS.map(getMarketConfig), CONSENT_WORDING]),
  ].join(' '),
);

/** Returns a function with the data that the server has sent since its last call: loader data and responses of the API. */
function recordData(page: Page): () => Promise<string> {
  let bodies: Promise<string>[] = [];
  page.on('response', (response: Response) => {
    if (/json|x-script/.test(response.headers()['content-type'] ?? '')) bodies.push(response.text().catch(() => ''));
  });
  return async () => {
    const scripts = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src])')].map((script) => script.textContent ?? ''),
    );
    const sent = await Promise.all(bodies);
    bodies = [];
    return normalize([...scripts, ...sent].join(' '));
  };
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth/login?returnTo=/account');
  await page.locator('main input[name="email"]').fill('gold@cellardoor.example');
  await page.locator('main button[type="submit"]').first().click();
  await page.locator('main input[type="password"]').fill(PASSWORD);
  await page.locator('main button[type="submit"]').first().click();
  await page.waitForURL(/\/account/);
}

for (const viewer of ['guest', 'gold'] as const)
  test(`pages fit a longer language and have no text outside of messages, as ${viewer}`, { tag: '@desktop' }, async ({ visit }) => {
    test.setTimeout(TIMEOUT_MS);
    const { page } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
    if (viewer === 'gold') await signIn(page);
    const data = recordData(page);
    const found: string[] = [];

    for (const view of views(viewer)) {
      await page.goto(view.path);
      await page
        .waitForFunction(() => performance.now() > 500 && !document.querySelector('main [aria-busy="true"], main .skeleton'), null, {
          timeout: WAIT_MS,
        })
        .catch(() => undefined);
      const texts = new Set<string>();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: PHONE.height });
        const { plain, misfits } = await page.evaluate(inspect);
        found.push(...misfits.map((misfit) => `${view.name} at ${width} px: ${misfit}`));
        for (const text of plain) texts.add(text);
      }
      // After the texts are read, so that it includes every response that the page could show by then.
      const known = `${KNOWN_DATA} ${await data()}`;
      const missing = [...texts].filter((text) => !isData(text, known));
      found.push(...missing.map((text) => `${view.name}: “${text}” is not in a message catalogue`));
    }

    expect(found).toEqual([]);
  });
