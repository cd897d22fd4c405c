/** The SQL of memberships, their deliveries and their log. Lock a membership before reading its deliveries, in a separate statement. */
import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { DeliveryState, MembershipEvent, MembershipStatus, StatusReason } from '../model/membership.ts';

export interface Membership {
  readonly id: string;
  readonly market: Market;
  readonly customerId: number;
  readonly clubId: string;
  readonly variantId: string;
  readonly frequencyId: string;
  readonly status: MembershipStatus;
  readonly reason: StatusReason | null;
  readonly details: CheckoutDetails;
  readonly instrumentId: string | null;
  /** ISO day. */
  readonly anchorOn: string;
  readonly joinedAt: Date | null;
}

/** Days are ISO days. */
export interface Delivery {
  readonly id: string;
  readonly membershipId: string;
  readonly period: number;
  readonly slot: number;
  readonly dueOn: string;
  readonly state: DeliveryState;
  readonly remindedOn: string | null;
  readonly priceCents: number | null;
  readonly orderId: string | null;
  readonly cardTries: number;
  readonly cardFailedOn: string | null;
  readonly stockTries: number;
  readonly stockFailedOn: string | null;
  readonly tryOn: string | null;
}

const MEMBERSHIP = `id, market, customer_id as "customerId", club_id as "clubId", variant_id as "variantId", frequency_id as "frequencyId", status, reason,
  details, instrument_id as "instrumentId", anchor_on::text as "anchorOn", joined_at as "joinedAt"`;
const DELIVERY = `id, membership_id as "membershipId", period, slot, due_on::text as "dueOn", state, reminded_on::text as "remindedOn",
  price_cents as "priceCents", order_id as "orderId", card_attempts as "cardTries", card_failed_on::text as "cardFailedOn",
  stock_attempts as "stockTries", stock_failed_on::text as "stockFailedOn", retry_on::text as "tryOn"`;

export const findMembership = (db: Queryable, id: string): Promise<Membership | null> =>
  db.queryOne<Membership>({
    name: 'membership.findMembership',
    text: `select ${MEMBERSHIP} from club_memberships where id = $1`,
    values: [id],
  });

export const lockMembership = (transaction: Transaction, id: string): Promise<Membership | null> =>
  transaction.queryOne<Membership>({
    name: 'membership.lockMembership',
    text: `select ${MEMBERSHIP} from club_memberships where id = $1 for update`,
    values: [id],
  });

/** Lists the memberships of a customer that have started, the newest first. */
export const membershipsOf = (db: Queryable, customerId: number, market: Market): Promise<Membership[]> =>
  db.queryMany<Membership>({
    name: 'membership.membershipsOf',
    text: `select ${MEMBERSHIP} from club_memberships where customer_id = $1 and market = $2 and joined_at is not null
      order by status = 'cancelled', joined_at desc, id`,
    values: [customerId, market],
  });

/** Lists memberships that a card pays and that have not ended, with the names of their clubs. */
export const clubsPaidWith = (
  db: Queryable,
  { customerId, market }: Pick<Membership, 'customerId' | 'market'>,
  instrumentId: string,
): Promise<{ readonly membershipId: string; readonly club: string }[]> =>
  db.queryMany({
    name: 'membership.clubsPaidWith',
    text: `select m.id as "membershipId", coalesce(c.record->>'name', 'a wine club') as club from club_memberships m
      left join clubs c on c.id = m.club_id and c.market = m.market
      where m.customer_id = $1 and m.market = $2 and m.instrument_id = $3 and m.status <> 'cancelled' order by m.id`,
    values: [customerId, market, instrumentId],
  });

/** Returns the id of the customer's current membership of a club. Creates a pending one if there is none. */
export async function openMembership(
  transaction: Transaction,
  membership: Pick<Membership, 'market' | 'customerId' | 'clubId' | 'variantId' | 'frequencyId' | 'details' | 'anchorOn'>,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const fresh = await transaction.queryOne<{ id: string }>({
    name: 'membership.openMembership.insert',
    text: `insert into club_memberships (market, customer_id, club_id, variant_id, frequency_id, status, details, anchor_on)
      values ($1, $2, $3, $4, $5, 'pending', $6, $7) on conflict (customer_id, market, club_id) where status <> 'cancelled' do nothing returning id`,
    values: [
      membership.market,
      membership.customerId,
      membership.clubId,
      membership.variantId,
      membership.frequencyId,
      JSON.stringify(membership.details),
      membership.anchorOn,
    ],
  });
  if (fresh) return { id: fresh.id, isNew: true };
  const existing = await transaction.queryOne<{ id: string }>({
    name: 'membership.openMembership.existing',
    text: "select id from club_memberships where customer_id = $1 and market = $2 and club_id = $3 and status <> 'cancelled' for update",
    values: [membership.customerId, membership.market, membership.clubId],
  });
  // The membership ended between the two statements, so the transaction is retried.
  if (!existing) throw new Error('a membership ended while it was looked for');
  return { id: existing.id, isNew: false };
}

type Changeable = Pick<
  Membership,
  'status' | 'reason' | 'variantId' | 'frequencyId' | 'details' | 'instrumentId' | 'anchorOn' | 'joinedAt'
>;

/** Updates a locked membership. */
export const saveMembership = (transaction: Transaction, { id }: Membership, now: Changeable): Promise<number> =>
  transaction.execute({
    name: 'membership.saveMembership',
    text: `update club_memberships set status = $2, reason = $3, variant_id = $4, frequency_id = $5, details = $6, instrument_id = $7, anchor_on = $8,
      joined_at = $9 where id = $1`,
    values: [
      id,
      now.status,
      now.reason,
      now.variantId,
      now.frequencyId,
      JSON.stringify(now.details),
      now.instrumentId,
      now.anchorOn,
      now.joinedAt,
    ],
  });

/** Reads the due delivery. @returns null if there is none */
export const dueDelivery = (db: Queryable, membershipId: string): Promise<Delivery | null> =>
  db.queryOne<Delivery>({
    name: 'membership.dueDelivery',
    text: `select ${DELIVERY} from club_deliveries where membership_id = $1 and state = 'due'`,
    values: [membershipId],
  });

/** Lists the deliveries of a membership, the newest first. */
export const deliveriesOf = (db: Queryable, membershipId: string): Promise<Delivery[]> =>
  db.queryMany<Delivery>({
    name: 'membership.deliveriesOf',
    text: `select ${DELIVERY} from club_deliveries where membership_id = $1 order by period desc`,
    values: [membershipId],
  });

/** Cart version of orders without a cart. Versions of carts start with 1, so other orders need no lookup of a membership. */
export const NO_CART = 0;

/** Finds the membership of an order. @returns null if it is not an order of a club */
export async function membershipOfOrder(
  db: Queryable,
  order: { readonly cartId: string; readonly cartVersion: number },
): Promise<string | null> {
  if (order.cartVersion !== NO_CART) return null;
  const row = await db.queryOne<{ id: string }>({
    name: 'membership.membershipOfOrder',
    text: 'select membership_id as id from club_deliveries where id = $1',
    values: [order.cartId],
  });
  return row?.id ?? null;
}

/** Schedules the next delivery. */
export const addDelivery = (
  transaction: Transaction,
  membershipId: string,
  { period, slot, dueOn, priceCents = null }: Pick<Delivery, 'period' | 'slot' | 'dueOn'> & { readonly priceCents?: number | null },
): Promise<number> =>
  transaction.execute({
    name: 'membership.addDelivery',
    text: "insert into club_deliveries (membership_id, period, slot, due_on, price_cents, state) values ($1, $2, $3, $4, $5, 'due')",
    values: [membershipId, period, slot, dueOn, priceCents],
  });

/** Updates a delivery under the lock of its membership. */
export const saveDelivery = (transaction: Transaction, now: Delivery): Promise<number> =>
  transaction.execute({
    name: 'membership.saveDelivery',
    text: `update club_deliveries set slot = $2, due_on = $3, state = $4, reminded_on = $5, price_cents = $6, order_id = $7, card_attempts = $8,
      card_failed_on = $9, stock_attempts = $10, stock_failed_on = $11, retry_on = $12 where id = $1`,
    values: [
      now.id,
      now.slot,
      now.dueOn,
      now.state,
      now.remindedOn,
      now.priceCents,
      now.orderId,
      now.cardTries,
      now.cardFailedOn,
      now.stockTries,
      now.stockFailedOn,
      now.tryOn,
    ],
  });

/** Deletes a delivery that was never charged. */
export const dropDelivery = (transaction: Transaction, id: string): Promise<number> =>
  transaction.execute({
    name: 'membership.dropDelivery',
    text: "delete from club_deliveries where id = $1 and state = 'due'",
    values: [id],
  });

/** Appends to the membership's log. */
export const addEvent = (
  transaction: Transaction,
  membershipId: string,
  at: Date,
  event: MembershipEvent,
  data: Readonly<Record<string, unknown>> = {},
): Promise<number> =>
  transaction.execute({
    name: 'membership.addEvent',
    text: 'insert into club_events (membership_id, at, event, data) values ($1, $2, $3, $4)',
    values: [membershipId, at, event, JSON.stringify(data)],
  });

/** Returns when a member was reminded of a delivery. @returns null if the log does not say */
export async function readRemindedAt(db: Queryable, membershipId: string, period: number): Promise<Date | null> {
  const row = await db.queryOne<{ at: Date }>({
    name: 'membership.readRemindedAt',
    text: `select at from club_events where membership_id = $1 and event = 'reminded' and data->>'period' = $2::text order by id desc limit 1`,
    values: [membershipId, period],
  });
  return row?.at ?? null;
}

/** `$1` is a JSON array of `RenewalDay`. */
const TODAY = 'jsonb_to_recordset($1::jsonb) as today (market text, day date, lead int)';
const MEMBERSHIPS_TO_RENEW = {
  abandoned: `select m.id from ${TODAY} join club_memberships m on m.market = today.market
    join club_deliveries d on d.membership_id = m.id and d.state = 'due' left join orders o on o.id = d.order_id
    where m.status = 'pending' and m.created_at < now() - interval '1 hour' and (o.id is null or o.status in ('Cancelled', 'Declined')) order by m.id`,
  remind: `select m.id from club_deliveries d join club_memberships m on m.id = d.membership_id join ${TODAY} on today.market = m.market
    where d.state = 'due' and d.reminded_on is null and m.status = 'active' and d.due_on <= today.day + today.lead order by d.due_on, d.id`,
  charge: `select m.id from club_deliveries d join club_memberships m on m.id = d.membership_id join ${TODAY} on today.market = m.market
    where d.state = 'due' and d.reminded_on is not null and m.status = 'active' and d.due_on <= today.day
    and (d.retry_on is null or d.retry_on <= today.day) order by d.due_on, d.id`,
} as const;
export type RenewalStep = keyof typeof MEMBERSHIPS_TO_RENEW;

/** The current ISO day of a market, and the days before a charge at which its members may be reminded. */
export interface RenewalDay {
  readonly market: Market;
  readonly day: string;
  readonly lead: number;
}

/** Lists memberships for a step of the renewal job. Some of those to remind may have been promised less time. */
export async function membershipsToRenew(db: Queryable, step: RenewalStep, today: readonly RenewalDay[]): Promise<string[]> {
  const rows = await db.queryMany<{ id: string }>({
    name: `membership.membershipsToRenew.${step}`,
    text: MEMBERSHIPS_TO_RENEW[step],
    values: [JSON.stringify(today)],
  });
  return rows.map(({ id }) => id);
}

/** Reads the log of a membership, the newest event first. */
export const readHistory = (
  db: Queryable,
  membershipId: string,
): Promise<{ readonly at: Date; readonly event: MembershipEvent; readonly data: Readonly<Record<string, unknown>> }[]> =>
  db.queryMany({
    name: 'membership.readHistory',
    text: 'select at, event, data from club_events where membership_id = $1 order by id desc limit 200',
    values: [membershipId],
  });
