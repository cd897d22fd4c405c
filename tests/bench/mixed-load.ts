/** Requests of shoppers: pages that differ, lists and suggestions by call, and carts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { client } from '#lib/client.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import type { BenchShop } from './bench-shop.ts';
import { inParallel } from './load.ts';

const CLIENTS = 4;
/** Highest number of offers whose pages are requested. */
const OFFERS = 2_000;
const GRAPES = ['shiraz', 'pinot', 'riesling', 'chardonnay', 'malbec'];
const listPage = z.object({ hits: z.array(z.object({ url: z.string(), id: z.number(), inventoryStatus: z.string() })), pages: z.number() });

export interface MixedLoad {
  /** Requests a number of pages, each of which differs from all before. */
  pages(count: number): Promise<void>;
  /** Requests pages, half of them again, and calls at a rate until a time of `performance.now()`. @returns number of requests */
  shop(perSecond: number, until: number): Promise<number>;
}

async function get({ url }: BenchShop, path: string): Promise<ArrayBuffer> {
  const response = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
  return response.arrayBuffer();
}

/** Returns the first offers of the list of wines, at most `count`. */
export async function offersOf(shop: BenchShop, count: number): Promise<z.infer<typeof listPage>['hits']> {
  const found: z.infer<typeof listPage>['hits'] = [];
  for (let page = 1, pages = 1; page <= pages && found.length < count; page += 1) {
    const list = listPage.parse(JSON.parse(Buffer.from(await get(shop, `/api/search/list?kind=wine&search=page%3D${page}`)).toString()));
    found.push(...list.hits);
    pages = list.pages;
  }
  return found.slice(0, count);
}

export async function createMixedLoad(shop: BenchShop): Promise<MixedLoad> {
  const found = await offersOf(shop, OFFERS);
  const available = found.filter(({ inventoryStatus }) => inventoryStatus === 'AVAILABLE');
  const carts = client(cartContract, httpTransport(Number(new URL(shop.url).port), 'localhost'));
  let count = 0;
  /** Every fourth page is an offer as long as there are new ones. */
  const pathOf = (index: number): string => {
    const offer = index % 4 === 0 ? found[index / 4]?.url : undefined;
    if (offer !== undefined) return offer;
    return index % 4 === 1
      ? `/wines?query=${GRAPES[index % GRAPES.length]}&bottlePrice=0:${20 + index}`
      : `/wines?bottlePrice=${index % 7}:${20 + index}&page=${1 + (index % 3)}`;
  };
  const next = (): string => {
    count += 1;
    return pathOf(count);
  };
  const calls: readonly (() => Promise<unknown>)[] = [
    () => get(shop, next()),
    () => get(shop, pathOf(Math.max(1, count - 5))),
    () => get(shop, '/'),
    () => get(shop, `/api/search/list?kind=wine&search=query%3D${GRAPES[count % GRAPES.length]}`),
    () => get(shop, `/api/search/suggest?kind=wine&words=${GRAPES[count % GRAPES.length]?.slice(0, 4)}`),
    async () => {
      const wine = available[count % available.length];
      if (!wine) return;
      const created = await carts.create({ offer: {}, productId: wine.id });
      // A busy machine may refuse a call, which must not end hours of load.
      if (created.ok) await carts.initialize({ cartId: created.value.data.id, customerId: 0 });
    },
  ];
  return {
    async pages(wanted) {
      await inParallel(CLIENTS, wanted, async () => (await get(shop, next())).byteLength > 0);
    },
    async shop(perSecond, until) {
      const began = performance.now();
      let sent = 0;
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          for (;;) {
            const due = began + (sent * 1_000) / perSecond;
            if (Math.max(due, performance.now()) >= until) return;
            const call = calls[sent % calls.length];
            sent += 1;
            await sleep(Math.max(0, due - performance.now()));
            await call?.();
          }
        }),
      );
      return sent;
    },
  };
}
