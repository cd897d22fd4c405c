/** SQL of parcel labels. Lock the order before its labels are read to be changed. */

import type { CheckoutDetails } from '#domains/selling/checkout/contract.ts';
import type { LabelState } from '#domains/selling/orders/model/labels/label.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import { HAS_UNSHIPPED } from '../fulfilment.repository.ts';
import type { BoughtLabel } from './carrier-port.ts';

export interface Label {
  readonly id: string;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly market: Market;
  /** Delivery details of the order as they are now. */
  readonly details: CheckoutDetails;
  readonly key: string;
  readonly number: number;
  readonly parcel: number;
  readonly parcels: number;
  readonly carrier: string;
  readonly service: string;
  readonly priceCents: number | null;
  readonly state: LabelState;
  readonly isCancelling: boolean;
  readonly destination: string;
  readonly carrierReference: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly failure: string;
  readonly attempts: number;
  readonly actor: string;
  readonly createdAt: Date;
  readonly manifestDay: string | null;
  readonly shipmentId: string | null;
}

const LABEL = `l.id, l.order_id as "orderId", o.number as "orderNumber", o.market, o.details, l.key, l.number, l.parcel, l.parcels, l.carrier, l.service,
  l.price_cents as "priceCents", l.state,
  l.cancel_asked_at is not null as "isCancelling", l.destination, l.carrier_reference as "carrierReference",
  l.tracking_number as "trackingNumber", l.tracking_url as "trackingUrl", l.failure, l.attempts, l.actor, l.created_at as "createdAt",
  l.manifest_day::text as "manifestDay", l.shipment_id as "shipmentId"`;
const LABELS = 'from parcel_labels l join orders o on o.id = l.order_id and o.number is not null';

/** Lists the labels of orders, the oldest first. */
export const labelsOf = (db: Queryable, orderIds: readonly string[]): Promise<Label[]> =>
  db.queryMany<Label>({
    name: 'label.labelsOf',
    text: `select ${LABEL} ${LABELS} where l.order_id = any($1) order by o.number, l.number`,
    values: [orderIds],
  });

/** Finds labels of some markets. */
export const findLabels = (db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<Label[]> =>
  db.queryMany<Label>({
    name: 'label.findLabels',
    text: `select ${LABEL} ${LABELS} where l.id = any($1) and o.market = any($2) order by o.number, l.number`,
    values: [ids, markets],
  });

export interface NewLabels {
  readonly orderId: string;
  readonly key: string;
  readonly parcels: number;
  readonly carrier: string;
  readonly service: string;
  readonly destination: string;
  readonly actor: string;
}

/** Adds labels to a locked order. */
export const insertLabels = (transaction: Transaction, labels: NewLabels): Promise<{ id: string }[]> =>
  transaction.queryMany<{ id: string }>({
    name: 'label.insertLabels',
    text: `insert into parcel_labels (order_id, key, number, parcel, parcels, carrier, destination, actor, service)
      select $1::uuid, $2, coalesce((select max(number) from parcel_labels where order_id = $1::uuid), 0) + parcel, parcel, $3::integer, $4, $5, $6, $7
      from generate_series(1, $3::integer) parcel
      returning id`,
    values: [labels.orderId, labels.key, labels.parcels, labels.carrier, labels.destination, labels.actor, labels.service],
  });

/** Seconds for which a claimed label is left to the process that claimed it: longer than it waits for a carrier. */
const LEASE_SECONDS = 60;

/** Claims labels whose next step is due. Those of a killed process are due again when its lease has ended. */
export const claimLabels = (db: Queryable, limit: number): Promise<{ id: string; attempts: number }[]> =>
  db.queryMany<{ id: string; attempts: number }>({
    name: 'label.claimLabels',
    text: `update parcel_labels set attempts = attempts + 1, next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'
      where id in (
        select id from parcel_labels where (state = 'intended' or cancel_asked_at is not null) and next_attempt_at <= now()
        order by next_attempt_at limit $1 for update skip locked
      )
      returning id, attempts`,
    values: [limit],
  });

/** Finds labels by id. */
export const findLabelsById = (db: Queryable, ids: readonly string[]): Promise<Label[]> =>
  db.queryMany<Label>({
    name: 'label.findLabelsById',
    text: `select ${LABEL} ${LABELS} where l.id = any($1) order by o.number, l.number`,
    values: [ids],
  });

export const findLabel = (db: Queryable, id: string): Promise<Label | null> =>
  db.queryOne<Label>({ name: 'label.findLabel', text: `select ${LABEL} ${LABELS} where l.id = $1`, values: [id] });

/** Stores the carrier's id of a purchase that is not finished. @returns 0 if the label is not intended any more */
export const storeReference = (db: Queryable, id: string, carrierReference: string): Promise<number> =>
  db.execute({
    name: 'label.storeReference',
    text: `update parcel_labels set carrier_reference = $2 where id = $1 and state = 'intended'`,
    values: [id, carrierReference],
  });

/**
 * Stores what a carrier sold, with the label that it drew. Does nothing for a label that is stored. One that ended before, because its
 * process outlived its lease, was paid all the same: a failed one is bought, and a cancelled one is cancelled at the carrier.
 */
export const storeBought = (db: Queryable, id: string, bought: BoughtLabel): Promise<number> =>
  db.execute({
    name: 'label.storeBought',
    text: `with stored as (
        update parcel_labels set state = 'bought', carrier_reference = $2, price_cents = $5,
          tracking_number = case state when 'cancelled' then '' else $3 end, tracking_url = case state when 'cancelled' then '' else $4 end,
          cancel_asked_at = case state when 'cancelled' then now() else cancel_asked_at end,
          failure = '', bought_at = now(), attempts = 0, next_attempt_at = now()
        where id = $1 and state <> 'bought' returning id, cancel_asked_at is null as is_wanted
      )
      insert into parcel_label_documents (label_id, content) select id, $6::bytea from stored where is_wanted and $6::bytea is not null
      on conflict (label_id) do update set content = excluded.content, stored_at = now()`,
    values: [
      id,
      bought.carrierReference,
      bought.trackingNumber,
      bought.trackingUrl,
      bought.priceCents,
      bought.document === null ? null : Buffer.from(bought.document),
    ],
  });

/** Reads the labels that carriers drew, by id of the label. */
export async function readLabelDocuments(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.queryMany<{ id: string; content: Buffer }>({
    name: 'label.readLabelDocuments',
    text: 'select label_id as id, content from parcel_label_documents where label_id = any($1)',
    values: [ids],
  });
  return new Map(rows.map(({ id, content }) => [id, content]));
}

/** Ends a label that is intended or being cancelled. */
export const endLabel = (db: Queryable, id: string, state: 'failed' | 'cancelled', failure: string): Promise<number> =>
  db.execute({
    name: 'label.endLabel',
    text: `update parcel_labels set state = $2, failure = $3, cancel_asked_at = null where id = $1 and (state = 'intended' or cancel_asked_at is not null)`,
    values: [id, state, failure],
  });

/** Leaves a label bought that cannot be cancelled. */
export const keepBought = (db: Queryable, id: string, failure: string): Promise<number> =>
  db.execute({
    name: 'label.keepBought',
    text: `update parcel_labels set cancel_asked_at = null, failure = $2 where id = $1 and state = 'bought'`,
    values: [id, failure],
  });

/** Schedules the next attempt. The delay doubles up to ten minutes. */
export const postponeLabel = (db: Queryable, id: string, failure: string): Promise<number> =>
  db.execute({
    name: 'label.postponeLabel',
    text: `update parcel_labels set failure = $2, next_attempt_at = now() + least(interval '5 seconds' * 2 ^ least(attempts, 10), interval '10 minutes')
      where id = $1 and (state = 'intended' or cancel_asked_at is not null)`,
    values: [id, failure],
  });

/**
 * Asks the job to cancel labels. One that no carrier was asked for is cancelled at once. One that is being bought stays with the process that
 * claimed it until its lease ends: cancelled before, it would be bought and nobody would know. @returns the labels that it changed
 */
export const askToCancel = (db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'label.askToCancel',
    text: `update parcel_labels set
        cancel_asked_at = case when state = 'intended' and attempts = 0 then null else now() end,
        state = case when state = 'intended' and attempts = 0 then 'cancelled' when state = 'failed' then 'intended' else state end,
        attempts = case state when 'intended' then attempts when 'failed' then 1 else 0 end,
        next_attempt_at = case state when 'failed' then now() else least(next_attempt_at, now() + interval '${LEASE_SECONDS} seconds') end
      where id = any($1) and state <> 'cancelled' and cancel_asked_at is null and manifest_day is null and shipment_id is null
      returning id`,
    values: [ids],
  });

/** Lets the job try failed labels again. It asks the carrier first whether it has them. @returns the labels that it changed */
export const retryFailed = (db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'label.retryFailed',
    text: `update parcel_labels set state = 'intended', attempts = 1, failure = '', next_attempt_at = now()
      where id = any($1) and state = 'failed' returning id`,
    values: [ids],
  });

/** Asks the job to cancel labels of orders that were cancelled or refunded before they were sent. */
export const cancelUnneeded = (db: Queryable): Promise<number> =>
  db.execute({
    name: 'label.cancelUnneeded',
    text: `update parcel_labels l set cancel_asked_at = now(), next_attempt_at = now() from orders o
      where o.id = l.order_id and l.state = 'bought' and l.cancel_asked_at is null and l.failure = '' and l.manifest_day is null
        and l.shipment_id is null and o.status in ('Cancelled', 'Refunded') and l.created_at > now() - interval '90 days'`,
  });

/** A label with whether its parcel was sent. */
export interface OpenLabel extends Label {
  /** True too if the whole order was sent without saying with which of its labels. */
  readonly isSent: boolean;
}

/** Lists the bought labels of a market that are on no manifest. Those of orders that ended before they were sent are left out. */
export const labelsWithoutManifest = (db: Queryable, market: Market): Promise<OpenLabel[]> =>
  db.queryMany<OpenLabel>({
    name: 'label.labelsWithoutManifest',
    text: `select ${LABEL}, l.shipment_id is not null
          or (not ${HAS_UNSHIPPED} and exists (select 1 from order_shipments h where h.order_id = o.id)
            and not exists (select 1 from parcel_labels other where other.order_id = o.id and other.shipment_id is not null)) as "isSent"
        ${LABELS}
      where o.market = $1 and l.state = 'bought' and l.cancel_asked_at is null and l.manifest_day is null
        and (l.shipment_id is not null or o.status not in ('Cancelled', 'Refunded'))`,
    values: [market],
  });

/** Puts bought labels that are on no manifest yet on that of a day. @returns how many */
export const addToManifest = (transaction: Transaction, ids: readonly string[], day: string): Promise<number> =>
  transaction.execute({
    name: 'label.addToManifest',
    text: `update parcel_labels set manifest_day = $2::date
      where id = any($1) and state = 'bought' and cancel_asked_at is null and manifest_day is null`,
    values: [ids, day],
  });

/** Lists the parcels on the manifest of a day. */
export const manifestLabels = (db: Queryable, market: Market, day: string): Promise<Label[]> =>
  db.queryMany<Label>({
    name: 'label.manifestLabels',
    text: `select ${LABEL} ${LABELS} where l.manifest_day = $2::date and o.market = $1 order by o.number, l.number`,
    values: [market, day],
  });

/** Lists the days that have a manifest, the latest first. */
export const listManifests = (db: Queryable, market: Market, limit: number): Promise<{ day: string; parcels: number }[]> =>
  db.queryMany<{ day: string; parcels: number }>({
    name: 'label.listManifests',
    text: `select l.manifest_day::text as day, count(*)::integer as parcels ${LABELS}
      where o.market = $1 and l.manifest_day > now() - interval '60 days'
      group by l.manifest_day order by l.manifest_day desc limit $2`,
    values: [market, limit],
  });

/** Report of the shop itself that a carrier knows of the parcel. */
export const HANDED_OVER = 'handed_over';

/** Claims labels on manifests of the last days whose carrier was not told. @param carriers ids of those that are told */
export const claimHandovers = (db: Queryable, carriers: readonly string[], limit: number): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'label.claimHandovers',
    text: `update parcel_labels set attempts = attempts + 1, next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'
      where id in (
        select l.id from parcel_labels l
        where l.state = 'bought' and l.cancel_asked_at is null and l.carrier = any($1) and l.manifest_day > now() - interval '14 days'
          and l.next_attempt_at <= now()
          and not exists (select 1 from parcel_events e where e.label_id = l.id and e.status = '${HANDED_OVER}')
        order by l.next_attempt_at limit $2 for update skip locked
      )
      returning id`,
    values: [carriers, limit],
  });

/** Stores that the carrier knows that parcels are handed over. */
export const storeHandover = (db: Queryable, ids: readonly string[]): Promise<number> =>
  db.execute({
    name: 'label.storeHandover',
    text: `with told as (update parcel_labels set failure = '', attempts = 0 where id = any($1) returning id)
      insert into parcel_events (label_id, status, stage, at) select id, '${HANDED_OVER}', 'waiting', now() from told
      on conflict (label_id, status, at) do nothing`,
    values: [ids],
  });

/** Schedules the next attempt to tell the carrier, unless another process told it. */
export const postponeHandover = (db: Queryable, ids: readonly string[], failure: string, seconds: number): Promise<number> =>
  db.execute({
    name: 'label.postponeHandover',
    text: `update parcel_labels l set failure = $2, next_attempt_at = now() + interval '1 second' * $3::integer
      where l.id = any($1) and not exists (select 1 from parcel_events e where e.label_id = l.id and e.status = '${HANDED_OVER}')`,
    values: [ids, failure, seconds],
  });

/** Names the shipment with which parcels of a locked order left. @returns how many of the labels can be used for its destination */
export const linkShipment = async (
  transaction: Transaction,
  { orderId, destination }: { readonly orderId: string; readonly destination: string },
  ids: readonly string[],
  shipmentId: string,
): Promise<number> =>
  ids.length === 0
    ? 0
    : transaction.execute({
        name: 'label.linkShipment',
        text: `update parcel_labels set shipment_id = $3
          where order_id = $1 and id = any($2) and state = 'bought' and cancel_asked_at is null and shipment_id is null and destination = $4`,
        values: [orderId, ids, shipmentId, destination],
      });
