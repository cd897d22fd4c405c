import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react';
import { type CartView, INITIAL_CART_VIEW } from '../model/cart-view.ts';
import type { LazyCartStore } from './lazy-cart-store.ts';

export interface CartSite {
  readonly store: LazyCartStore;
  /** Path of the site's main list, linked from an empty cart. */
  readonly listPath: string;
  /** The one-click checkout, shown below the checkout button on the page and in the dropdown. */
  readonly oneClickCheckout: ReactNode;
}

export const CartContext = createContext<CartSite | null>(null);

function useCartSite(): CartSite {
  const site = use(CartContext);
  if (!site) throw new Error('Parts of the cart must stand inside <CartProvider>.');
  return site;
}

/** Returns the cart's actions. */
export const useCartStore = (): LazyCartStore => useCartSite().store;

/** Returns the path of the site's main list. */
export const useListPath = (): string => useCartSite().listPath;

/** Returns the one-click checkout, which belongs to a layer above the cart. */
export const useOneClickCheckout = (): ReactNode => useCartSite().oneClickCheckout;

/**
 * Selects a value of the cart. The component renders again when the value changes, so it should be a primitive or an unchanged part
 * of the view.
 */
export function useCart<Value>(select: (view: CartView) => Value): Value {
  const { store } = useCartSite();
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.current()),
    () => select(INITIAL_CART_VIEW),
  );
}

/** Loads the cart store at once instead of at an idle moment, for pages about the cart. */
export function useCartNow(): void {
  const { store } = useCartSite();
  useEffect(() => store.load(), [store]);
}
