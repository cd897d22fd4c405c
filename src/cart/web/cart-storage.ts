/**
 * What the browser keeps of carts between visits: the guest's in local storage (SPEC.md §3 "Cart storage"). A signed-in
 * customer's id is kept with the account; cart-owner.ts does that.
 */
import { cartKeyOf } from '../../identity/claims.ts';
import type { Market } from '../../market/market.ts';
import type { LocalValues } from '../../platform/web/local-values.ts';

export interface CartStorage {
  cartId(): string | null;
  keepCartId(id: string): void;
  email(): string | null;
  keepEmail(email: string): void;
  /** A coupon code from the address, kept until it is refused or taken off. */
  coupon(): string | null;
  keepCoupon(code: string): void;
  forgetCoupon(): void;
  /** What analytics were told that the shop changed by itself, as text; null where that was nothing. */
  toldChanges(): string | null;
  keepToldChanges(text: string): void;
  /** Forget cart id and guest e-mail. */
  forgetCart(): void;
  /** False until a geolocation has been saved, also one that says nothing. */
  hasGeolocation(): boolean;
  /** State code of the saved geolocation, null where there is none. */
  region(): string | null;
  keepRegion(code: string | null): void;
  /** Told when another tab keeps another cart id (null: forgot it) or e-mail. Returns how to stop. */
  watch(listeners: { readonly cartId: (id: string | null) => void; readonly email: (email: string | null) => void }): () => void;
}

/** Tries and pause while it is not known whose cart it is, and so where its id is kept (SPEC.md §9), milliseconds. */
export const STORAGE_WAIT = { tries: 10, pause: 300 } as const;

const keysOf = (market: Market) => ({
  cartId: cartKeyOf(market),
  email: `BIGCOMMERCE_${market}_CART_EMAIL`,
  coupon: 'vmcode',
  geolocation: 'geolocation',
  toldChanges: `cart-changes-told-${market}`,
});

function subdivisionOf(record: string | null): string | null {
  try {
    const { subdivision } = JSON.parse(record ?? '{}') as { subdivision?: { code?: unknown } };
    return typeof subdivision?.code === 'string' ? subdivision.code : null;
  } catch {
    return null;
  }
}

/** A guest's storage in a market. */
export function guestStorage(market: Market, values: LocalValues): CartStorage {
  const keys = keysOf(market);
  return {
    cartId: () => values.read(keys.cartId),
    keepCartId: (id) => values.write(keys.cartId, id),
    email: () => values.read(keys.email),
    keepEmail: (email) => values.write(keys.email, email),
    coupon: () => values.read(keys.coupon),
    keepCoupon: (code) => values.write(keys.coupon, code),
    forgetCoupon: () => values.forget(keys.coupon),
    toldChanges: () => values.read(keys.toldChanges),
    keepToldChanges: (text) => values.write(keys.toldChanges, text),
    forgetCart() {
      values.forget(keys.cartId);
      values.forget(keys.email);
    },
    hasGeolocation: () => values.read(keys.geolocation) !== null,
    keepRegion: (code) => values.write(keys.geolocation, JSON.stringify({ subdivision: { code } })),
    region: () => subdivisionOf(values.read(keys.geolocation)),
    watch: (listeners) =>
      values.watch((name, value) => {
        if (name === keys.cartId) listeners.cartId(value);
        if (name === keys.email) listeners.email(value);
      }),
  };
}
