/** SQL of draft orders. */
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { DRAFT_DAYS, type DraftSort, type DraftState, PHONE_TAG } from '../model/draft-order.ts';

export interface Draft {
  readonly id: string;
  readonly market: Market;
  readonly customerId: number;
  readonly email: string;
  readonly cartId: string;
  readonly details: Partial<CheckoutDetails>;
  readonly usesCredit: boolean;
  readonly notSold: readonly string[];
  readonly state: DraftState;
  readonly version: number;
  readonly links: number;
  readonly linkExpiresAt: Date | null;
  /** The order to which the wines are added. Null for most. */
  readonly addsTo: string | null;
  readonly author: string;
  readonly changedBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
}

const STATE = `case when d.state in ('open', 'sent') and d.updated_at < now() - interval '${DRAFT_DAYS} days' then 'expired' else d.state end`;
const COLUMNS = `d.id, d.market, d.customer_id as "customerId", d.email, d.cart_id as "cartId", d.details, d.uses_credit as "usesCredit", d.not_sold as "notSold",
  ${STATE} as state, d.version, d.links, d.link_expires_at as "linkExpiresAt", d.adds_to as "addsTo", d.author, d.changed_by as "changedBy", d.created_at as "createdAt", d.updated_at as "updatedAt"`;

export const findDraft = (db: Queryable, id: string, markets: readonly Market[]): Promise<Draft | null> =>
  db.queryOne<Draft>({
    name: 'draft-order.findDraft',
    text: `select ${COLUMNS}, o.id as "orderId", o.number as "orderNumber" from draft_orders d
      left join orders o on o.cart_id = d.cart_id and o.number is not null where d.id = $1 and d.market = any($2)`,
    values: [id, markets],
  });

/** Locks a draft of some markets until the end of the transaction. */
export const lockDraft = (transaction: Transaction, id: string, markets: readonly Market[]): Promise<Draft | null> =>
  transaction.queryOne<Draft>({
    name: 'draft-order.lockDraft',
    text: `select ${COLUMNS}, null::uuid as "orderId", null::integer as "orderNumber" from draft_orders d where d.id = $1 and d.market = any($2) for update`,
    values: [id, markets],
  });

export interface NewDraft {
  readonly market: Market;
  readonly customerId: number;
  readonly email: string;
  readonly details: Partial<CheckoutDetails>;
  readonly addsTo?: string;
  readonly staffId: number;
  readonly author: string;
}

export async function insertDraftOrder(transaction: Transaction, draft: NewDraft): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'draft-order.insertDraftOrder',
    text: `insert into draft_orders (market, customer_id, email, details, staff_id, author, changed_by, adds_to) values ($1, $2, $3, $4, $5, $6, $6, $7) returning id`,
    values: [draft.market, draft.customerId, draft.email, JSON.stringify(draft.details), draft.staffId, draft.author, draft.addsTo ?? null],
  });
  if (!row) throw new Error('a draft was inserted and did not come back');
  return row.id;
}

/** What a change of a draft writes. What is left out stays. */
export interface DraftChange {
  readonly details?: Partial<CheckoutDetails>;
  readonly usesCredit?: boolean;
  readonly notSold?: readonly string[];
  readonly state?: 'open' | 'sent' | 'cancelled';
  readonly links?: number;
  readonly linkExpiresAt?: Date | null;
}

/** Writes a change of a locked draft and raises its version. */
export const updateDraft = (transaction: Transaction, draft: Draft, change: DraftChange, changedBy: string): Promise<number> => {
  const { details, usesCredit, notSold, state, links, linkExpiresAt } = { ...draft, ...change };
  return transaction.execute({
    name: 'draft-order.updateDraft',
    text: `update draft_orders set details = $2, uses_credit = $3, not_sold = $4, state = $5, links = $6, link_expires_at = $7, changed_by = $8,
      version = version + 1, updated_at = now() where id = $1`,
    values: [draft.id, JSON.stringify(details), usesCredit, notSold, state, links, linkExpiresAt, changedBy],
  });
};

/** Inserts the cart of a draft unless it exists: a guest's, which no account shows. */
export const ensureDraftCart = (transaction: Transaction, { cartId, market, email, details }: Draft): Promise<number> =>
  transaction.execute({
    name: 'draft-order.ensureDraftCart',
    text: `insert into carts (id, market, customer_id, email, region) values ($1, $2, 0, $3, $4)
      on conflict (id) do update set email = excluded.email, region = excluded.region`,
    values: [cartId, market, email, details.state || null],
  });

/** Returns the id of the line with an offer; empty if there is none. */
export async function lineOfOffer(db: Queryable, cartId: string, offerId: string): Promise<string> {
  const row = await db.queryOne<{ id: string }>({
    name: 'draft-order.lineOfOffer',
    text: 'select id from cart_lines where cart_id = $1 and offer_id = $2',
    values: [cartId, offerId],
  });
  return row?.id ?? '';
}

/** Ends all checkouts of a cart. Waits for a buyer who places the order at this moment. */
export const endCheckouts = (transaction: Transaction, cartId: string): Promise<number> =>
  transaction.execute({
    name: 'draft-order.endCheckouts',
    text: 'update checkouts set expires_at = now() where cart_id = $1 and expires_at > now()',
    values: [cartId],
  });

/** Finds the draft that adds to an order and is not paid yet. */
export const findAdditionDraft = (db: Queryable, orderId: string): Promise<{ id: string } | null> =>
  db.queryOne<{ id: string }>({
    name: 'draft-order.findAdditionDraft',
    text: `select d.id from draft_orders d where d.adds_to = $1 and ${STATE} in ('open', 'sent') order by d.created_at limit 1`,
    values: [orderId],
  });

export interface DraftListRow {
  readonly id: string;
  readonly key: string;
  readonly market: Market;
  readonly state: DraftState;
  readonly email: string;
  readonly name: string;
  readonly customerId: number;
  readonly cases: number;
  readonly author: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface DraftFilter {
  readonly markets: readonly Market[];
  readonly states: readonly DraftState[] | null;
  readonly words: readonly string[];
}

const NAME = `concat_ws(' ', nullif(d.details->>'firstName', ''), nullif(d.details->>'lastName', ''))`;
const FILTERS = `d.market = any($1) and ($2::text[] is null or ${STATE} = any($2))
  and not exists (select 1 from unnest($3::text[]) as word where position(word in lower(concat_ws(' ', d.email, ${NAME}, d.author))) = 0)`;
const filterValues = ({ markets, states, words }: DraftFilter): unknown[] => [markets, states, words];

const PAGES: Readonly<Record<DraftSort, string>> = {
  changed: '($4::timestamptz is null or (d.updated_at, d.id) > ($4, $5::uuid)) order by d.updated_at, d.id limit $6',
  '-changed': '($4::timestamptz is null or (d.updated_at, d.id) < ($4, $5::uuid)) order by d.updated_at desc, d.id desc limit $6',
};

export const listDrafts = (
  db: Queryable,
  filter: DraftFilter,
  sort: DraftSort,
  after: { readonly key: string; readonly id: string } | null,
  limit: number,
): Promise<DraftListRow[]> =>
  db.queryMany<DraftListRow>({
    text: `select d.id, d.updated_at::text as key, d.market, ${STATE} as state, d.email, ${NAME} as name, d.customer_id as "customerId",
        (select coalesce(sum(l.quantity), 0)::integer from cart_lines l where l.cart_id = d.cart_id) as cases, d.author,
        d.created_at as "createdAt", d.updated_at as "updatedAt"
      from draft_orders d where ${FILTERS} and ${PAGES[sort]}`,
    values: [...filterValues(filter), after?.key ?? null, after?.id ?? null, limit],
  });

export async function countDrafts(db: Queryable, filter: DraftFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from draft_orders d where ${FILTERS} limit $4) found`,
    values: [...filterValues(filter), limit],
  });
  return row?.count ?? 0;
}

/** Returns true if a cart is that of a draft. Its buyer has no cart to go back to. */
export const isDraftCart = async (db: Queryable, cartId: string): Promise<boolean> =>
  (await db.queryOne({
    name: 'draft-order.isDraftCart',
    text: 'select id from draft_orders where cart_id = $1',
    values: [cartId],
  })) !== null;

/** Finishes the draft of a placed order, tags the order and names the order that it was added to. The order has the buyer's data now. */
export const finishDraft = (transaction: Transaction, order: { readonly id: string; readonly cartId: string }): void =>
  transaction.later({
    name: 'draft-order.finishDraft',
    text: `with sold as (update draft_orders set state = 'placed', email = '', details = '{}', customer_id = 0, version = version + 1, updated_at = now()
        where cart_id = $2 returning id, adds_to),
        added as (insert into order_additions (order_id, adds_to) select $1, adds_to from sold where adds_to is not null on conflict do nothing)
      insert into order_tags (order_id, tag) select $1, '${PHONE_TAG}' from sold on conflict do nothing`,
    values: [order.id, order.cartId],
  });

/** Reads what the email with the payment link needs. @returns null if there is no open link */
export const linkToSend = (
  db: Queryable,
  id: string,
): Promise<{ market: Market; email: string; firstName: string; links: number; linkExpiresAt: Date } | null> =>
  db.queryOne({
    name: 'draft-order.linkToSend',
    text: `select market, email, coalesce(details->>'firstName', '') as "firstName", links, link_expires_at as "linkExpiresAt" from draft_orders
      where id = $1 and state = 'sent' and link_expires_at > now()`,
    values: [id],
  });

/** Deletes drafts that have expired or were cancelled, with their carts, a while after that. @returns how many */
export const purgeDrafts = (db: Queryable): Promise<number> =>
  db.execute({
    text: `with gone as (delete from draft_orders where state <> 'placed' and updated_at < now() - interval '${2 * DRAFT_DAYS} days' returning cart_id)
      delete from carts c using gone where c.id = gone.cart_id`,
  });

/** Drafts of a customer for the data download. Erasing the customer deletes them, so that their payment links end. */
export const draftOrderData = {
  name: 'draft_orders',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select market, email, details, state, created_at from draft_orders where customer_id = $1 and state = 'sent' order by created_at`,
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: `with gone as (delete from draft_orders d where d.customer_id = $1
          or email_key(d.email) = (select email_key from customers where id = $1) returning cart_id),
        emptied as (delete from carts c using gone where c.id = gone.cart_id)
        update checkouts c set expires_at = now(), details = '{}' from gone where c.cart_id = gone.cart_id and c.expires_at > now()`,
      values: [id],
    });
  },
} as const;
