/** A guest who buys, call by call, as the browser does. */
import type { Cart } from '../../src/cart/contract.ts';
import { cartContract } from '../../src/cart/contract.ts';
import { type CheckoutDetails, checkoutContract } from '../../src/checkout/contract.ts';
import type { GiftDetails } from '../../src/gift-card/gift-details.ts';
import { orderContract } from '../../src/orders/contract.ts';
import type { Result } from '../../src/platform/client.ts';
import { gatewayContract } from '../../src/sandbox-gateway/contract.ts';
import type { TestShop } from './shop.ts';

/** An address that exists, in AU. */
export const DETAILS: CheckoutDetails = {
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '0412 345 678',
  address: '1 Queens Parade',
  suburb: 'Clifton Hill',
  state: 'VIC',
  postcode: '3068',
  instructions: '',
  giftMessage: '',
  authorityToLeave: false,
};
export const DATE_OF_BIRTH = '1980-02-29';

/** The value of an answer that must be a yes. */
export function yes<V>(result: Result<V, string>): V {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
}

export interface Buyer {
  readonly cart: Cart;
  readonly token: string;
  place(details?: Partial<CheckoutDetails>, expectedTotal?: number): Promise<Result<{ data: { nextUrl: string } }, string>>;
  pay(nextUrl: string, cardToken?: string): ReturnType<ReturnType<TestShop['call']>[string]>;
  settle(): Promise<Result<{ data: { status: 'paid' | 'open' | 'cancelled'; nextUrl: string } }, string>>;
}

/** Pay on the gateway's page of an address, with one of its test cards. */
export const payAt = (shop: Pick<TestShop, 'call'>, nextUrl: string, cardToken = 'card_success', host = 'localhost') =>
  shop.call(gatewayContract, host).pay({ id: nextUrl.split('/').at(-1) ?? '', cardToken, expiryMonth: 9, expiryYear: 2031 });

/** Give up on the gateway's page of an address. */
export const giveUpAt = (shop: Pick<TestShop, 'call'>, nextUrl: string) =>
  shop.call(gatewayContract).giveUp({ id: nextUrl.split('/').at(-1) ?? '' });

/** Say to the bank of a card that asks for it that it was the payer. */
export const approveAt = (shop: Pick<TestShop, 'call'>, nextUrl: string) =>
  shop.call(gatewayContract).confirm({ id: nextUrl.split('/').at(-1) ?? '', approve: true });

/** A guest with one case of each product in the cart, at the checkout. */
export async function buyer(
  shop: Pick<TestShop, 'call'>,
  productIds: readonly number[],
  host = 'localhost',
  details: Partial<CheckoutDetails> = {},
  gift?: GiftDetails,
): Promise<Buyer> {
  const carts = shop.call(cartContract, host);
  const checkout = shop.call(checkoutContract, host);
  const [first = 0, ...rest] = productIds;
  let { data: cart } = yes(await carts.create({ offer: {}, productId: first, ...(gift ? { gift } : {}) }));
  for (const productId of rest) cart = yes(await carts.addItem({ offer: {}, productId, cartId: cart.id })).data;
  const { checkoutUrl } = yes(await checkout.redirectUrl({ cartId: cart.id, email: DETAILS.email })).data;
  const token = checkoutUrl.split('/').at(-1) ?? '';
  const entered = { ...DETAILS, ...details };
  return {
    cart,
    token,
    place: (changed = {}, expectedTotal = cart.cartTotal) =>
      checkout.placeOrder({ token, details: { ...entered, ...changed }, dateOfBirth: DATE_OF_BIRTH, expectedTotal }),
    pay: (nextUrl, cardToken) => payAt(shop, nextUrl, cardToken, host),
    settle: () => checkout.settle({ token }),
  };
}

/** The order that an answer led to: `/order/{id}`. */
export const orderAt = async (shop: TestShop, nextUrl: string, host = 'localhost') =>
  yes(await shop.call(orderContract, host).order({ id: nextUrl.split('/').at(-1) ?? '' })).data;

/** Everything that must be true of the books at any quiet moment (DECISIONS.md "Never"). Gives what is wrong, in words. */
export async function findInvariantViolations(
  shop: Pick<TestShop, 'database'>,
  opening: Readonly<Record<number, number>>,
  market = 'AU',
): Promise<string[]> {
  const wrong: string[] = [];
  const stock = await shop.database.queryMany<{ product_id: number; level: number; reserved: number; held: number; taken: number }>({
    text: `select s.product_id, s.level, s.reserved,
      coalesce(sum(r.quantity) filter (where r.state = 'held'), 0)::int as held, coalesce(sum(r.quantity) filter (where r.state = 'taken'), 0)::int as taken
      from stock s left join reservations r on r.product_id = s.product_id and r.market = s.market where s.market = $1 group by s.product_id, s.market`,
    values: [market],
  });
  for (const row of stock) {
    const began = opening[row.product_id];
    if (began === undefined) continue;
    if (row.level < 0) wrong.push(`product ${row.product_id} is oversold`);
    if (row.level + row.taken !== began)
      wrong.push(`product ${row.product_id}: ${row.level} on hand and ${row.taken} sold do not make ${began}`);
    if (row.reserved !== row.held) wrong.push(`product ${row.product_id}: ${row.reserved} reserved, but orders hold ${row.held}`);
  }
  const payments = await shop.database.queryMany<{ what: string }>({
    text: `with given as (select order_id, sum(amount_cents)::int as cents, sum(gateway_cents) filter (where state = 'done')::int as by_gateway
        from order_refunds where state <> 'refused' group by order_id)
      select 'captured without an order: ' || p.merchant_key as what from sandbox_gateway.payments p left join orders o on o.id::text = p.merchant_key
        where p.status = 'captured' and (o.id is null or o.number is null or o.charge_cents <> p.amount_cents)
      union all select 'order without a capture: ' || o.number from orders o left join sandbox_gateway.payments p on p.merchant_key = o.id::text
        -- Orders that were imported were paid elsewhere.
        join checkouts c on c.id = o.checkout_id and c.token_digest not like 'imported %'
        where o.number is not null and o.charge_cents > 0 and (p.id is null or p.status not in ('captured', 'refunded'))
      union all select 'refunded other than the books say: ' || o.number from orders o join sandbox_gateway.payments p on p.merchant_key = o.id::text
        left join given g on g.order_id = o.id where o.number is not null and p.refunded_cents <> coalesce(g.by_gateway, 0)
      union all select 'more refunded than paid: ' || o.number from orders o join given g on g.order_id = o.id where g.cents > o.total_cents
      union all select 'balance below zero: ' || account from ledger_entries group by account having sum(cents) < 0
      union all select 'held for an order that is over: ' || h.key from ledger_holds h left join orders o on o.id::text = h.key
        where h.state = 'held' and (o.id is null or o.status <> 'Incomplete')
      union all select 'credit and gift cards paid other than the books say: ' || o.id from orders o
        left join checkouts c on c.id = o.checkout_id
        left join (select split_part(source, ':', 2) as id, -sum(cents) as cents from ledger_entries where source like 'order:%' group by 1) paid on paid.id = o.id::text
        where coalesce(c.token_digest, '') not like 'imported %'
          and coalesce(paid.cents, 0) <> case when o.number is null then 0 else o.total_cents - o.charge_cents end
      union all select 'credit and gift cards got back other than the books say: ' || r.id from order_refunds r
        left join (select split_part(source, ':', 2) as id, sum(cents) as cents from ledger_entries where source like 'refund:%' and kind = 'return' group by 1) back on back.id = r.id::text
        where r.state = 'done' and r.amount_cents - r.gateway_cents <> coalesce(back.cents, 0)
      union all select 'two orders of one cart: ' || cart_id from orders where number is not null group by cart_id having count(*) > 1`,
  });
  return [...wrong, ...payments.map((row) => row.what)];
}
