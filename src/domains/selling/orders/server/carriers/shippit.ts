/**
 * Shippit (developer.shippit.com, API version 3). A label is an order with one parcel there. Creating it costs nothing and finding it by
 * the shop's reference is not possible, so its tracking number is remembered before the label is asked for, which can be repeated.
 */
import { z } from 'zod';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import { addressLabelMessages } from '#domains/selling/orders/messages/labels.ts';
import { handoverOf } from '#domains/selling/orders/model/format-address.ts';
import type { ParcelUpdate, TrackingStage } from '#domains/selling/orders/model/labels/tracking.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { alcoholRule, isLeft } from '#markets/alcohol-law.ts';
import { getMarketConfig } from '#markets/market.ts';
import { type BoughtLabel, type Carrier, CarrierRefusal, type Parcel } from '../labels/carrier-port.ts';
import { amount, type CarrierResponse, callCarrier, loadLabel, parseBody, refusalOf, reportTime, trackingLink } from './carrier-request.ts';

/** Levels that take parcels without an appointment. */
const SERVICE_LEVELS = ['standard', 'express'];
/** States before an order is booked. */
const UNBOOKED = ['processing', 'order_placed', 'despatch_in_progress'];
const MAX_INSTRUCTIONS = 250;

export interface ShippitAccount {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly key: string;
}

/** States of the webhook's schema. Others are kept and ignored. */
const STAGES: Readonly<Record<string, TrackingStage>> = {
  processing: 'waiting',
  order_placed: 'waiting',
  despatch_in_progress: 'waiting',
  ready_for_pickup: 'waiting',
  awaiting_drop_off: 'waiting',
  pickup_failed: 'problem',
  in_transit: 'moving',
  with_customs: 'moving',
  with_driver: 'out',
  delivery_attempted: 'attempted',
  delivery_failed: 'problem',
  insufficient_address: 'problem',
  await_collection: 'collect',
  awaiting_collection: 'collect',
  completed: 'delivered',
  returned_to_sender: 'returned',
  lost: 'problem',
  damaged: 'problem',
  cancelled: 'cancelled',
};
const MAX_HISTORY = 500;

const failure = z.object({ error: z.string().default(''), error_description: z.unknown().optional() });
const quotes = z.object({
  response: z.array(
    z.object({
      courier_type: z.string().min(1),
      service_level: z.string().default(''),
      success: z.boolean().default(false),
      quotes: z.array(z.object({ price: amount, estimated_transit_time: z.string().nullish() })).default([]),
    }),
  ),
});
const created = z.object({ response: z.object({ tracking_number: z.string().min(1) }) });
const read = z.object({ response: z.object({ state: z.string().min(1) }) });
const cancelled = z.object({ response: z.object({ state: z.literal('cancelled') }) });
const booked = z.object({
  response: z.array(z.object({ success: z.boolean().optional(), error: z.string().nullish(), error_description: z.string().nullish() })),
});
const labelled = z.object({
  response: z.object({
    qualified_url: z.string().min(1),
    order: z.object({
      price: amount.nullish(),
      courier_job_id: z.string().nullish(),
      tracking_url: trackingLink,
    }),
  }),
});

/** Returns what Shippit said about a failure. */
function reasonOf({ body }: CarrierResponse): string {
  const parsed = failure.safeParse(body);
  if (!parsed.success) return '';
  const { error, error_description: description } = parsed.data;
  if (description === undefined || description === null) return error;
  return typeof description === 'string' ? description : JSON.stringify(description);
}

/** Markets whose addresses have neither suburb nor state name the country in their place. */
function localityOf({ market, details }: Pick<OrderView, 'market' | 'details'>) {
  const { country, locale } = getMarketConfig(market);
  return {
    suburb: details.suburb || country,
    state: details.state || country,
    postcode: details.postcode,
    country: new Intl.Locale(locale).region ?? '',
  };
}

const parcelOf = (weightGrams: number) => [{ qty: 1, weight: weightGrams / 1_000 }];

/** Returns the order of a parcel as Shippit takes it. */
function orderOf({ order, reference, code, service, weightGrams }: Parcel) {
  const { details } = order;
  const { suburb, state, postcode, country } = localityOf(order);
  const handover = handoverOf(order);
  const { minimumAge } = alcoholRule(order.market, details.state, handover.day);
  return {
    ...(service === '' || SERVICE_LEVELS.includes(service)
      ? { courier_type: service === '' ? SERVICE_LEVELS[0] : service }
      : { courier_allocation: service }),
    delivery_address: details.address,
    delivery_suburb: suburb,
    delivery_state: state,
    delivery_postcode: postcode,
    delivery_country_code: country,
    delivery_instructions: `${addressLabelMessages.ageTitle(minimumAge)}. ${details.instructions}`.trim().slice(0, MAX_INSTRUCTIONS),
    authority_to_leave: isLeft(handover) ? 'Yes' : 'No',
    receiver_name: `${details.firstName} ${details.lastName}`.trim(),
    receiver_contact_number: details.phone,
    retailer_invoice: code,
    retailer_reference: reference,
    parcel_attributes: parcelOf(weightGrams),
    user_attributes: { email: order.email, first_name: details.firstName, last_name: details.lastName },
  };
}

/** Connects to an account. */
export function shippit({ id, name, url, key }: ShippitAccount): Carrier {
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, signal: AbortSignal, body?: unknown): Promise<CarrierResponse> =>
    callCarrier({ carrier: name, url: `${url}/api/3${path}`, method, headers: { authorization: `Bearer ${key}` }, body }, signal);
  const orderPath = (trackingNumber: string): string => `/orders/${encodeURIComponent(trackingNumber)}`;

  /** Makes or repeats the label of an order. @returns null if the order is unknown */
  async function readLabel(carrierReference: string, signal: AbortSignal): Promise<BoughtLabel | null> {
    const response = await call('GET', `${orderPath(carrierReference)}/label`, signal);
    if (response.status === 404) return null;
    // An order without a courier has no label yet. Shippit or a person there may still choose one.
    if (response.status === 422) throw new Error(text.noLabelYet(name, reasonOf(response)));
    if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
    const { qualified_url: address, order } = parseBody(name, labelled, response).response;
    return {
      carrierReference,
      trackingNumber: order.courier_job_id || carrierReference,
      trackingUrl: order.tracking_url ?? '',
      priceCents: order.price ?? null,
      document: await loadLabel(name, address, url, signal),
    };
  }

  /** Returns true for an order that was not booked. @throws CarrierRefusal for one that was cancelled at Shippit */
  async function isUnbooked(carrierReference: string, signal: AbortSignal): Promise<boolean> {
    const response = await call('GET', orderPath(carrierReference), signal);
    if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
    const { state } = parseBody(name, read, response).response;
    if (state === 'cancelled') throw new CarrierRefusal(text.isCancelled(name));
    return UNBOOKED.includes(state);
  }

  return {
    id,
    name,
    track: null,
    async handOver(sold, signal, isRepeated) {
      const open: string[] = [];
      for (const { carrierReference } of sold) if (!isRepeated || (await isUnbooked(carrierReference, signal))) open.push(carrierReference);
      if (open.length === 0) return;
      const response = await call('POST', '/book', signal, { orders: open });
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      const failed = parseBody(name, booked, response).response.find(({ success }) => success === false);
      if (failed) throw refusalOf(name, response, failed.error_description ?? failed.error ?? '');
    },
    async quote({ order, weightGrams }, signal) {
      const { suburb, state, postcode, country } = localityOf(order);
      const response = await call('POST', '/quotes', signal, {
        quote: {
          dropoff_address: order.details.address,
          dropoff_suburb: suburb,
          dropoff_state: state,
          dropoff_postcode: postcode,
          dropoff_country_code: country,
          parcel_attributes: parcelOf(weightGrams),
          service_levels: SERVICE_LEVELS,
          return_all_quotes: true,
        },
      });
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      const services = parseBody(name, quotes, response).response.flatMap(
        ({ courier_type: courier, service_level: level, success, ...of }) => {
          const [first] = of.quotes;
          if (!success || !first) return [];
          const estimate = first.estimated_transit_time ?? '';
          return [{ id: courier, name: level === '' ? courier : `${courier}, ${level}`, priceCents: first.price, estimate }];
        },
      );
      if (services.length === 0) throw new CarrierRefusal(text.noService(name));
      return services;
    },
    async buyLabel(parcel, signal, remember) {
      const response = await call('POST', '/orders', signal, { order: orderOf(parcel) });
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      const { tracking_number: carrierReference } = parseBody(name, created, response).response;
      await remember(carrierReference);
      const label = await readLabel(carrierReference, signal);
      if (label === null) throw new Error(text.unreadable(name));
      return label;
    },
    findLabel: async ({ carrierReference }, signal) => (carrierReference === '' ? null : readLabel(carrierReference, signal)),
    async cancelLabel({ carrierReference }, signal) {
      const response = await call('DELETE', orderPath(carrierReference), signal);
      // One that is gone is as good as cancelled.
      if (response.status === 404) return;
      if (response.isOk) {
        // Anything else is asked for again.
        parseBody(name, cancelled, response);
        return;
      }
      const state = z.object({ order_state: z.string() }).safeParse(response.body);
      if (state.success && state.data.order_state === 'cancelled') return;
      throw refusalOf(name, response, reasonOf(response));
    },
  };
}

const tracked = z.object({
  tracking_number: storableText(200).min(1),
  status_history: z.array(z.object({ status: storableText(100).min(1), time: reportTime })).max(MAX_HISTORY),
});

/** Reads the mapped webhook: it has the whole history of an order each time. @returns null for anything else */
export function readShippitUpdates(body: unknown): ParcelUpdate[] | null {
  const parsed = tracked.safeParse(body);
  if (!parsed.success) return null;
  const { tracking_number: carrierReference, status_history: history } = parsed.data;
  return history.map(({ status, time }) => ({ carrierReference, status, stage: STAGES[status] ?? 'other', at: time }));
}

/** Tries a key. @throws Error that says why it does not work */
export async function testShippit({ name, url, key }: ShippitAccount, signal: AbortSignal): Promise<void> {
  const request = { carrier: name, url: `${url}/api/3/merchant`, method: 'GET', headers: { authorization: `Bearer ${key}` } } as const;
  const response = await callCarrier(request, signal);
  if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
}
