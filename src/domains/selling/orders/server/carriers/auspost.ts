/**
 * Australia Post (Shipping and Tracking API, version 1). A label is a shipment with one item. It is found by the code of the parcel and
 * the shop's reference, costs nothing until it is in an order, and its label can be drawn again.
 */
import { z } from 'zod';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import { addressLabelMessages } from '#domains/selling/orders/messages/labels.ts';
import type { DocumentShop } from '#domains/selling/orders/model/documents/document-shop.ts';
import { handoverOf } from '#domains/selling/orders/model/format-address.ts';
import type { TrackingStage } from '#domains/selling/orders/model/labels/tracking.ts';
import { alcoholRule, isLeft } from '#markets/alcohol-law.ts';
import {
  type BoughtLabel,
  type Carrier,
  CarrierRefusal,
  type CarrierService,
  type MeasuredParcel,
  type Parcel,
} from '../labels/carrier-port.ts';
import { amount, type CarrierResponse, callCarrier, loadLabel, parseBody, refusalOf, reportTime } from './carrier-request.ts';

const MAX_LINE = 40;
const MAX_LINES = 3;
const MAX_INSTRUCTIONS = 128;
/** Characters of an event. */
const MAX_EVENT = 100;
/** Shipments that may have the same code: one for each attempt. */
const MAX_FOUND = 50;
/** Codes of a shipment that is in an order. */
const IS_ORDERED = ['44016', '44017'];
const TRACKING_PAGE = 'https://auspost.com.au/mypost/track/details/';

export interface AuspostAccount {
  readonly id: string;
  readonly name: string;
  /** Address of the API with its version. */
  readonly url: string;
  readonly account: string;
  readonly key: string;
  readonly password: string;
}

const failure = z.object({
  errors: z.array(z.object({ code: z.coerce.string().default(''), name: z.string().default(''), message: z.string().default('') })),
});
const shipment = z.object({
  shipment_id: z.string().min(1),
  shipment_reference: z.string().default(''),
  order_id: z.string().optional(),
  items: z.array(z.object({ tracking_details: z.object({ article_id: z.string().min(1) }) })).min(1),
  shipment_summary: z.object({ total_cost: amount.optional() }).default({}),
});
type Shipment = z.output<typeof shipment>;
/** A list without shipments says so by its pagination. Taken for an empty one, any other answer would have a parcel bought again. */
const shipments = z.union([
  z.object({ shipments: z.array(shipment) }),
  z.object({ pagination: z.looseObject({}) }).transform(() => ({ shipments: [] as Shipment[] })),
]);
const ordered = z.object({ order: z.object({ order_id: z.string().min(1) }) });
const labels = z.object({ labels: z.array(z.object({ url: z.string().optional(), status: z.string() })).min(1) });
const prices = z.object({
  items: z
    .array(
      z.object({
        prices: z.array(z.object({ product_id: z.string().min(1), product_type: z.string(), calculated_price: amount })).default([]),
      }),
    )
    .min(1),
});
const tracked = z.object({
  tracking_results: z.array(
    z.object({
      tracking_id: z.string(),
      trackable_items: z
        .array(
          z.object({
            events: z
              .array(z.object({ description: z.string().transform((said) => said.slice(0, MAX_EVENT)), date: reportTime }))
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
});

/** What the descriptions of events mean. Others are kept and shown in the words of Australia Post. */
const STAGES: readonly (readonly [pattern: RegExp, stage: TrackingStage])[] = [
  [/^delivered/i, 'delivered'],
  [/^returned to sender/i, 'returned'],
  [/for delivery/i, 'out'],
  [/awaiting collection/i, 'collect'],
  [/attempted|unable to deliver/i, 'attempted'],
  [/information (approved|received)/i, 'waiting'],
  [/processed|in transit|arrived|departed|received by australia post/i, 'moving'],
];
const stageOf = (description: string): TrackingStage => STAGES.find(([pattern]) => pattern.test(description))?.[1] ?? 'other';

const accountDetails = z.object({ expired: z.boolean().default(false), credit_blocked: z.boolean().default(false) });

function failuresOf({ body }: CarrierResponse): z.output<typeof failure>['errors'] {
  const parsed = failure.safeParse(body);
  return parsed.success ? parsed.data.errors : [];
}

const reasonOf = (response: CarrierResponse): string =>
  failuresOf(response)
    .map(({ message, name }) => message || name)
    .join(' ');

/** Splits an address into lines of the label: between words, or anywhere if it fits only so, as the longest of a buyer does. */
function toLines(address: string): string[] {
  const words = address.trim().split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= MAX_LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= MAX_LINES && lines.every(({ length }) => length <= MAX_LINE)) return lines;
  const whole = words.join(' ');
  return Array.from({ length: MAX_LINES }, (_, index) => whole.slice(index * MAX_LINE, (index + 1) * MAX_LINE)).filter(
    (line) => line !== '',
  );
}

/** Reads the sender's address from one line: street, then suburb, state and postcode, which may have a country behind them. */
function senderOf(name: string, { shopName, postalAddress, supportPhone }: DocumentShop) {
  const parts = postalAddress.split(',').map((part) => part.trim());
  const at = parts.findIndex((part, index) => index > 0 && /^\d{4}$/.test(part.split(/\s+/).at(-1) ?? ''));
  const words = parts[at]?.split(/\s+/) ?? [];
  const [postcode = '', state = ''] = words.toReversed();
  const suburb = words.slice(0, -2).join(' ');
  if (suburb === '') throw new CarrierRefusal(text.noSender(name));
  return {
    name: shopName.slice(0, MAX_LINE),
    lines: toLines(parts.slice(0, at).join(', ')),
    ...{ suburb, state, postcode },
    ...(supportPhone === '' ? {} : { phone: supportPhone }),
  };
}

function recipientOf(order: OrderView) {
  const { details } = order;
  const { minimumAge } = alcoholRule(order.market, details.state, handoverOf(order).day);
  return {
    name: `${details.firstName} ${details.lastName}`.trim().slice(0, MAX_LINE),
    lines: toLines(details.address),
    suburb: details.suburb,
    state: details.state,
    postcode: details.postcode,
    phone: details.phone,
    email: order.email,
    delivery_instructions: `${addressLabelMessages.ageTitle(minimumAge)}. ${details.instructions}`.trim().slice(0, MAX_INSTRUCTIONS),
  };
}

const measuresOf = ({ weightGrams, box }: MeasuredParcel) => ({ ...box, weight: weightGrams / 1_000 });

/** Label groups of the products, a page of A6 each. */
const PRINT = {
  type: 'PRINT',
  format: 'PDF',
  groups: ['Parcel Post', 'Express Post'].map((group) => ({ group, layout: 'A6-1pp', branded: true, left_offset: 0, top_offset: 0 })),
};

const headersOf = ({ account, key, password }: AuspostAccount) => ({
  'account-number': account,
  authorization: `Basic ${Buffer.from(`${key}:${password}`).toString('base64')}`,
});

/** Connects to an account. */
export function auspost(connection: AuspostAccount): Carrier {
  const { id, name, url } = connection;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, signal: AbortSignal, body?: unknown): Promise<CarrierResponse> =>
    callCarrier({ carrier: name, url: `${url}${path}`, method, headers: headersOf(connection), body }, signal);

  async function quote(parcel: MeasuredParcel, signal: AbortSignal): Promise<CarrierService[]> {
    const { order, shop } = parcel;
    const response = await call('POST', '/prices/items', signal, {
      from: { postcode: senderOf(name, shop).postcode },
      to: { postcode: order.details.postcode },
      items: [measuresOf(parcel)],
    });
    if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
    const services = parseBody(name, prices, response).items.flatMap((item) => item.prices);
    if (services.length === 0) throw new CarrierRefusal(text.noService(name));
    return services.map(({ product_id: product, product_type: title, calculated_price: priceCents }) => ({
      ...{ id: product, name: title, priceCents, estimate: '' },
    }));
  }

  /** Returns the product of a parcel: the chosen one, or the cheapest. */
  async function productOf(parcel: Parcel, signal: AbortSignal): Promise<string> {
    if (parcel.service !== '') return parcel.service;
    const [cheapest] = (await quote(parcel, signal)).toSorted((a, b) => a.priceCents - b.priceCents);
    return cheapest?.id ?? '';
  }

  /** Draws the label of a shipment, again if it was drawn before. */
  async function drawLabel(of: Shipment, signal: AbortSignal): Promise<BoughtLabel> {
    const response = await call('POST', '/labels', signal, {
      wait_for_label_url: true,
      preferences: [PRINT],
      shipments: [{ shipment_id: of.shipment_id }],
    });
    if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
    const [drawn] = parseBody(name, labels, response).labels;
    if (drawn?.url === undefined)
      throw new Error(drawn?.status === 'ERROR' ? text.noLabel(name) : text.noLabelYet(name, drawn?.status ?? ''));
    const { total_cost: total } = of.shipment_summary;
    const trackingNumber = of.items[0]?.tracking_details.article_id ?? '';
    return {
      carrierReference: of.shipment_id,
      trackingNumber,
      trackingUrl: `${TRACKING_PAGE}${encodeURIComponent(trackingNumber)}`,
      priceCents: total ?? null,
      document: await loadLabel(name, drawn.url, url, signal),
    };
  }

  async function read(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Shipment[]> {
    const response = await call('GET', `/shipments?${new URLSearchParams(query)}`, signal);
    if (response.status === 404) return [];
    if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
    return parseBody(name, shipments, response).shipments;
  }

  return {
    id,
    name,
    quote,
    async buyLabel(parcel, signal, remember) {
      const { order, shop, reference, code } = parcel;
      const response = await call('POST', '/shipments', signal, {
        shipments: [
          {
            shipment_reference: reference,
            sender_references: [code],
            email_tracking_enabled: false,
            from: senderOf(name, shop),
            to: recipientOf(order),
            items: [
              {
                item_reference: reference,
                product_id: await productOf(parcel, signal),
                ...measuresOf(parcel),
                authority_to_leave: isLeft(handoverOf(order)),
                allow_partial_delivery: false,
              },
            ],
          },
        ],
      });
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      const [created] = parseBody(name, shipments, response).shipments;
      if (!created) throw new Error(text.unreadable(name));
      await remember(created.shipment_id);
      return drawLabel(created, signal);
    },
    async findLabel({ reference, code, carrierReference }, signal) {
      const found =
        carrierReference === ''
          ? await read({ offset: '0', number_of_shipments: String(MAX_FOUND), sender_reference: code }, signal)
          : await read({ shipment_ids: carrierReference }, signal);
      const own = found.find((each) => each.shipment_reference === reference);
      return own ? drawLabel(own, signal) : null;
    },
    async handOver(sold, signal, isRepeated) {
      const ids = sold.map(({ carrierReference }) => carrierReference);
      const known = isRepeated ? await read({ shipment_ids: ids.join(',') }, signal) : [];
      // What a killed process had ordered is not ordered again.
      const open = ids.filter((each) => !known.some(({ shipment_id, order_id }) => shipment_id === each && order_id !== undefined));
      if (open.length === 0) return;
      const body = { payment_method: 'CHARGE_TO_ACCOUNT', shipments: open.map((shipment_id) => ({ shipment_id })) };
      const response = await call('PUT', '/orders', signal, body);
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      parseBody(name, ordered, response);
    },
    async track(sold, signal) {
      const response = await call(
        'GET',
        `/track?${new URLSearchParams({ tracking_ids: sold.map((each) => each.trackingNumber).join(',') })}`,
        signal,
      );
      if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
      return parseBody(name, tracked, response).tracking_results.flatMap(({ tracking_id: number, trackable_items: items }) => {
        const label = sold.find((each) => each.trackingNumber === number);
        if (!label) return [];
        const { carrierReference } = label;
        return items.flatMap(({ events }) =>
          events.map(({ description, date }) => ({ carrierReference, status: description, stage: stageOf(description), at: date })),
        );
      });
    },
    async cancelLabel({ carrierReference }, signal) {
      const response = await call('DELETE', `/shipments/${encodeURIComponent(carrierReference)}`, signal);
      // One that is gone is as good as cancelled.
      if (response.status === 404) return;
      if (response.isOk) {
        // Anything with content is asked for again: then the shipment is gone.
        if (response.body !== null) throw new Error(text.unreadable(name));
        return;
      }
      const isOrdered = failuresOf(response).some(({ code }) => IS_ORDERED.includes(code));
      throw isOrdered ? new CarrierRefusal(text.isOrdered(name)) : refusalOf(name, response, reasonOf(response));
    },
  };
}

/** Tries a key. @throws Error that says why it does not work */
export async function testAuspost(connection: AuspostAccount, signal: AbortSignal): Promise<void> {
  const { name, url, account } = connection;
  const request = { carrier: name, url: `${url}/accounts/${account}`, method: 'GET', headers: headersOf(connection) } as const;
  const response = await callCarrier(request, signal);
  if (!response.isOk) throw refusalOf(name, response, reasonOf(response));
  const { expired, credit_blocked: isBlocked } = parseBody(name, accountDetails, response);
  if (expired) throw new CarrierRefusal(text.expired(name));
  if (isBlocked) throw new CarrierRefusal(text.noCredit(name));
}
