/**
 * What the browser keeps of carts between visits: the guest's in local storage (SPEC.md §3 "Cart storage"). A signed-in
 * customer's id is kept with the account; cart-owner.ts does that.
 */
import { cartKeyOf } from '#domains/customers/identity/model/claims.ts';
import type { KeyValueStorage } from '#lib/browser/key-value-storage.ts';
import type { Market } from '#markets/market.ts';

export interface CartStorage {
  cartId(): string | null;
  saveCartId(id: string): void;
  email(): string | null;
  keepEmail(email: string): void;
  /** A coupon code from the address, kept until it is refused or taken off. */
  coupon(): string | null;
  saveCoupon(code: string): void;
  clearCoupon(): void;
  /** What analytics were told that the shop changed by itself, as text; null where that was nothing. */
  trackedChanges(): string | null;
  keepToldChanges(text: string): void;
  /** A guest's create-cart call that was sent and not answered, for as long as the shop answers it again; null where there is none. */
  unansweredCreate(): UnansweredCreate | null;
  /** Keeps such a call; null once it is answered. */
  keepUnansweredCreate(call: Omit<UnansweredCreate, 'sentAt'> | null): void;
  /** Forget cart id and guest e-mail. */
  clearCart(): void;
  /** False until a geolocation has been saved, also one that says nothing. */
  hasGeolocation(): boolean;
  /** State code of the saved geolocation, null where there is none. */
  region(): string | null;
  saveRegion(code: string | null): void;
  /** Told when another tab keeps another cart id (null: forgot it) or e-mail. Returns how to stop. */
  watch(listeners: { readonly cartId: (id: string | null) => void; readonly email: (email: string | null) => void }): () => void;
}

export interface UnansweredCreate {
  /** Its idempotency key: sent again, the call answers the same cart. */
  readonly key: string;
  readonly offerId: string;
  readonly productId: number;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** The shop answers a guest's create-cart again for ten minutes; a minute of them may pass on the way. */
const REPLAY_MS = 9 * 60_000;

/** Tries and pause while it is not known whose cart it is, and so where its id is kept (SPEC.md §9), milliseconds. */
export const STORAGE_WAIT = { tries: 10, pause: 300 } as const;

const keysOf = (market: Market) => ({
  cartId: cartKeyOf(market),
  email: `BIGCOMMERCE_${market}_CART_EMAIL`,
  coupon: 'vmcode',
  geolocation: 'geolocation',
  trackedChanges: `cart-changes-told-${market}`,
  unansweredCreate: `cart-unanswered-create-${market}`,
});

function readUnanswered(text: string | null): UnansweredCreate | null {
  try {
    const { key, offerId, productId, sentAt } = JSON.parse(text ?? '{}') as Partial<Record<keyof UnansweredCreate, unknown>>;
    const isComplete =
      typeof key === 'string' && typeof offerId === 'string' && typeof productId === 'number' && typeof sentAt === 'number';
    return isComplete ? { key, offerId, productId, sentAt } : null;
  } catch {
    return null;
  }
}

function subdivisionOf(record: string | null): string | null {
  try {
    const { subdivision } = JSON.parse(record ?? '{}') as { subdivision?: { code?: unknown } };
    return typeof subdivision?.code === 'string' ? subdivision.code : null;
  } catch {
    return null;
  }
}

/** A guest's storage in a market. */
export function guestStorage(market: Market, values: KeyValueStorage): CartStorage {
  const keys = keysOf(market);
  return {
    cartId: () => values.read(keys.cartId),
    saveCartId: (id) => values.write(keys.cartId, id),
    email: () => values.read(keys.email),
    keepEmail: (email) => values.write(keys.email, email),
    coupon: () => values.read(keys.coupon),
    saveCoupon: (code) => values.write(keys.coupon, code),
    clearCoupon: () => values.remove(keys.coupon),
    trackedChanges: () => values.read(keys.trackedChanges),
    keepToldChanges: (text) => values.write(keys.trackedChanges, text),
    unansweredCreate() {
      const call = readUnanswered(values.read(keys.unansweredCreate));
      return call && Math.abs(Date.now() - call.sentAt) < REPLAY_MS ? call : null;
    },
    keepUnansweredCreate(call) {
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
