import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { listGroups, noticesOf } from '#domains/outbound/error-reports/server/error-group.repository.ts';
import { createSourceMapResolver } from '#domains/outbound/error-reports/server/source-maps.ts';
import { PHONE } from './support/browser.ts';
import { type ServedShop, serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** Honeybadger's own library, in the test that loads it. */
    readonly Honeybadger: {
      configure(options: object): void;
      addBreadcrumb(message: string, options: object): void;
      afterNotify(handler: (error: unknown, notice: { id: string }) => void): void;
      notify(error: Error, options: object): void;
    };
  }
}

let shop: ServedShop;

test.beforeAll(async () => {
  shop = await serveSampleShop({ ERROR_FEEDBACK_ENABLED: 'yes' });
});
test.afterAll(async () => {
  await shop?.stop();
});

const group = async (message: string) => (await listGroups(shop.database, 50)).find((each) => each.message.includes(message));
const newest = async (message: string) => {
  await expect.poll(() => group(message), { timeout: 10_000 }).toBeDefined();
  return (await noticesOf(shop.database, (await group(message))?.fingerprint ?? ''))[0];
};

test('shows the error boundary, reports the error and sends the shopper’s feedback [ERR-7]', { tag: '@phone' }, async ({ visit }) => {
  const { page, axe } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  // Replaces the module by one with a failing component.
  await page.route(/\/assets\/OfflinePage-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default function Page() { throw new TypeError('no shelf for grace@example.com'); }",
    }),
  );
  await page.goto('/offline');
  await page.getByRole('heading', { name: 'An Error Occurred' }).waitFor();
  await page.getByText('no shelf for grace@example.com').first().waitFor();
  await page.getByText('Technical details').click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Tell us what you were doing').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await axe()).toEqual([]);
  await page.getByLabel('What were you doing when this happened?').fill('Reading on the train');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. We read every one of these.').waitFor();
  const report = await newest('no shelf for');
  expect(report).toMatchObject({
    comment: 'Reading on the train',
    notice: { error: { class: 'TypeError', message: 'no shelf for [e-mail]' }, request: { action: 'render' } },
  });
});

test('reports uncaught errors, at most five per page [ERR-5] @slow', { tag: '@phone' }, async ({ visit }) => {
  const { page } = await visit(shop.urlOf('localhost'), { expectsViolations: true });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/notices/js')) sent += 1;
  });
  // Scripts may start after the load event.
  await page.goto('/wines?category=Red', { waitUntil: 'networkidle' });
  await page.evaluate(() => void Promise.reject(new RangeError('rejected in the page')));
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new RangeError('thrown in the page');
      }),
  );
  expect(await newest('rejected in the page')).toMatchObject({ notice: { error: { class: 'RangeError' } } });
  expect(await newest('thrown in the page')).toBeDefined();
  for (let index = 0; index < 6; index += 1)
    await page.evaluate((prefix) => void Promise.reject(new Error(`${prefix} storm`)), 'abcdef'[index] ?? '');
  await expect.poll(() => group('c storm')).toBeDefined();
  expect(await group('d storm')).toBeUndefined();
  expect(sent).toBe(5);
});

test('accepts reports of Honeybadger’s own library without changes [ERR-1] @slow', { tag: '@phone' }, async ({ visit }) => {
  const source = await readFile(fileURLToPath(import.meta.resolve('@honeybadger-io/js/dist/browser/honeybadger.js')), 'utf8');
  const { page } = await visit(shop.urlOf('localhost'));
  await page.goto('/cart');
  await page.evaluate(source);
  const id = await page.evaluate(
    () =>
      new Promise((done, fail) => {
        const { Honeybadger } = window;
        Honeybadger.configure({ apiKey: 'shop', endpoint: location.origin, environment: 'production', maxErrors: 5 });
        Honeybadger.afterNotify((error, notice) => (error ? fail(error) : done(notice.id)));
        Honeybadger.addBreadcrumb('opened the cart', { category: 'custom', metadata: { lines: 2 } });
        Honeybadger.notify(new SyntaxError('from the library'), { component: 'cart', context: { password: 'p', step: 3 } });
      }),
  );
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const report = await newest('from the library');
  expect(report).toMatchObject({
    id,
    notice: {
      error: { class: 'SyntaxError' },
      request: { component: 'cart', context: { password: '[FILTERED]', step: 3 } },
      notifier: { name: expect.stringContaining('honeybadger') },
    },
  });
  expect(report?.notice.breadcrumbs.trail).toContainEqual(expect.objectContaining({ message: 'opened the cart', metadata: { lines: 2 } }));
  expect(report?.notice.error.backtrace.length).toBeGreaterThan(0);
});

test('does not serve source maps, which resolve positions in the sources @slow', { tag: '@desktop' }, async () => {
  const html = (await shop.get('/')).text;
  const script = /\/assets\/entry\.client-[^"']+\.js/.exec(html)?.[0] ?? '';
  expect((await shop.get(`${script}.map`)).status).toBe(404);
  const position = await createSourceMapResolver(fileURLToPath(new URL('../../build/maps', import.meta.url)))({
    file: `https://shop.example${script}`,
    method: '',
    number: 2,
    column: 600,
  });
  expect(position).toMatch(/^(src|node_modules)\/.*:\d+:\d+$/);
});
