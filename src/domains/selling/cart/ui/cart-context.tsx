import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { type CartView, INITIAL_CART_VIEW } from '../model/cart-view.ts';
import type { LazyCartStore } from './lazy-cart-store.ts';

export interface CartSite {
  readonly store: LazyCartStore;
  /** Where the site's shelves are: the way on from an empty cart. */
  readonly listPath: string;
  /** Another way to buy, shown below the button that leads to the checkout, on the page and in the dropdown. */
  readonly besideCheckout: ReactNode;
}

export const CartContext = createContext<CartSite | null>(null);

function useCartSite(): CartSite {
  const site = use(CartContext);
  if (!site) throw new Error('Parts of the cart must stand inside <CartProvider>.');
  return site;
}

/** The cart's actions. */
export const useCartStore = (): LazyCartStore => useCartSite().store;

/** Where the site's shelves are. */
export const useListPath = (): string => useCartSite().listPath;

/** Another way to buy, from a domain above the cart. */
export const useExpressCheckout = (): ReactNode => useCartSite().besideCheckout;

/** A value of the cart; the component renders again when that value changes, so it should be a primitive or a part as it stands. */
export function useCart<Value>(select: (view: CartView) => Value): Value {
  const { store } = useCartSite();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.current()),
    () => select(INITIAL_CART_VIEW),
  );
}

/** For what is all about the cart: do not wait for an idle moment. */
export function useCartNow(): void {
  const { store } = useCartSite();
  useEffect(() => store.load(), [store]);
}
