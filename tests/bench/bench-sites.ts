/** Pages of the sample shop that benchmarks open in a browser: home, list, offer, article, cart and checkout of both themes. */

import type { Browser, BrowserContext } from '@playwright/test';
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import { searchContract } from '#domains/discovery/search/contract.ts';
import { client } from '#lib/client.ts';
import { PHONE } from '#tests/e2e/support/browser.ts';
import { buyer, yes } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport, send } from '#tests/fixtures/http.ts';
import { type BenchShop, OFFER_PATH } from './bench-shop.ts';

/** Key of the cart's id in local storage. */
export const CART_KEY = cartKeyOf('AU');

const SITES = [
  { theme: 'wine', host: 'localhost', kind: 'wine', list: '/wines', offer: OFFER_PATH, article: 'the-grape-that-stopped-apologising' },
  {
    theme: 'whisky',
    host: 'spirits.localhost',
    kind: 'spirits',
    list: '/spirits',
    offer: '/wines/corra-linden/corra-linden-peated-cask',
    article: 'the-smoke-ladder',
  },
] as const;

export type PageName = 'home' | 'list' | 'offer' | 'article' | 'cart' | 'checkout';

export interface BenchPage {
  readonly theme: 'wine' | 'whisky';
  readonly name: PageName;
  readonly url: string;
  /** Id of the cart with two lines that the browser has. Null: a new shopper. */
  readonly cartId: string | null;
}

/** Creates a cart and a checkout of two lines on each site. @returns the pages by theme, in the order of the table */
export async function createBenchPages(shop: BenchShop): Promise<BenchPage[]> {
  const port = Number(new URL(shop.url).port);
  const pages = await Promise.all(
    SITES.map(async ({ theme, host, kind, list, offer, article }): Promise<BenchPage[]> => {
      const { hits } = yes(await client(searchContract, httpTransport(port, host)).list({ kind }));
      const products = hits
        .filter(({ inventoryStatus }) => inventoryStatus !== 'SOLD_OUT')
        .slice(0, 2)
        .map(({ id }) => id);
      const calls = { call: (table, on = host, headers = {}) => client(table, httpTransport(port, on, headers)) } satisfies Parameters<
        typeof buyer
      >[0];
      const [{ cart }, ordering] = [await buyer(calls, products, host), await buyer(calls, products, host)];
      const urlOf = (path: string) => `http://${host}:${port}${path}`;
      return [
        { theme, name: 'home', url: urlOf('/'), cartId: null },
        { theme, name: 'list', url: urlOf(list), cartId: null },
        { theme, name: 'offer', url: urlOf(offer), cartId: null },
        { theme, name: 'article', url: urlOf(`/vino-articles/${article}`), cartId: null },
        { theme, name: 'cart', url: urlOf('/cart'), cartId: cart.id },
        { theme, name: 'checkout', url: urlOf(`/checkout/${ordering.token}`), cartId: ordering.cart.id },
      ];
    }),
  );
  return pages.flat();
}

/** Requests a page as a browser does. Not every system resolves subdomains of localhost. */
export async function requestPage({ url }: BenchPage): Promise<void> {
  const { port, hostname, pathname } = new URL(url);
  await send(Number(port), hostname, 'GET', pathname, { 'accept-encoding': 'br' });
}

/** Opens a browser context of a new shopper on a phone, without a service worker, as on a first visit. @param cartId of the shopper's cart */
export async function openPhone(browser: Browser, cartId: string | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  if (cartId !== null) await context.addInitScript(([key, id]) => localStorage.setItem(key, id), [CART_KEY, cartId] as const);
  return context;
}
