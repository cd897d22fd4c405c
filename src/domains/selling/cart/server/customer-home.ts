/** What a customer's account says for their cart: where it is delivered to, and whether one click can buy it. */
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

export interface CustomerHome {
  /** They have a default address and a default card that has not expired (DECISIONS.md "Carts and orders"). */
  readonly isOneClickReady: boolean;
  /** State code of the default address; null without one, and in a market without states. */
  readonly region: string | null;
}

const NO_HOME: CustomerHome = { isOneClickReady: false, region: null };

/** Reads the default address and card of a customer; guests have neither. */
export async function readHome(db: Queryable, { customerId }: Shopper, market: Market): Promise<CustomerHome> {
  if (customerId === 0) return NO_HOME;
  const row = await db.queryOne<CustomerHome>({
    name: 'cart.customer_home',
    text: `select nullif(state, '') as region, exists (select 1 from stored_instruments where customer_id = $1 and market = $2 and is_default
        and (expiry_year, expiry_month) >= (extract(year from now())::int, extract(month from now())::int)) as "isOneClickReady"
      from customer_addresses where customer_id = $1 and market = $2 and is_default`,
    values: [customerId, market],
  });
  return row ?? NO_HOME;
}
