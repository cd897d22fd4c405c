/** Limits that count past orders (`limitCountsPastOrders` of an offer): what a customer, or a guest by e-mail, has bought before. */
import { customerKey } from '#domains/selling/promotions/server/promotion-uses.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CartRow } from './cart-repository.ts';
import type { SaleOffer } from './offer-cache.ts';

interface Read<Line> {
  readonly lines: readonly Line[];
  readonly wanted: SaleOffer | null;
}

const isCounted = ({ summary, orderQuantityMaximum }: SaleOffer): boolean =>
  orderQuantityMaximum > 0 && summary.limitCountsPastOrders === true;

/** Offers with the cases bought before where their limit counts them. No statement where none does, or nobody is known yet. */
export async function withPastOrders<Line extends SaleOffer>(
  db: Queryable,
  { id, customer_id: customerId, email }: Pick<CartRow, 'id' | 'customer_id' | 'email'>,
  market: Market,
  read: Read<Line>,
): Promise<Read<Line>> {
  const counted = [...read.lines, ...(read.wanted ? [read.wanted] : [])].filter(isCounted);
  if (counted.length === 0 || (customerId === 0 && email === null)) return read;
  const rows = await db.queryMany<{ product_id: number; bought: number }>({
    name: 'cart.bought_before',
    text: `select l.product_id, sum(l.quantity)::int as bought from orders o join order_lines l on l.order_id = o.id
      where o.market = $1 and l.product_id = any($2) and not l.added_by_promotion
        and (o.number is not null and o.status not in ('Cancelled', 'Declined', 'Refunded') or o.status = 'Incomplete' and o.cart_id <> $5)
        and case when $3::integer > 0 then o.customer_id = $3 else mailbox_of(o.email) = mailbox_of($4) end
      group by l.product_id`,
    values: [market, counted.map((offer) => offer.productId), customerId, email ?? '', id],
  });
  const bought = new Map(rows.map((row) => [row.product_id, row.bought]));
  const having = <Offer extends SaleOffer>(offer: Offer): Offer =>
    isCounted(offer) ? { ...offer, boughtBefore: bought.get(offer.productId) ?? 0 } : offer;
  return { lines: read.lines.map(having), wanted: read.wanted && having(read.wanted) };
}

/**
 * Let orders of one buyer for the same product wait for one another, where a limit counts past orders: two of them read at
 * once would both find room. A guest is known by e-mail, and a customer's orders count for a guest of that e-mail.
 */
export const lockPastOrders = (transaction: Transaction, cart: Pick<CartRow, 'id' | 'customer_id'>, email: string): Promise<number> =>
  transaction.execute({
    name: 'cart.lock_bought_before',
    text: `select pg_advisory_xact_lock(hashtextextended(buyer || ' ' || product_id, 0)) from (
        select distinct buyer, o.product_id from cart_lines l join offers o on o.offer_id = l.offer_id cross join unnest($2::text[]) as buyer
        where l.cart_id = $1 and o.order_quantity_maximum > 0 and (o.summary->>'limitCountsPastOrders')::boolean
        order by buyer, o.product_id) wanted`,
    values: [cart.id, [customerKey(cart.customer_id, null), customerKey(0, email)].filter((key) => key !== null)],
  });
