/**
 * An in-memory shop for tests that responds to cart calls like the server: versions, idempotency keys, limits, stock, merges,
 * accounts.
 */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import type { Cart } from '#domains/selling/cart/contract.ts';
import type { CartLine, CartState } from '#domains/selling/cart/model/cart.ts';
import { formatLineChange } from '#domains/selling/cart/model/line-changes.ts';
import { planMerge } from '#domains/selling/cart/model/merge-plan.ts';
import { lineOfHit } from '#domains/selling/cart/model/optimistic-cart.ts';
import { findLimitError } from '#domains/selling/cart/model/purchase-limits.ts';
import { toCartResponse } from '#domains/selling/cart/model/to-cart-response.ts';
import { type Promotion, UNRESTRICTED } from '#domains/selling/promotions/model/promotion.ts';
import type { Transport } from '#lib/client.ts';
import { TERMS } from '#tests/fixtures/terms.ts';

interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Creates a hit as cards display it. */
export const hit = (number: number, more: Partial<CatalogueHit> = {}): CatalogueHit => ({
  objectID: `offer-${number}`,
  offerId: `offer-${number}`,
  id: number,
  sku: `SKU-${number}`,
  name: `Wine ${number}`,
  brand: 'House',
  category: 'Red',
  isSpirit: false,
  discountPercentage: 0,
  imageUrl: `/pictures/${number}.svg`,
  inventoryStatus: 'AVAILABLE',
  isMixed: false,
  url: `/wines/house/offer-${number}`,
  packSize: 12,
  bottleMl: 750,
  preservatives: [],
  packPrice: 100 + number,
  packRRP: null,
  bottlePrice: 9,
  country: 'Australia',
  region: 'Barossa Valley',
  offerStyle: '',
  offerVariant: '',
  varietal: 'Shiraz',
  vintage: '2021',
  slot: null,
  tags: [],
  tiersEligible: ['ALL'],
  secret: false,
  specialAccess: false,
  orderQuantityMaximum: 0,
  casesLeft: null,
  endsAt: null,
  ...more,
});

const tenOff: Promotion = {
  ...UNRESTRICTED,
  id: 9,
  name: 'Ten off',
  code: 'TENOFF',
  couponType: 'percentage_discount',
  actions: [{ kind: 'percentage', percent: 10 }],
};

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const toError = (status: number, code: string, title: string): FakeResponse => ({ status, body: { status, title, code } });

export class FakeShop {
  readonly carts = new Map<string, CartState>();
  readonly stock = new Map<number, number>();
  readonly limits = new Map<number, number>();
  /** Cart ids in the accounts of customers. */
  readonly accounts = new Map<number, string | null>();
  /** State code of the geolocation. */
  region: string | null = null;
  /** Paths of executed calls in order; replays are left out. */
  readonly done: string[] = [];
  private readonly responses = new Map<string, FakeResponse>();
  /** Ids of merged carts and their targets. */
  private readonly moved = new Map<string, string>();
  private last = 0;
  private readonly hits: readonly CatalogueHit[];

  constructor(hits: readonly CatalogueHit[]) {
    this.hits = hits;
  }

  view(id: string | null): Cart | null {
    const cart = this.carts.get(id ?? '');
    return cart ? toCartResponse(cart, true) : null;
  }

  /** Returns the cart of a customer. */
  cartOf(customerId: number): CartState | undefined {
    return [...this.carts.values()].find((cart) => cart.customerId === customerId);
  }

  /** Responds to a call at once. A repeated key replays the response. @param by customer of the token, 0 without one */
  respond(path: string, input: Readonly<Record<string, unknown>>, key: string | undefined, by = 0): FakeResponse {
    const cached = key === undefined ? undefined : this.responses.get(key);
    if (cached) return cached;
    const response = this.act(path.replace('/api/', ''), input, by);
    this.done.push(path);
    if (key !== undefined) this.responses.set(key, response);
    return response;
  }

  transport: Transport = async (call, input, options) => this.respond(call.path, input, options.idempotencyKey);

  /** Creates a transport that sends calls as the current shopper. */
  signed(who: () => number | null): Transport {
    return async (call, input, options) => this.respond(call.path, input, options.idempotencyKey, who() ?? 0);
  }

  private act(call: string, input: Readonly<Record<string, unknown>>, by: number): FakeResponse {
    const claimed = Number(input.customerId ?? 0);
    if (claimed !== 0 && by !== 0 && claimed !== by) return toError(403, 'not_yours', 'This belongs to someone else.');
    if ((claimed !== 0 || /auth0/.test(call)) && by === 0) return toError(401, 'token_missing', 'Required Authorization header is missing');
    switch (call) {
      case 'product-details':
        return { status: 200, body: { data: { order_quantity_maximum: this.limits.get(Number(input.id)) ?? 0 } } };
      case 'inventory-levels':
        return {
          status: 200,
          body: String(input.ids)
            .split(',')
            .map((id) => ({ id: Number(id), inventory_level: this.level(Number(id)) })),
        };
      case 'geolocation':
        return { status: 200, body: { geo: { subdivision: { code: this.region } } } };
      case 'create-cart':
        return this.addOne((by === 0 ? undefined : this.cartOf(by)) ?? this.empty(by), input);
      case 'get-auth0-user-with-metadata':
        return { status: 200, body: { data: { app_metadata: { BIGCOMMERCE_AU_CART_ID: this.accounts.get(by) ?? '' } } } };
      case 'update-auth0-user-metadata':
        this.accounts.set(by, JSON.parse(String(input.app_metadata)).BIGCOMMERCE_AU_CART_ID);
        return { status: 200, body: { data: {} } };
      case 'merge-carts':
        return this.merge(JSON.parse(String(input.cartIds)), typeof input.cartId === 'string' ? input.cartId : null, by);
    }
    const cart = this.find(String(input.cartId), by);
    if (!cart) return { status: 404, body: { data: null } };
    switch (call) {
      case 'initialize-cart':
        return { status: 200, body: { data: toCartResponse(cart, true) } };
      case 'check-cart':
        return { status: 200, body: { data: { id: cart.id, cartQuantity: cart.lines.length } } };
      case 'add-cart-item':
        return this.addOne(cart, input);
      case 'update-cart-item':
        return this.setLine(cart, String(input.cartItemId), Number(input.quantity));
      case 'remove-cart-item':
        return this.setLine(cart, String(input.cartItemId), 0);
      case 'add-coupon':
        if (String(input.couponCode).toUpperCase() !== 'TENOFF')
          return toError(422, 'coupon_invalid', `The coupon ${input.couponCode} is not valid.`);
        return this.save({ ...cart, coupons: [tenOff] });
      case 'remove-coupon':
        return this.save({ ...cart, coupons: [] });
      case 'update-guest-cart-email':
        return this.save({ ...cart, email: String(input.email) });
      case 'checkout-redirect-url':
        return { status: 200, body: { data: { checkoutUrl: `https://checkout.example/${cart.id}` } } };
    }
    throw new Error(`the simulated shop does not know ${call}`);
  }

  /** Returns a cart, or the cart it was merged into if that is a guest's or the caller's. */
  private find(id: string, by: number): CartState | undefined {
    const cart = this.carts.get(id);
    if (cart) return cart;
    const target = this.carts.get(this.moved.get(id) ?? '');
    return target && (target.customerId === 0 || target.customerId === by) ? target : undefined;
  }

  private merge(ids: readonly string[], cartId: string | null, by: number): FakeResponse {
    const own = by === 0 ? undefined : this.cartOf(by);
    const found = [cartId ?? '', ...ids].map((id) => this.find(id, by));
    const carts = [...new Set([...found, own])].filter((cart) => cart !== undefined);
    if (carts.some((cart) => cart.customerId !== 0 && cart.customerId !== by))
      return toError(403, 'not_yours', 'This belongs to someone else.');
    if (carts.length === 0) return { status: 404, body: { data: null } };
    const merging = carts.map((cart) => ({ ...cart, lines: cart.lines.map((line) => ({ ...this.stocked(line), isEligible: true })) }));
    const plan = planMerge({ carts: merging, cartId: cartId === null ? null : (this.find(cartId, by)?.id ?? null), customerId: by });
    const target = this.carts.get(plan.targetId);
    const lines = plan.lines.flatMap(({ id, quantity }) =>
      merging.flatMap((cart) => cart.lines.filter((line) => line.id === id).map((line) => ({ ...line, quantity }))),
    );
    for (const { id } of carts) {
      if (id === plan.targetId) continue;
      this.carts.delete(id);
      for (const [from, to] of this.moved) if (to === id) this.moved.set(from, plan.targetId);
      this.moved.set(id, plan.targetId);
    }
    const { changes } = plan;
    const response = target && this.save({ ...target, lines, customerId: by, email: null, coupons: plan.coupons });
    const notices = changes.map((each) => formatLineChange(each, 'AU'));
    const data = response?.status === 200 ? { ...(response.body as { data: Cart }).data, notices, changes } : null;
    return { status: 200, body: { data, notices, changes } };
  }

  private level(productId: number): number {
    return this.stock.get(productId) ?? 50;
  }

  private empty(customerId: number): CartState {
    this.last += 1;
    return {
      id: uuid(this.last),
      market: 'AU',
      terms: TERMS.AU,
      version: 0,
      customerId,
      email: null,
      region: null,
      lines: [],
      coupons: [],
      automatic: [],
    };
  }

  private save(cart: CartState): FakeResponse {
    if (cart.lines.length === 0) {
      this.carts.delete(cart.id);
      return { status: 204, body: null };
    }
    if (cart.customerId !== 0) this.accounts.set(cart.customerId, cart.id);
    const next = { ...cart, version: cart.version + 1, lines: cart.lines.map((line) => this.stocked(line)) };
    this.carts.set(cart.id, next);
    return { status: 200, body: { data: toCartResponse(next, true) } };
  }

  private stocked(line: CartLine): CartLine {
    const level = this.level(line.productId);
    return { ...line, currentStock: level, availableStock: level, orderQuantityMaximum: this.limits.get(line.productId) ?? 0 };
  }

  private addOne(cart: CartState, input: Readonly<Record<string, unknown>>): FakeResponse {
    const found = this.hits.find((candidate) => candidate.id === input.productId);
    if (!found) return toError(401, 'offer_not_eligible', 'You are not eligible to purchase this item!');
    this.last += 1;
    const line =
      cart.lines.find((existing) => existing.offerId === found.offerId && !existing.addedByPromotion) ??
      this.stocked({ ...lineOfHit(found), id: uuid(this.last), quantity: 0, addedByPromotion: false });
    return this.put(cart, { ...line, quantity: line.quantity + 1 });
  }

  private setLine(cart: CartState, id: string, quantity: number): FakeResponse {
    const gift = [...cart.lines, ...(cart.declinedLines ?? [])].find((each) => each.id === id && each.addedByPromotion);
    if (gift) return this.chooseGift(cart, gift, quantity > 0);
    const line = cart.lines.find((existing) => existing.id === id);
    if (!line) return quantity === 0 ? this.save(cart) : toError(422, 'line_not_found', 'This wine is no longer in your cart.');
    if (quantity === 0) return this.save({ ...cart, lines: cart.lines.filter((other) => other.id !== id) });
    return this.put(cart, { ...line, quantity });
  }

  private chooseGift(cart: CartState, gift: CartLine, isWanted: boolean): FakeResponse {
    const lines = cart.lines.filter((line) => line.id !== gift.id);
    const declinedLines = (cart.declinedLines ?? []).filter((line) => line.id !== gift.id);
    return this.save(
      isWanted ? { ...cart, lines: [...lines, gift], declinedLines } : { ...cart, lines, declinedLines: [...declinedLines, gift] },
    );
  }

  private put(cart: CartState, line: CartLine): FakeResponse {
    const before = cart.lines.find((other) => other.id === line.id)?.quantity ?? 0;
    const error = line.quantity > before ? findLimitError(cart.lines, this.stocked(line)) : null;
    if (error?.reason === 'purchase_limit')
      return toError(409, 'purchase_limit', `There's a limit of ${error.limit} Cases per customer for this wine!`);
    if (error) return toError(409, 'not_enough_stock', `Only ${error.left} cases are left.`);
    const lines = before === 0 ? [...cart.lines, line] : cart.lines.map((other) => (other.id === line.id ? line : other));
    return this.save({ ...cart, lines });
  }
}
