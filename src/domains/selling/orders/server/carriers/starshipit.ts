/**
 * Starshipit (api-docs.starshipit.com). A label is an order with one parcel there. Its number is the shop's id of the label, so an order
 * whose answer was lost is found. It costs nothing until its label is printed, which can be printed again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import { addressLabelMessages } from '#domains/selling/orders/messages/labels.ts';
import { handoverOf } from '#domains/selling/orders/model/format-address.ts';
import type { ParcelUpdate, TrackingStage } from '#domains/selling/orders/model/labels/tracking.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { isUuid } from '#lib/is-uuid.ts';
import { alcoholRule, isLeft } from '#markets/alcohol-law.ts';
import { getMarketConfig } from '#markets/market.ts';
import {
  type BoughtLabel,
  type Carrier,
  CarrierRefusal,
  type MeasuredParcel,
  type Parcel,
  type SoldLabel,
} from '../labels/carrier-port.ts';
import { amount, type CarrierResponse, callCarrier, parseBody, refusalOf, reportTime, trackingLink } from './carrier-request.ts';
import type { WebhookRequest } from './carriers.ts';
import { awaitTurn } from './pace.ts';

const MAX_LINE = 100;
const CENTIMETRES_PER_METRE = 100;
/** What is said about an order that is not there. */
const NOT_FOUND = /not (be )?found|not exist/i;
const SIGNATURE = 'x-starshipit-signature';

export interface StarshipitAccount {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly subscriptionKey: string;
  /** Requests that the subscription takes in a second. */
  readonly perSecond: number;
}

/** States of the webhook and of tracking. Others are kept and ignored. */
const STAGES: Readonly<Record<string, TrackingStage>> = {
  Printed: 'waiting',
  Dispatched: 'moving',
  InTransit: 'moving',
  OutForDelivery: 'out',
  AttemptedDelivery: 'attempted',
  AwaitingCollection: 'collect',
  PickupInStore: 'collect',
  Delivered: 'delivered',
  Exception: 'problem',
  Cancelled: 'cancelled',
};
const stageOf = (status: string): TrackingStage => STAGES[status] ?? 'other';

/** Starshipit says that a request failed in the body, also with status 200. */
const outcome = z.object({ success: z.boolean().default(true) });
const succeeded = z.object({ success: z.literal(true) });
const failure = z.object({
  errors: z.array(z.object({ message: z.string().nullish(), details: z.string().nullish() })).nullish(),
  message: z.string().nullish(),
});
const order = z.object({
  order_id: z.number().int().positive(),
  order_number: z.string().default(''),
  status: z.string().default(''),
  archived: z.boolean().nullish(),
  manifested: z.boolean().nullish(),
  packages: z.array(z.object({ tracking_number: z.string().nullish(), tracking_url: trackingLink })).nullish(),
});
type StarshipitOrder = z.output<typeof order>;
const created = z.object({ order });
/** One order is answered alone or in a list. Without any, the answer says at least that the request succeeded. */
const read = z.union([
  z.object({ order: z.union([z.array(order), order.transform((only) => [only])]) }),
  z.object({ success: z.literal(true), order: z.null().optional() }).transform(() => ({ order: [] })),
]);
const printed = z.object({ tracking_numbers: z.array(z.string()).nullish(), labels: z.array(z.string()).min(1) });
const rates = z.object({
  rates: z
    .array(z.object({ service_name: z.string().default(''), service_code: z.string().min(1), total_price: amount }))
    .nullish()
    .transform((list) => list ?? []),
});
const tracked = z.object({
  results: z.object({ tracking_status: storableText(MAX_LINE).nullish(), last_updated_date: reportTime.nullish().catch(null) }).nullish(),
});
const report = z.object({
  order_number: storableText(50).min(1),
  tracking_status: storableText(MAX_LINE).min(1),
  last_updated_date: reportTime,
});

const hasFailed = ({ isOk, body }: CarrierResponse): boolean => !isOk || outcome.safeParse(body).data?.success === false;

/** Returns what Starshipit said about a failure. */
function reasonOf({ body }: CarrierResponse): string {
  const { errors, message } = failure.safeParse(body).data ?? {};
  const said = (errors ?? []).map((error) => error.details || error.message || '').filter((reason) => reason !== '');
  return said.length > 0 ? said.join(' ') : (message ?? '');
}

/** Splits a long address between words over the lines for building and street. */
function toLines(address: string): { readonly street: string; readonly building?: string } {
  const whole = address.trim().replace(/\s+/g, ' ');
  if (whole.length <= MAX_LINE) return { street: whole };
  const space = whole.lastIndexOf(' ', MAX_LINE);
  const at = space >= whole.length - MAX_LINE && space > 0 ? space : MAX_LINE;
  return { building: whole.slice(0, at), street: whole.slice(at).trim().slice(0, MAX_LINE) };
}

/** Markets whose addresses have neither suburb nor state name the country in their place. */
function localityOf({ market, details }: Pick<OrderView, 'market' | 'details'>) {
  const { country } = getMarketConfig(market);
  return { suburb: details.suburb || country, state: details.state || country, post_code: details.postcode };
}

const packagesOf = ({ weightGrams, box }: MeasuredParcel) => [
  {
    weight: weightGrams / 1_000,
    length: box.length / CENTIMETRES_PER_METRE,
    width: box.width / CENTIMETRES_PER_METRE,
    height: box.height / CENTIMETRES_PER_METRE,
  },
];

/** Returns the order of a parcel as Starshipit takes it. */
function orderOf(parcel: Parcel) {
  const { order: of, reference, code } = parcel;
  const { details } = of;
  const { country, currency } = getMarketConfig(of.market);
  const handover = handoverOf(of);
  const { minimumAge } = alcoholRule(of.market, details.state, handover.day);
  return {
    order_number: reference,
    reference: code,
    currency,
    signature_required: !isLeft(handover),
    destination: {
      name: `${details.firstName} ${details.lastName}`.trim().slice(0, MAX_LINE),
      email: of.email.slice(0, MAX_LINE),
      phone: details.phone,
      ...toLines(details.address),
      ...localityOf(of),
      country,
      delivery_instructions: `${addressLabelMessages.ageTitle(minimumAge)}. ${details.instructions}`.trim().slice(0, MAX_LINE),
    },
    packages: packagesOf(parcel),
  };
}

const isPrinted = ({ status, packages }: StarshipitOrder): boolean =>
  !['', 'Unshipped', 'Saved'].includes(status) || (packages ?? []).some((each) => !!each.tracking_number);

const headersOf = ({ key, subscriptionKey }: StarshipitAccount) => ({
  'starshipit-api-key': key,
  'ocp-apim-subscription-key': subscriptionKey,
});

/** Sends a request in its turn. */
async function callStarshipit(
  account: StarshipitAccount,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<CarrierResponse> {
  const { name, url, key, perSecond } = account;
  await awaitTurn(`${url} ${key}`, 1_000 / perSecond, signal);
  return callCarrier({ carrier: name, url: `${url}/api${path}`, method, headers: headersOf(account), body }, signal);
}

/** Connects to an account. */
export function starshipit(account: StarshipitAccount): Carrier {
  const { id, name } = account;
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, signal: AbortSignal, body?: unknown): Promise<CarrierResponse> => {
    const response = await callStarshipit(account, method, path, signal, body);
    if (hasFailed(response)) throw refusalOf(name, response, reasonOf(response));
    parseBody(name, succeeded, response);
    return response;
  };

  /** Reads an order. @returns null if it is unknown */
  async function readOrder(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<StarshipitOrder | null> {
    const response = await callStarshipit(account, 'GET', `/orders?${new URLSearchParams(query)}`, signal);
    if (hasFailed(response)) {
      if (response.status === 404 || NOT_FOUND.test(reasonOf(response))) return null;
      // Taken for an unknown order, one that was printed would be bought again.
      throw new Error(refusalOf(name, response, reasonOf(response)).message);
    }
    const found: readonly StarshipitOrder[] = parseBody(name, read, response).order;
    return found.find(({ order_id, order_number }) => String(order_id) === query.order_id || order_number === query.order_number) ?? null;
  }

  const readSold = ({ carrierReference }: Pick<SoldLabel, 'carrierReference'>, signal: AbortSignal) =>
    readOrder({ order_id: carrierReference }, signal);

  /** Prints the label of an order, or prints it again. */
  async function print(of: StarshipitOrder, request: object, signal: AbortSignal): Promise<BoughtLabel> {
    const response = await call('POST', '/orders/shipment', signal, { order_id: of.order_id, ...request });
    const { tracking_numbers: numbers, labels } = parseBody(name, printed, response);
    const document = labels.map((label) => Buffer.from(label, 'base64')).find((bytes) => bytes.toString('latin1', 0, 5) === '%PDF-');
    if (!document) throw new Error(text.unreadable(name));
    const known = (of.packages ?? []).find((each) => !!each.tracking_number);
    return {
      carrierReference: String(of.order_id),
      trackingNumber: numbers?.[0] ?? known?.tracking_number ?? '',
      trackingUrl: known?.tracking_url ?? '',
      // The answer has none.
      priceCents: null,
      document,
    };
  }

  return {
    id,
    name,
    async quote(parcel, signal) {
      const { order: of } = parcel;
      const { currency, locale } = getMarketConfig(of.market);
      const { suburb, state, post_code } = localityOf(of);
      const { street } = toLines(of.details.address);
      const response = await call('POST', '/rates', signal, {
        destination: { street, suburb, city: suburb, state, post_code, country_code: new Intl.Locale(locale).region ?? '' },
        packages: packagesOf(parcel),
        currency,
      });
      const services = parseBody(name, rates, response).rates;
      if (services.length === 0) throw new CarrierRefusal(text.noService(name));
      return services.map(({ service_code, service_name, total_price: priceCents }) => ({
        ...{ id: service_code, name: service_name || service_code, priceCents, estimate: '' },
      }));
    },
    async buyLabel(parcel, signal, remember) {
      // Whoever was here before may have made the order without printing it.
      const made = await readOrder({ order_number: parcel.reference }, signal);
      if (made?.archived) throw new CarrierRefusal(text.isCancelled(name));
      const open = made ?? parseBody(name, created, await call('POST', '/orders', signal, { order: orderOf(parcel) })).order;
      await remember(String(open.order_id));
      const service = parcel.service === '' ? {} : { carrier_service_code: parcel.service };
      return print(open, { ...service, packages: packagesOf(parcel), reprint: isPrinted(open) }, signal);
    },
    async findLabel({ reference, carrierReference }, signal) {
      const query: Readonly<Record<string, string>> =
        carrierReference === '' ? { order_number: reference } : { order_id: carrierReference };
      const found = await readOrder(query, signal);
      if (found?.archived) throw new CarrierRefusal(text.isCancelled(name));
      return found !== null && isPrinted(found) ? print(found, { reprint: true }, signal) : null;
    },
    async handOver(sold, signal, isRepeated) {
      const open: number[] = [];
      for (const label of sold) {
        const known = isRepeated ? await readSold(label, signal) : null;
        if (known?.archived) throw new CarrierRefusal(text.isCancelled(name));
        if (isRepeated && known === null) throw new CarrierRefusal(text.isUnknown(name));
        if (!known?.manifested) open.push(Number(label.carrierReference));
      }
      if (open.length > 0) await call('POST', '/orders/manifest', signal, { order_ids: open });
    },
    async track(sold, signal) {
      const updates: ParcelUpdate[] = [];
      for (const { trackingNumber, carrierReference } of sold) {
        const response = await callStarshipit(
          account,
          'GET',
          `/track?${new URLSearchParams({ tracking_number: trackingNumber })}`,
          signal,
        ).catch(() => null);
        // What was read so far counts. The others are asked about next time.
        if (response === null) return updates;
        const results = hasFailed(response) ? null : tracked.safeParse(response.body).data?.results;
        if (!results?.tracking_status || !results.last_updated_date) continue;
        const { tracking_status: status, last_updated_date: at } = results;
        updates.push({ carrierReference, status, stage: stageOf(status), at });
      }
      return updates;
    },
    async cancelLabel(label, signal) {
      const known = await readSold(label, signal);
      // One that is gone is as good as cancelled.
      if (known === null || known.archived) return;
      if (known.manifested) throw new CarrierRefusal(text.isOrdered(name));
      const query = `order_id=${known.order_id}`;
      await (isPrinted(known) ? call('POST', `/orders/archive?${query}`, signal) : call('DELETE', `/orders/delete?${query}`, signal));
    },
  };
}

/**
 * Reads the webhook, which has the last state of an order. Orders of other shops on the account have numbers of another kind, which could
 * be taken for an id of Starshipit.
 * @returns null for anything else
 */
export function readStarshipitUpdates(body: unknown): ParcelUpdate[] | null {
  const parsed = report.safeParse(body);
  if (!parsed.success) return null;
  const { order_number: carrierReference, tracking_status: status, last_updated_date: at } = parsed.data;
  return isUuid(carrierReference) ? [{ carrierReference, status, stage: stageOf(status), at }] : [];
}

/** Checks the signature of the webhook. How it is written is not documented, so an HMAC-SHA256 of the body is taken as hex or Base64. */
export function hasStarshipitSignature({ headers, body }: WebhookRequest, secret: string): boolean {
  const given = String(headers[SIGNATURE] ?? '').replace(/^sha256=/i, '');
  const expected = createHmac('sha256', secret).update(body).digest();
  const decoded = Buffer.from(given, /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64');
  return decoded.length === expected.length && timingSafeEqual(decoded, expected);
}

/** Tries the keys. @throws Error that says why they do not work */
export async function testStarshipit(account: StarshipitAccount, signal: AbortSignal): Promise<void> {
  const response = await callStarshipit(account, 'GET', '/orders/unshipped?ids_only=true&limit=1', signal);
  if (hasFailed(response)) throw refusalOf(account.name, response, reasonOf(response));
}
