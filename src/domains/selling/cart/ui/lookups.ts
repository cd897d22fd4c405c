/** What is looked up beside the cart: its stock, and where the shopper seems to be. Where that fails the cart stays as it is. */

import { shippingContract } from '#domains/selling/shipping/contract.ts';
import { SHIPPING } from '#domains/selling/shipping/model/fees.ts';
import { client } from '#lib/client.ts';
import type { CartStoreContext } from './cart-store-types.ts';

/** Flag what of the cart has no stock left (SPEC.md §4 "After each cart result"). */
export async function fetchStockLevels(context: CartStoreContext): Promise<void> {
  const ids = [...new Set(context.confirmed()?.lineItems.map((item) => item.productId))];
  if (ids.length === 0) return context.dispatch({ type: 'sold-out', productIds: [] });
  const levels = await context.calls.inventoryLevels({ ids: ids.join(',') }).catch(() => null);
  if (!levels?.ok) return;
  const productIds = levels.value.filter(({ inventory_level }) => inventory_level === 0).map(({ id }) => id);
  if (productIds.join() !== context.view().soldOutProducts.join()) context.dispatch({ type: 'sold-out', productIds });
}

export type RegionReading = ReturnType<typeof createRegionLookup>;

/** Where the shopper seems to be, asked once in this browser and only where fees differ by it (SPEC.md §3 "Cart storage"). */
export function createRegionLookup(context: CartStoreContext) {
  const { market, storage, transport } = context.ports;
  const feesDiffer = Object.keys(SHIPPING[market].regions).length > 0;
  let isAsked = false;
  return {
    isDue: (): boolean => context.confirmed() !== null && feesDiffer && !isAsked && !storage.hasGeolocation(),
    async read(): Promise<void> {
      isAsked = true;
      const found = await client(shippingContract, transport)
        .geolocation({})
        .catch(() => null);
      // Meanwhile the shopper may have said it.
      if (!found?.ok || storage.hasGeolocation()) return;
      storage.saveRegion(found.value.geo.subdivision.code);
      context.dispatch({ type: 'region', region: storage.region() });
    },
  };
}
