/** What is looked up beside the cart: its stock, and where the shopper seems to be. Where that fails the cart stays as it is. */
import { client } from '../../platform/client.ts';
import { shippingCalls } from '../../shipping/contract.ts';
import { SHIPPING } from '../../shipping/fees.ts';
import type { StoreCore } from './cart-view.ts';

/** Flag what of the cart has no stock left (SPEC.md §4 "After each cart result"). */
export async function readLevels(core: StoreCore): Promise<void> {
  const ids = [...new Set(core.confirmed()?.lineItems.map((item) => item.productId))];
  if (ids.length === 0) return core.dispatch({ type: 'sold-out', productIds: [] });
  const levels = await core.calls.inventoryLevels({ ids: ids.join(',') }).catch(() => null);
  if (!levels?.ok) return;
  const productIds = levels.value.filter(({ inventory_level }) => inventory_level === 0).map(({ id }) => id);
  if (productIds.join() !== core.view().soldOutProducts.join()) core.dispatch({ type: 'sold-out', productIds });
}

export type RegionReading = ReturnType<typeof regionReading>;

/** Where the shopper seems to be, asked once in this browser and only where fees differ by it (SPEC.md §3 "Cart storage"). */
export function regionReading(core: StoreCore) {
  const { market, storage, transport } = core.ports;
  const feesDiffer = Object.keys(SHIPPING[market].regions).length > 0;
  let isAsked = false;
  return {
    isDue: (): boolean => core.confirmed() !== null && feesDiffer && !isAsked && !storage.hasGeolocation(),
    async read(): Promise<void> {
      isAsked = true;
      const found = await client(shippingCalls, transport)
        .geolocation({})
        .catch(() => null);
      // Meanwhile the shopper may have said it.
      if (!found?.ok || storage.hasGeolocation()) return;
      storage.keepRegion(found.value.geo.subdivision.code);
      core.dispatch({ type: 'region', region: storage.region() });
    },
  };
}
