/** Shoppers of a shop on a database cluster, who repeat a call until it is answered, and what the shop has confirmed to them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cart, cartContract } from '#domains/selling/cart/contract.ts';
import { checkoutContract } from '#domains/selling/checkout/contract.ts';
import { giftDetails } from '#domains/selling/gift-cards/model/gift-details.ts';
import { issueGiftCard } from '#domains/selling/gift-cards/server/gift-card.repository.ts';
import { client, type Result } from '#lib/client.ts';
import { DATE_OF_BIRTH, DETAILS } from '#tests/fixtures/buyers.ts';
import { createTestCustomer, tokenFor } from '#tests/fixtures/customer.ts';
import { httpTransport } from '#tests/fixtures/http.ts';
import { type ClusterShop, PRODUCTS } from './cluster-shop.ts';

const BUYERS = 14;
const BROWSERS = 6;
/** Every which buyer is signed in, pays by gift card, or sends a call twice at once. */
const SIGNED_IN = 4;
const BY_GIFT_CARD = 7;
const TWICE = 3;
const PAUSE_MS = 300;
const GIFT_CARD_CENTS = 50_000_000;
/** Longer than the clock jumps. */
const TOKEN_SECONDS = 86_400;
/** How long a call is repeated after the load has ended. */
const PATIENCE_MS = 60_000;

/** What a cart or an order has: cases by product. */
export type Lines = Readonly<Record<number, number>>;
export interface ConfirmedOrder {
  readonly id: string;
  readonly lines: Lines;
  readonly totalCents: number;
}
/** A call of a purchase that was repeated after a failure. */
export interface RepeatedCall {
  readonly order: string;
  readonly call: 'placeOrder' | 'settle';
  /** When the repeat was sent, as `Date.now`. */
  readonly at: number;
}

interface Shopper {
  readonly customerId: number;
  readonly bearer?: string;
  readonly giftCard?: string;
  readonly isHasty: boolean;
}
/** A success, and when the call was sent again after its last failure. */
interface Answered<T> {
  readonly value: T;
  readonly repeatedAt: number | null;
}

/** Returns the reason why there was no response. */
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/ [\d.]+:\d+$/, '');

/** Failures that shoppers may see while something fails: 503, and connections that break. */
export const isExpectedFailure = (kind: string): boolean =>
  /^503 (?:unavailable|payment_unavailable|busy)$/.test(kind) || /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/.test(kind);

const linesOf = ({ lineItems }: Cart): Lines => Object.fromEntries(lineItems.map(({ productId, quantity }) => [productId, quantity]));

async function createShoppers({ shop }: ClusterShop): Promise<readonly Shopper[]> {
  const shoppers: Shopper[] = [];
  for (let number = 0; number < BUYERS; number += 1) {
    const isHasty = number % TWICE === 0;
    if (number % SIGNED_IN === 1) {
      const customer = await createTestCustomer(shop);
      shoppers.push({ customerId: customer.id, bearer: await tokenFor(shop, customer, { expiresIn: TOKEN_SECONDS }), isHasty });
    } else if (number % BY_GIFT_CARD === 0) {
      const card = { market: 'AU', cents: GIFT_CARD_CENTS, bought: null, details: giftDetails.parse({}), sendAt: null } as const;
      const giftCard = await shop.database.transaction((transaction) => issueGiftCard(transaction, card));
      shoppers.push({ customerId: 0, ...(giftCard === null ? {} : { giftCard }), isHasty });
    } else shoppers.push({ customerId: 0, isHasty });
  }
  return shoppers;
}

export class Shoppers {
  readonly orders: ConfirmedOrder[] = [];
  readonly carts = new Map<string, Lines>();
  /** How often calls failed, by kind. */
  readonly failures = new Map<string, number>();
  readonly repeated: RepeatedCall[] = [];
  requests = 0;
  /** When purchases succeeded. */
  readonly moments: number[] = [];
  #endedAt: number | null = null;
  readonly #shop: ClusterShop;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(shop: ClusterShop) {
    this.#shop = shop;
  }

  static async start(shop: ClusterShop): Promise<Shoppers> {
    const started = new Shoppers(shop);
    const buyers = await createShoppers(shop);
    started.#running = Promise.all([
      ...buyers.map((buyer) => started.#repeat(() => started.#buy(buyer))),
      ...Array.from({ length: BROWSERS }, () => started.#repeat(() => started.#fillCart())),
    ]);
    return started;
  }

  async stop(): Promise<void> {
    this.#endedAt = performance.now();
    await this.#running;
  }

  /** Each call goes to another process. */
  #calls(bearer?: string) {
    const { webs, shop } = this.#shop;
    // Tokens belong to the origin of one process. All accept it.
    const headers = { host: `localhost:${shop.running.port}`, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) };
    const transport: ReturnType<typeof httpTransport> = (call, input, options) => {
      this.requests += 1;
      return httpTransport(webs[this.requests % webs.length]?.port ?? 0, 'localhost', headers)(call, input, options);
    };
    return { carts: client(cartContract, transport), checkout: client(checkoutContract, transport) };
  }

  #count(kind: string): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1);
  }

  /** Repeats a call, which keeps its token or key, until the shop has answered it. @throws the refusal, if it is one */
  async #insist<T>(ask: () => Promise<Result<T, string>>): Promise<Answered<T>> {
    let repeatedAt: number | null = null;
    for (;;) {
      const result = await ask().catch((error: unknown) => reasonOf(error));
      if (typeof result !== 'string' && result.ok) return { value: result.value, repeatedAt };
      const kind = typeof result === 'string' ? result : `${result.status} ${result.code}`;
      if (typeof result !== 'string' && result.status < 500) throw new Error(kind);
      this.#count(kind);
      if (this.#endedAt !== null && performance.now() - this.#endedAt > PATIENCE_MS) throw new Error(`no answer but ${kind}`);
      await sleep(200);
      repeatedAt = Date.now();
    }
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (this.#endedAt === null) {
      await act().catch((error: unknown) => this.#count(reasonOf(error)));
      await sleep(PAUSE_MS);
    }
  }

  /** Sends a call, or the same call twice at once. */
  async #sendAs<T>({ isHasty }: Shopper, ask: () => Promise<Result<T, string>>): Promise<Answered<T>> {
    const [first, second] = await Promise.all([this.#insist(ask), isHasty ? this.#insist(ask) : null]);
    if (second !== null && JSON.stringify(second.value) !== JSON.stringify(first.value))
      throw new Error(`two answers: ${JSON.stringify([first.value, second.value])}`);
    return first;
  }

  async #createCart(cases: number, { customerId, bearer }: Pick<Shopper, 'customerId' | 'bearer'>): Promise<Cart> {
    const { carts } = this.#calls(bearer);
    const products = Array.from({ length: cases }, () => PRODUCTS[Math.floor(Math.random() * PRODUCTS.length)] ?? 1);
    const [first = 1, ...rest] = products;
    const key = randomUUID();
    const created = await this.#insist(() => carts.create({ offer: {}, productId: first, customerId }, { idempotencyKey: key }));
    let cart = created.value.data;
    for (const productId of rest) {
      const added = { offer: {}, productId, customerId, cartId: cart.id };
      const own = randomUUID();
      cart = (await this.#insist(() => carts.addItem(added, { idempotencyKey: own }))).value.data;
      if (customerId === 0) this.carts.set(cart.id, linesOf(cart));
    }
    return cart;
  }

  async #buy(shopper: Shopper): Promise<void> {
    const { checkout } = this.#calls(shopper.bearer);
    const cart = await this.#createCart(1 + Math.floor(Math.random() * 3), shopper);
    // It is gone when its order is placed.
    this.carts.delete(cart.id);
    const email = shopper.bearer === undefined ? { email: DETAILS.email } : {};
    const { checkoutUrl } = (await this.#insist(() => checkout.redirectUrl({ cartId: cart.id, ...email }))).value.data;
    const token = checkoutUrl.split('/').at(-1) ?? '';
    const { giftCard } = shopper;
    if (giftCard !== undefined) await this.#insist(() => checkout.addGiftCard({ token, code: giftCard }));
    const entered = { token, details: DETAILS, dateOfBirth: DATE_OF_BIRTH, expectedTotal: cart.cartTotal };
    const placed = await this.#sendAs(shopper, () => checkout.placeOrder(entered));
    if (giftCard === undefined) this.#shop.stripe.payPage(placed.value.data.nextUrl.split('/').at(-1) ?? '');
    const settled = await this.#sendAs(shopper, () => checkout.settle({ token }));
    const { status, nextUrl } = settled.value.data;
    if (status !== 'paid') throw new Error(`a purchase is ${status}`);
    const id = nextUrl.split('/').at(-1) ?? '';
    this.moments.push(performance.now());
    this.orders.push({ id, lines: linesOf(cart), totalCents: Math.round(cart.cartTotal * 100) });
    for (const [call, { repeatedAt }] of [['placeOrder', placed] as const, ['settle', settled] as const])
      if (repeatedAt !== null) this.repeated.push({ order: id, call, at: repeatedAt });
  }

  async #fillCart(): Promise<void> {
    const cart = await this.#createCart(5, { customerId: 0 });
    this.carts.set(cart.id, linesOf(cart));
  }
}

/** Returns the longest time without a purchase in a span, in ms. A time that has not ended counts. */
export function longestGap(moments: readonly number[], from: number, to: number): number {
  const seen = [from, ...moments.filter((moment) => moment > from && moment < to), to];
  return Math.max(...seen.slice(1).map((moment, at) => moment - (seen[at] ?? moment)));
}
