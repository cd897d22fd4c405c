/** Finds out whether a buyer has ordered before, for promotions of first orders (decision 96). */
import { addressKey, type PostalAddress } from '#domains/customers/identity/model/same-buyer.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { EarlierOrder } from '../model/eligibility.ts';

/** Who buys: a customer, or a guest (0) by e-mail where it is known; at the checkout also where to and with which card. */
export interface Buyer {
  readonly customerId: number;
  readonly email: string | null;
  readonly address?: PostalAddress;
  /** The gateway's fingerprint of the card. */
  readonly cardFingerprint?: string | null;
  /** The order in question, which does not count. */
  readonly orderId?: string;
}

interface Row {
  /** By account or mailbox; otherwise only the card is the same. */
  readonly isBuyer: boolean;
  readonly address: string | null;
  readonly suburb: string | null;
  readonly postcode: string | null;
}

/**
 * Returns how an earlier placed order is known to be the buyer's, or null where there is none. Cancelled and declined orders do
 * not count. The same card or the same address alone does not make it the buyer's: households share both.
 */
export async function findEarlierOrder(db: Queryable, buyer: Buyer): Promise<EarlierOrder | null> {
  const rows = await db.queryMany<Row>({
    name: 'promotion.earlier_orders',
    text: `with boxes as (select array_remove(array[mailbox_of($2), (select mailbox_of(email) from customers where id = $1)], null) as list)
      select is_buyer as "isBuyer", details->>'address' as address, details->>'suburb' as suburb, details->>'postcode' as postcode from (
          select id, details, true as is_buyer from orders where customer_id = $1 and customer_id <> 0 and number is not null and status not in ('Cancelled', 'Declined')
          union all select id, details, true from orders where mailbox_of(email) = any((select list from boxes)::text[]) and number is not null
            and status not in ('Cancelled', 'Declined')
          union all select id, details, false from orders where card_fingerprint = $3 and number is not null and status not in ('Cancelled', 'Declined')
        ) found where $4::uuid is null or id <> $4 order by is_buyer desc limit 500`,
    values: [buyer.customerId, buyer.email, buyer.cardFingerprint ?? null, buyer.orderId ?? null],
  });
  if (rows.some(({ isBuyer }) => isBuyer)) return 'same_buyer';
  if (!buyer.address || buyer.address.address === '') return null;
  const key = addressKey(buyer.address);
  const isSame = rows.some(
    ({ address, suburb, postcode }) => addressKey({ address: address ?? '', suburb: suburb ?? '', postcode: postcode ?? '' }) === key,
  );
  return isSame ? 'same_card_and_address' : null;
}
