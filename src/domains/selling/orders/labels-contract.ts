/** Office calls about labels of parcels and manifests. */
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { LABEL_ERRORS } from './messages/labels.ts';
import { LABEL_STATES, MAX_LABEL_ORDERS, MAX_PARCELS, MAX_SERVICE_LENGTH } from './model/labels/label.ts';

const REFERENCE = 'docs/decisions/0195-labels-of-parcels.md';
/** Labels of one call: those of a portion of orders. */
const MAX_LABELS = 5_000;

const orderIds = z
  .string()
  .max(MAX_LABEL_ORDERS * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(z.uuid()).min(1).max(MAX_LABEL_ORDERS))
  .describe('Comma separated');
const labelIds = z.array(z.uuid()).min(1).max(MAX_LABELS);

const serviceCode = z.string().trim().max(MAX_SERVICE_LENGTH, `must have at most ${MAX_SERVICE_LENGTH} characters`);

export const labelView = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  orderNumber: z.number().int(),
  code: z.string().describe('Code on the parcel'),
  parcel: z.number().int(),
  parcels: z.number().int(),
  carrier: z.string().describe('Name of the carrier. Empty for the shop’s own labels'),
  service: z.string().describe('Code of the carrier’s service. Empty for the carrier’s choice'),
  price: z.number().nullable().describe('What it costs. Null if nothing is paid or the carrier does not say'),
  state: z.enum([...LABEL_STATES, 'cancelling']),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  reason: z.string().describe('Why it failed, or what the carrier said last'),
  isMoved: z.boolean().describe('The delivery changed since'),
  isSent: z.boolean().describe('Its parcel is part of a shipment'),
  manifestDay: z.iso.date().nullable(),
  actor: z.string(),
  at: isoTime,
});
export type LabelView = z.output<typeof labelView>;

const labelResult = z.object({ id: z.uuid(), isDone: z.boolean(), reason: z.string() });
const pdf = z.object({ fileName: z.string(), content: z.base64().describe('The PDF') });

const READ = { method: 'GET', reference: REFERENCE, permission: 'orders.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, permission: 'orders.ship', mutates: true } as const;
const { NO_LABELS, NO_PARCELS, NOT_FOUND } = LABEL_ERRORS;

export const labelOfficeContract = officeCalls({
  buyLabels: {
    ...WRITE,
    path: '/office/v1/labels/buy',
    summary: 'Asks the carrier for labels of orders, in the background, and says what became of each order',
    input: z.object({
      orders: z
        .array(
          z.object({
            id: z.uuid(),
            parcels: z.number().int().min(1).max(MAX_PARCELS).nullable().describe('Null for a parcel for each case'),
            seen: z.array(z.uuid()).max(1_000).describe('Ids of the order’s labels that were shown. With others it is refused'),
            service: serviceCode.default('').describe('Code of the carrier’s service. Empty for that of the market'),
          }),
        )
        .min(1)
        .max(MAX_LABEL_ORDERS),
      isPreview: z.boolean().default(false).describe('True to ask for nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(labelResult.extend({ number: z.number().int().nullable(), labels: z.array(z.uuid()), parcels: z.number().int() })),
    }),
    errors: {},
  },
  labelQuotes: {
    ...READ,
    permission: 'orders.ship',
    path: '/office/v1/labels/quotes',
    summary: 'Asks the carrier what the labels of an order cost',
    input: z.object({ id: z.uuid(), parcels: z.coerce.number().int().min(1).max(MAX_PARCELS) }),
    output: z.object({
      carrier: z.string().describe('Name of the carrier'),
      hasPrices: z.boolean().describe('False if the carrier sells nothing'),
      services: z.array(
        z.object({
          id: serviceCode,
          name: z.string(),
          price: z.number().describe('Of all parcels'),
          estimate: z.string().describe('In the carrier’s words, may be empty'),
        }),
      ),
      reason: z.string().describe('Why there are no prices, may be empty'),
    }),
    errors: NOT_FOUND,
  },
  labels: {
    ...READ,
    path: '/office/v1/labels',
    summary: 'Lists the labels of orders',
    input: z.object({ orders: orderIds }),
    output: z.object({ rows: z.array(labelView) }),
    errors: {},
  },
  labelDocument: {
    ...READ,
    path: '/office/v1/labels/document',
    summary: 'Returns the bought labels of orders as a PDF of 100 × 150 mm',
    input: z.object({ orders: orderIds }),
    output: pdf.extend({ omitted: z.array(z.number().int()).describe('Numbers of the orders that have no label to print') }),
    errors: { ...NOT_FOUND, ...NO_LABELS },
  },
  cancelLabels: {
    ...WRITE,
    path: '/office/v1/labels/cancel',
    summary: 'Cancels labels, those that were bought in the background',
    input: z.object({ ids: labelIds }),
    output: z.object({ results: z.array(labelResult) }),
    errors: {},
  },
  retryLabels: {
    ...WRITE,
    path: '/office/v1/labels/retry',
    summary: 'Asks the carrier again for labels that failed',
    input: z.object({ ids: labelIds }),
    output: z.object({ results: z.array(labelResult) }),
    errors: {},
  },
  manifests: {
    ...READ,
    path: '/office/v1/manifests',
    summary: 'Counts the parcels that are on no manifest yet, and lists the last manifests',
    input: z.object({ market: marketName }),
    output: z.object({
      open: z.number().int().describe('Parcels that were sent'),
      unsent: z.number().int().describe('Parcels with a label that were not sent yet'),
      days: z.array(z.object({ day: z.iso.date(), parcels: z.number().int() })),
    }),
    errors: NOT_FOUND,
  },
  addToManifest: {
    ...WRITE,
    path: '/office/v1/manifests/add',
    summary: 'Puts the parcels that are on no manifest yet on that of today',
    input: z.object({
      market: marketName,
      includeUnsent: z.boolean().default(false).describe('True to include parcels with a label that were not sent yet'),
    }),
    output: z.object({ day: z.iso.date(), parcels: z.number().int().describe('Parcels that were added') }),
    errors: { ...NOT_FOUND, ...NO_PARCELS },
  },
  manifestDocument: {
    ...READ,
    path: '/office/v1/manifests/document',
    summary: 'Returns the manifest of a day as a PDF',
    input: z.object({ market: marketName, day: z.iso.date() }),
    output: pdf,
    errors: { ...NOT_FOUND, ...NO_PARCELS },
  },
});
