/** SQL of one order in the office: notes, tags, what happened, and its neighbours in the list. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

/** What the office needs of an order besides what the shop reads. */
export interface OfficeOrderFacts {
  readonly market: Market;
  readonly number: number;
  readonly customerId: number;
  readonly paymentId: string | null;
  /** Id of the last event: a change of the order raises it. */
  readonly version: number;
  readonly customerOrders: number;
  readonly tags: readonly string[];
  readonly previous: string | null;
  readonly next: string | null;
}

/** Reads the facts of a placed order of some markets. @returns null if there is none */
export const readOfficeOrderFacts = (db: Queryable, orderId: string, markets: readonly Market[]): Promise<OfficeOrderFacts | null> =>
  db.queryOne<OfficeOrderFacts>({
    name: 'office-order.readOfficeOrderFacts',
    text: `select o.market, o.number, o.customer_id as "customerId", o.payment_id as "paymentId",
        (select coalesce(max(e.id), 0) from order_events e where e.order_id = o.id) as version,
        (select count(*)::integer from orders c where c.customer_id = o.customer_id and c.customer_id <> 0 and c.market = o.market and c.number is not null) as "customerOrders",
        (select coalesce(array_agg(t.tag order by t.tag), '{}') from order_tags t where t.order_id = o.id) as tags,
        (select p.id from orders p where p.number is not null and p.market = any($2) and (p.placed_at, p.id) > (o.placed_at, o.id) order by p.placed_at, p.id limit 1) as previous,
        (select n.id from orders n where n.number is not null and n.market = any($2) and (n.placed_at, n.id) < (o.placed_at, o.id) order by n.placed_at desc, n.id desc limit 1) as next
      from orders o where o.id = $1 and o.number is not null and o.market = any($2)`,
    values: [orderId, markets],
  });

/** Reads the SKUs and bar codes of products, by product id. */
export async function readCodes(db: Queryable, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.queryMany<{ productId: number; codes: string[] }>({
    name: 'office-order.readCodes',
    text: 'select product_id as "productId", codes from stock_items where product_id = any($1)',
    values: [productIds],
  });
  return new Map(rows.map(({ productId, codes }) => [productId, codes]));
}

/** Reads who took an order by phone, and when. @returns null for other orders */
export const phoneSaleOf = (db: Queryable, orderId: string): Promise<{ author: string; at: Date } | null> =>
  db.queryOne<{ author: string; at: Date }>({
    name: 'office-order.phoneSaleOf',
    text: 'select d.author, d.created_at as at from draft_orders d join orders o on o.cart_id = d.cart_id where o.id = $1',
    values: [orderId],
  });

/** The last change of an order. */
export interface LastChange {
  readonly version: number;
  readonly actor: string;
  readonly at: Date;
}

/** Reads the last change of an order, in the transaction that locked it. */
export const readLastChange = (transaction: Transaction, orderId: string): Promise<LastChange | null> =>
  transaction.queryOne<LastChange>({
    name: 'office-order.readLastChange',
    text: 'select id as version, actor, at from order_events where order_id = $1 order by id desc limit 1',
    values: [orderId],
  });

export interface OrderNote {
  readonly id: number;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
}

/** Lists the notes of an order, the oldest first. */
export const notesOf = (db: Queryable, orderId: string): Promise<OrderNote[]> =>
  db.queryMany<OrderNote>({
    name: 'office-order.notesOf',
    text: 'select id, at, author, text from order_notes where order_id = $1 order by id',
    values: [orderId],
  });

export const insertNote = (transaction: Transaction, orderId: string, staffId: number, author: string, text: string): Promise<number> =>
  transaction.execute({
    name: 'office-order.insertNote',
    text: 'insert into order_notes (order_id, staff_id, author, text) values ($1, $2, $3, $4)',
    values: [orderId, staffId, author, text],
  });

/** Adds tags. @returns those that the order did not have */
export async function addTags(transaction: Transaction, orderId: string, tags: readonly string[]): Promise<string[]> {
  const rows = await transaction.queryMany<{ tag: string }>({
    name: 'office-order.addTags',
    text: 'insert into order_tags (order_id, tag) select $1, tag from unnest($2::text[]) as given (tag) on conflict do nothing returning tag',
    values: [orderId, tags],
  });
  return rows.map(({ tag }) => tag);
}

/** Removes tags. @returns those that the order had */
export async function removeTags(transaction: Transaction, orderId: string, tags: readonly string[]): Promise<string[]> {
  const rows = await transaction.queryMany<{ tag: string }>({
    name: 'office-order.removeTags',
    text: 'delete from order_tags where order_id = $1 and tag = any($2) returning tag',
    values: [orderId, tags],
  });
  return rows.map(({ tag }) => tag);
}

/** What one change of an order's tags added and removed. */
interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** True for a change that took another one back. */
  readonly isUndo: boolean;
}

/** Records a change of the tags of an order. @returns its id */
export async function insertTagChange(
  transaction: Transaction,
  orderId: string,
  author: string,
  { added, removed, isUndo }: TagChange,
): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'office-order.insertTagChange',
    text: 'insert into order_tag_changes (order_id, author, added, removed, is_undo) values ($1, $2, $3, $4, $5) returning id',
    values: [orderId, author, added, removed, isUndo],
  });
  if (!row) throw new Error('a change of tags was not recorded');
  return row.id;
}

export interface OrderTagChange extends TagChange {
  readonly id: number;
  readonly at: Date;
  readonly author: string;
}

/** Lists the changes of an order's tags, the oldest first. @param fromId of the first one that is listed */
export const tagChangesOf = (db: Queryable, orderId: string, fromId = 0): Promise<OrderTagChange[]> =>
  db.queryMany<OrderTagChange>({
    name: 'office-order.tagChangesOf',
    text: `select id, at, author, added, removed, is_undo as "isUndo" from order_tag_changes where order_id = $1 and id >= $2 order by id`,
    values: [orderId, fromId],
  });

/** Lists the tags of orders of some markets, the most used first. One order of the markets is enough to list a tag. */
export async function usedTags(db: Queryable, markets: readonly Market[], limit: number): Promise<string[]> {
  const rows = await db.queryMany<{ tag: string }>({
    name: 'office-order.usedTags',
    text: `select t.tag from (select tag, count(*) as uses from order_tags group by tag) t
      where exists (select 1 from order_tags x join orders o on o.id = x.order_id where x.tag = t.tag and o.market = any($1))
      order by t.uses desc, t.tag limit $2`,
    values: [markets, limit],
  });
  return rows.map(({ tag }) => tag);
}

export interface OrderEventRow {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Lists the events of an order from one on, the oldest first. */
export const eventsFrom = (transaction: Transaction, orderId: string, eventId: number): Promise<OrderEventRow[]> =>
  transaction.queryMany<OrderEventRow>({
    name: 'office-order.eventsFrom',
    text: 'select id, at, event, actor, data from order_events where order_id = $1 and id >= $2 order by id',
    values: [orderId, eventId],
  });

/**
 * Finds the last event that gave an order a status, leaving out those that gave it back after a dispute or an undo. `isLast` is true if
 * nothing happened to the order since.
 */
export const lastEventOf = (
  transaction: Transaction,
  orderId: string,
  status: OrderStatus,
): Promise<{ event: string; data: Record<string, unknown>; isLast: boolean } | null> =>
  transaction.queryOne({
    name: 'office-order.lastEventOf',
    text: `select e.event, e.data, not exists (select 1 from order_events n where n.order_id = $1 and n.id > e.id) as "isLast"
      from order_events e where e.order_id = $1 and e.data ->> 'to' = $2
        and e.event <> 'dispute_won' and not e.data ? 'isUndo' order by e.id desc limit 1`,
    values: [orderId, status],
  });

/** An entry of the activity log that no event of the order tells. */
export interface OrderActivity {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly after: unknown;
}

/** Lists the mails in the activity log of an order, the oldest first. */
export const orderActivity = (db: Queryable, orderId: string): Promise<OrderActivity[]> =>
  db.queryMany<OrderActivity>({
    name: 'office-order.orderActivity',
    text: `select id, at, actor_name as actor, after from activity_log
      where subject_kind = 'order' and subject_id = $1 and action = 'order.mail_resent' order by id`,
    values: [orderId],
  });

/** What calls about several orders need to know of each. */
export interface FoundOrder {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly status: string;
  /** Its buyer collects it in a store. */
  readonly isCollected: boolean;
}

/** Finds orders. @returns those that are placed in the markets */
export const findPlaced = (db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<FoundOrder[]> =>
  db.queryMany<FoundOrder>({
    name: 'office-order.findPlaced',
    text: `select id, number, market, status, details->>'collection' is not null as "isCollected"
      from orders where id = any($1) and number is not null and market = any($2)`,
    values: [ids, markets],
  });
