/** SQL of what carriers report about parcels. */
import type { TrackingStage } from '#domains/selling/orders/model/labels/tracking.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { isUuid } from '#lib/is-uuid.ts';
import type { Market } from '#markets/market.ts';
import { HANDED_OVER } from '../labels/label.repository.ts';

export interface TrackedLabel {
  readonly id: string;
  readonly orderId: string;
  readonly carrierReference: string;
}

/** Finds the labels of a carrier in some markets by the carrier's ids or those of the shop. */
export const findTracked = (
  db: Queryable,
  carrier: string,
  references: readonly string[],
  markets: readonly Market[],
): Promise<TrackedLabel[]> =>
  db.queryMany<TrackedLabel>({
    name: 'parcel-event.findTracked',
    text: `select l.id, l.order_id as "orderId", l.carrier_reference as "carrierReference" from parcel_labels l
      join orders o on o.id = l.order_id and o.number is not null
      where l.carrier = $1 and l.carrier_reference <> '' and o.market = any($3) and l.id in (
        select id from parcel_labels where carrier = $1 and carrier_reference = any($2) and carrier_reference <> ''
        union select id from parcel_labels where id = any($4::uuid[])
      ) order by l.id`,
    values: [carrier, references, markets, references.filter(isUuid)],
  });

/** Minutes until a parcel is asked about again. */
const TRACKING_MINUTES = 30;

/** Claims parcels that were handed over, of which nothing final was reported. @param carriers ids of those that are asked */
export const claimTracked = (db: Queryable, carriers: readonly string[], limit: number): Promise<{ id: string }[]> =>
  db.queryMany<{ id: string }>({
    name: 'parcel-event.claimTracked',
    text: `update parcel_labels set next_attempt_at = now() + interval '${TRACKING_MINUTES} minutes'
      where id in (
        select l.id from parcel_labels l
        where l.state = 'bought' and l.cancel_asked_at is null and l.carrier = any($1) and l.tracking_number <> ''
          and l.manifest_day > now() - interval '45 days' and l.next_attempt_at <= now()
          and exists (select 1 from parcel_events e where e.label_id = l.id and e.status = '${HANDED_OVER}')
          and not exists (select 1 from parcel_events e where e.label_id = l.id and e.stage in ('delivered', 'refused', 'returned'))
        order by l.next_attempt_at limit $2 for update skip locked
      )
      returning id`,
    values: [carriers, limit],
  });

export interface NewParcelEvent {
  readonly labelId: string;
  readonly status: string;
  readonly stage: TrackingStage;
  readonly at: Date;
}

/** Adds reports. One that was there is left out. @returns those that are new */
export const insertEvents = (
  transaction: Transaction,
  events: readonly NewParcelEvent[],
): Promise<Pick<NewParcelEvent, 'labelId' | 'stage'>[]> =>
  transaction.queryMany<{ labelId: string; stage: TrackingStage }>({
    name: 'parcel-event.insertEvents',
    text: `insert into parcel_events (label_id, status, stage, at)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
      on conflict (label_id, status, at) do nothing returning label_id as "labelId", stage`,
    values: [
      events.map(({ labelId }) => labelId),
      events.map(({ status }) => status),
      events.map(({ stage }) => stage),
      events.map(({ at }) => at),
    ],
  });

export interface FinalStage {
  readonly labelId: string;
  readonly shipmentId: string;
  readonly carrier: string;
  /** Null for a parcel that nothing final was reported of. */
  readonly stage: TrackingStage | null;
  readonly at: Date | null;
}

/** Lists the last final stage of each sent parcel of an order. */
export const finalStages = (db: Queryable, orderId: string): Promise<FinalStage[]> =>
  db.queryMany<FinalStage>({
    name: 'parcel-event.finalStages',
    text: `select l.id as "labelId", l.shipment_id as "shipmentId", l.carrier, last.stage, last.at from parcel_labels l
      left join lateral (
        select e.stage, e.at from parcel_events e
        where e.label_id = l.id and e.stage in ('delivered', 'refused', 'returned') order by e.at desc, e.id desc limit 1
      ) last on true
      where l.order_id = $1 and l.shipment_id is not null order by l.number`,
    values: [orderId],
  });

export interface ParcelEvent {
  readonly id: number;
  readonly number: number;
  readonly carrier: string;
  readonly status: string;
  readonly stage: TrackingStage;
  readonly at: Date;
}

/** Lists what was reported about the parcels of an order, the oldest first. */
export const parcelEventsOf = (db: Queryable, orderId: string): Promise<ParcelEvent[]> =>
  db.queryMany<ParcelEvent>({
    name: 'parcel-event.parcelEventsOf',
    text: `select e.id, l.number, l.carrier, e.status, e.stage, e.at from parcel_events e join parcel_labels l on l.id = e.label_id
      where l.order_id = $1 order by e.at, e.id`,
    values: [orderId],
  });
