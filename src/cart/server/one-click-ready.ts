/** Whether a customer has what one-click needs: a default address and a default card (DECISIONS.md "Carts and orders"). */
import type { Shopper } from '../../identity/shopper.ts';
import type { Market } from '../../market/market.ts';
import type { Queries } from '../../platform/server/database/pool.ts';

export async function isOneClickReady(queries: Queries, { customerId }: Shopper, market: Market): Promise<boolean> {
  if (customerId === 0) return false;
  const row = await queries.row<{ ready: boolean }>({
    name: 'cart.one_click_ready',
    text: `select exists (select 1 from customer_addresses where customer_id = $1 and market = $2 and is_default)
      and exists (select 1 from stored_instruments where customer_id = $1 and market = $2 and is_default
        and (expiry_year, expiry_month) >= (extract(year from now())::int, extract(month from now())::int)) as ready`,
    values: [customerId, market],
  });
  return row?.ready === true;
}
