/** Starts a sample shop and creates the URLs that exist only after shopping. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { client } from '#lib/client.ts';
import { type BenchShop, startBenchShop } from '#tests/bench/bench-shop.ts';
import { buyer, payAt, yes } from '#tests/fixtures/checkout-flow.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import type { TestShop } from '#tests/fixtures/shop.ts';
import { ODD_RECORDS, SOLD_SINCE } from './edge-case-offers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Paths, except for carts, which are ids. */
export interface Places {
  readonly checkout: string;
  readonly pay: string;
  readonly paymentReturn: string;
  readonly orderPayment: string;
  readonly order: string;
  readonly giftOrder: string;
  readonly offerPreview: string;
  readonly eventPreview: string;
  readonly cart: string;
  readonly longCart: string;
  readonly lateCart: string;
}

export interface GalleryShop {
  readonly paths: Places;
  urlOf(host: string): string;
  stop(): Promise<void>;
}

/** Runs `npm run cli -- …` on the running shop. @returns its output */
async function shopCommand(shop: BenchShop, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['src/cli/cli.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: shop.dataDir, PUBLIC_URL: shop.url },
  });
  return stdout;
}

const pathIn = (printed: string): string => {
  const url = new URL(printed.split('\n')[0] ?? '');
  return `${url.pathname}${url.search}`;
};

async function importRecords(shop: BenchShop, records: readonly object[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-gallery-'));
  const file = join(folder, 'odd.ndjson');
  await writeFile(file, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  await shopCommand(shop, 'import', file);
  await rm(folder, { recursive: true });
}

/** Products of the sample shop. */
const [FIRST, SECOND, THIRD, FOURTH, ...REST] = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 880_001, 880_003] as const;
const SELLING_OUT = [880_008, 880_009] as const;
const GIFT_CARD = 1602;

/** Creates an order, an unpaid order, a checkout and carts. */
async function shopALittle(port: number): Promise<Omit<Places, 'offerPreview' | 'eventPreview'>> {
  const shop: Pick<TestShop, 'call'> = {
    call: (table, host = 'localhost', headers = {}) => client(table, httpTransport(port, host, headers)),
  };
  const carts = shop.call(cartContract);
  const toPay = await buyer(shop, [SECOND]);
  const pay = yes(await toPay.placeOrder()).data.nextUrl;

  const bought = await buyer(shop, [FIRST, THIRD]);
  yes(await payAt(shop, yes(await bought.placeOrder()).data.nextUrl));
  const order = yes(await bought.settle()).data.nextUrl;

  const forSomebody = {
    recipientName: 'Ada Lovelace',
    recipientEmail: 'ada@example.com',
    senderName: 'Grace',
    message: 'Open it slowly.',
    sendOn: '',
  };
  const giftBuyer = await buyer(shop, [GIFT_CARD], 'localhost', {}, forSomebody);
  yes(await payAt(shop, yes(await giftBuyer.placeOrder()).data.nextUrl));

  const long = await buyer(shop, [FIRST, SECOND, THIRD, FOURTH, ...REST]);
  yes(await carts.updateItem({ cartId: long.cart.id, cartItemId: long.cart.lineItems[0]?.id ?? '', productId: FIRST, quantity: 99 }));
  // A cart with a gift and two lines whose remaining stock others have bought.
  const late = await buyer(shop, [FIRST, ...SELLING_OUT, SELLING_OUT[1]]);
  yes(await carts.updateItem({ cartId: late.cart.id, cartItemId: late.cart.lineItems[0]?.id ?? '', productId: FIRST, quantity: 12 }));
  return {
    checkout: `/checkout/${(await buyer(shop, [FIRST, FOURTH])).token}`,
    pay,
    paymentReturn: `/checkout/${toPay.token}/return`,
    orderPayment: `${order}/payment`,
    order,
    giftOrder: yes(await giftBuyer.settle()).data.nextUrl,
    cart: (await buyer(shop, [FIRST, THIRD])).cart.id,
    longCart: long.cart.id,
    lateCart: late.cart.id,
  };
}

/** Starts the sample shop and prepares the URLs of the views. */
export async function openGalleryShop(): Promise<GalleryShop> {
  const shop = await startBenchShop();
  const port = Number(new URL(shop.url).port);
  await importRecords(shop, ODD_RECORDS);
  const offerPreview = pathIn(
    await shopCommand(shop, 'preview', 'offer', 'old-block-shiraz-2021', '--tier', 'GREEN', '--stock', 'PRESELLING'),
  );
  const eventPreview = pathIn(await shopCommand(shop, 'preview', 'event', 'event-chilli-and-riesling'));
  const paths = await shopALittle(port);
  await importRecords(shop, SOLD_SINCE);
  return {
    paths: { ...paths, offerPreview, eventPreview },
    urlOf: (host) => `http://${host}:${port}`,
    stop: () => shop.stop(),
  };
}
