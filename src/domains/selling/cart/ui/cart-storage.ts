/** The guest's cart in local storage [CART-18] [CART-19]. The cart id of a customer is with the account (cart-owner.ts). */
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import { hasTexts, parseJsonObject } from '#lib/json.ts';
import type { Market } from '#markets/market.ts';
import { cartKeysOf } from './lazy-cart-store.ts';

export interface CartStorage {
  cartId(): string | null;
  saveCartId(id: string): void;
  email(): string | null;
  saveEmail(email: string): void;
  /** A coupon code of the URL, until it is rejected or removed [PROMO-11]. */
  coupon(): string | null;
  saveCoupon(code: string): void;
  clearCoupon(): void;
  /** Line changes that were tracked, serialized; null for none. */
  trackedChanges(): string | null;
  saveTrackedChanges(text: string): void;
  /** A guest's create-cart call without response, as long as the shop replays it; null for none. */
  unansweredCreate(): UnansweredCreate | null;
  /** Saves such a call; null once it has a response. */
  saveUnansweredCreate(call: Omit<UnansweredCreate, 'sentAt'> | null): void;
  /** Clears cart id and guest email. */
  clearCart(): void;
  /** False until a geolocation was saved, even an empty one. */
  hasGeolocation(): boolean;
  /** State code of the saved geolocation, or null [SHIP-21]. */
  region(): string | null;
  saveRegion(code: string | null): void;
  /** Calls the listener when another tab changes the cart id (null: cleared) or email. Returns a function that stops listening. */
  watch(listeners: { readonly cartId: (id: string | null) => void; readonly email: (email: string | null) => void }): () => void;
}

/** A create-cart call that has no response yet. */
export interface UnansweredCreate {
  /** Its idempotency key: a repeated call returns the same cart. */
  readonly key: string;
  readonly offerId: string;
  readonly productId: number;
  /** Unix time in milliseconds. */
  readonly sentAt: number;
}

/** Age up to which a create-cart call is repeated, ms. The shop replays it for ten minutes; one minute is left for the request. */
const REPLAY_MS = 9 * 60_000;

/** Number of attempts, and the pause between them in ms, while the shopper, and so the cart storage, is unknown [CART-35]. */
export const STORAGE_WAIT = { tries: 10, pause: 300 } as const;

const keysOf = (market: Market) => ({
  ...cartKeysOf(market),
  email: `BIGCOMMERCE_${market}_CART_EMAIL`,
  coupon: 'vmcode',
  geolocation: 'geolocation',
  trackedChanges: `cart-changes-told-${market}`,
});

function readUnanswered(text: string | null): UnansweredCreate | null {
  const { key, offerId, productId, sentAt } = parseJsonObject(text) ?? {};
  const isComplete = typeof key === 'string' && typeof offerId === 'string' && typeof productId === 'number' && typeof sentAt === 'number';
  return isComplete ? { key, offerId, productId, sentAt } : null;
}

function subdivisionOf(record: string | null): string | null {
  const subdivision = parseJsonObject(record)?.subdivision;
  return hasTexts(subdivision, ['code']) ? subdivision.code : null;
}

/** Creates the cart storage of a guest in a market. */
export function guestStorage(market: Market, values: KeyValueStorage): CartStorage {
  const keys = keysOf(market);
  return {
    cartId: () => values.read(keys.cartId),
    saveCartId: (id) => values.write(keys.cartId, id),
    email: () => values.read(keys.email),
    saveEmail: (email) => values.write(keys.email, email),
    coupon: () => values.read(keys.coupon),
    saveCoupon: (code) => values.write(keys.coupon, code),
    clearCoupon: () => values.remove(keys.coupon),
    trackedChanges: () => values.read(keys.trackedChanges),
    saveTrackedChanges: (text) => values.write(keys.trackedChanges, text),
    unansweredCreate() {
      const call = readUnanswered(values.read(keys.unansweredCreate));
      return call && Math.abs(Date.now() - call.sentAt) < REPLAY_MS ? call : null;
    },
    saveUnansweredCreate(call) {
      if (call) values.write(keys.unansweredCreate, JSON.stringify({ ...call, sentAt: Date.now() } satisfies UnansweredCreate));
      else values.remove(keys.unansweredCreate);
    },
    clearCart() {
      values.remove(keys.cartId);
      values.remove(keys.email);
    },
    hasGeolocation: () => values.read(keys.geolocation) !== null,
    saveRegion: (code) => values.write(keys.geolocation, JSON.stringify({ subdivision: { code } })),
    region: () => subdivisionOf(values.read(keys.geolocation)),
    watch: (listeners) =>
      values.watch((name, value) => {
        if (name === keys.cartId) listeners.cartId(value);
        if (name === keys.email) listeners.email(value);
      }),
  };
}
