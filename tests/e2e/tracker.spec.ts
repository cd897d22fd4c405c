import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveSampleShop } from './support/served-shop.ts';
import { expect, test } from './support/test.ts';

/** A minimal tracker: takes over the command queue and requests an image per page view. */
const SCRIPT = `(() => {
  const host = new URL(document.currentScript.src).origin;
  let path = location.pathname;
  const view = () => { new Image().src = host + '/__ptq.gif?p=' + encodeURIComponent(path); };
  const run = ([name, value]) => { if (name === 'setPath') path = value; if (name === 'trackPageView') view(); };
  const waiting = window._hsq || [];
  window._hsq = { push: run };
  view();
  for (const command of waiting) run(command);
})();`;
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

test('loads the marketing tracker under the security policy and counts each page once, only with consent [ANA-4]', {
  tag: '@desktop',
}, async ({ visit }) => {
  const requests: string[] = [];
  const tracker = createServer((request, response) => {
    requests.push(request.url ?? '');
    if (request.url === '/12345.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    else response.writeHead(200, { 'content-type': 'image/gif' }).end(PIXEL);
  });
  tracker.listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  const host = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
  const shop = await serveSampleShop({ HUBSPOT_PORTAL_ID: '12345', HUBSPOT_TRACKER_URL: host });
  const viewOf = (path: string): string => `/__ptq.gif?p=${encodeURIComponent(path)}`;

  const asks = await visit(shop.urlOf('sg.localhost'));
  await asks.page.goto('/wines');
  await asks.page.getByText('Can we use analytics to see what works').waitFor();
  expect(requests).toEqual([]);
  await asks.close();

  const { page, close } = await visit(shop.urlOf('localhost'));
  await page.goto('/');
  await expect.poll(() => requests).toEqual(['/12345.js', viewOf('/')]);
  await page.getByRole('main').getByRole('link', { name: /wines/i }).first().click();
  await page.waitForURL(/\/wines/);
  const { pathname } = new URL(page.url());
  await expect.poll(() => requests.slice(2)).toEqual([viewOf(pathname)]);
  // An open page would log that pages which it prefetches cannot be loaded.
  await close();
  await shop.stop();
  tracker.close();
});
