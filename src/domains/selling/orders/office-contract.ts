/** Office calls about orders: the list, one order, and what staff do with it. */
import { z } from 'zod';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { dayRange, isoTime, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { orderView } from './contract.ts';
import { labelView } from './labels-contract.ts';
import { OFFICE_ORDER_ERRORS } from './messages/office-errors.ts';
import { MAX_PARCELS } from './model/labels/label.ts';
import { MANUAL_STATUSES } from './model/manual-status.ts';
import { knowsGiven, noteText, refundFields, requestedLines, shipmentFields, tagName } from './model/office-order-forms.ts';
import { MAX_DOCUMENT_ORDERS, ORDER_DOCUMENT_KINDS } from './model/order-document-kind.ts';
import { ORDER_HANDOVERS, ORDER_SORTS, ORDER_TASKS, PAYMENT_STATES } from './model/order-list.ts';
import { refundState } from './model/refund-state.ts';
import { outcomeView } from './outcomes-contract.ts';
import { orderDispute, orderPayment, orderRefund } from './payment-office-contract.ts';

const REFERENCE = 'docs/decisions/0151-orders-in-the-office.md';
/** Longest selection of one bulk call. The browser sends several. */
export const MAX_BULK_ORDERS = 100;

const orderId = z.uuid();
/** The number of changes that the order had when it was shown. */
const orderVersion = z.coerce.number().int().min(0).describe('`version` of the order that was shown');
const range = (value: RegExp, problem: string) => z.string().max(60).regex(value, problem).optional();
const listed = <T extends readonly [string, ...string[]]>(names: T) =>
  z
    .string()
    .max(600)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(names)))
    .optional()
    .describe('Comma separated');

const filters = {
  'filter[status]': listed(ORDER_STATUS_NAMES),
  'filter[market]': listed(MARKETS),
  'filter[placed]': dayRange.describe('Days in the time zone of the market'),
  'filter[sendOn]': dayRange.describe('Days on which they are to be sent'),
  'filter[total]': range(/^(?:\d{1,7}(?:\.\d\d?)?)?\.\.(?:\d{1,7}(?:\.\d\d?)?)?$/, 'must be a range of amounts such as 100..250.50'),
  'filter[payment]': z.enum(PAYMENT_STATES).optional(),
  'filter[task]': z
    .enum(ORDER_TASKS)
    .optional()
    .describe(
      'to_send: something is left to send. to_send_today: and its day has come. to_decide: a person has to decide. undelivered: a parcel was refused or returned',
    ),
  'filter[handover]': z.enum(ORDER_HANDOVERS).optional().describe('collect: collected in store. send: delivered'),
  'filter[tag]': storableText(200).optional().describe('Comma separated; orders with any of them'),
  'filter[customer]': z.coerce.number().int().min(1).optional().describe('Id of the customer'),
} as const;

const listFields = {
  ...filters,
  q: listInput.shape.q.describe('Words of the number, email address or name'),
  sort: z.enum(ORDER_SORTS).default('-placed'),
};

const orderRow = z.object({
  id: orderId,
  number: z.number().int(),
  market: marketName,
  status: z.enum(ORDER_STATUS_NAMES),
  placedAt: isoTime,
  name: z.string().describe('Empty if the buyer’s data was erased'),
  email: z.string(),
  customerId: z.number().int().nullable(),
  cases: z.number().int(),
  /** The first lines, so that one need not open the order to see what is in it. */
  items: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  locality: z.string(),
  dispatchOn: z.string().describe('Day on which it is sent. Empty if as soon as possible'),
  collectFrom: z.string().describe('Name of the place where it is collected. Empty if it is delivered'),
  total: z.number(),
  refunded: z.number(),
  payment: z.enum(PAYMENT_STATES),
  tags: z.array(z.string()),
});
export type OrderRow = z.output<typeof orderRow>;

const fulfilmentLine = z.object({
  position: z.number().int(),
  name: z.string(),
  quantity: z.number().int(),
  paid: z.number().describe('For the whole line, after discounts'),
  isPhysical: z.boolean(),
  shipped: z.number().int(),
  unshipped: z.number().int(),
  refunded: z.number().int(),
  refundable: z.number().int(),
  codes: z.array(z.string()).describe('SKUs and bar codes by which the wine is scanned, in small letters and without leading zeros'),
});

const MAIL_KINDS = ['receipt', 'shipment', 'refund', 'cancelled', 'ready-to-collect'] as const;
const orderMailRef = z.object({
  kind: z.enum(MAIL_KINDS),
  /** Id of the shipment or refund that the mail is about; empty for others. */
  about: z.string().max(40).default(''),
});
export type OrderMailRef = z.output<typeof orderMailRef>;

const timelineItem = z.object({
  id: z.string(),
  at: isoTime,
  event: z
    .string()
    .describe(
      'Event of the order, `note`, `items_added`, `unmarked`, `tagged`, `untagged`, `tags_restored`, `delivery_restored`, `phone_sale`, `mail_resent`, or `parcel_` and what a carrier reported',
    ),
  actor: z.string().describe('`shop` for what happened by itself'),
  to: z.enum(ORDER_STATUS_NAMES).nullable(),
  amount: z.number().nullable(),
  /** Carrier, reason, tags or the name of a mail, by event. */
  detail: z.string(),
  orderId: z.uuid().nullable().describe('Another order that the event names'),
  note: z.string(),
});
export type OrderTimelineItem = z.output<typeof timelineItem>;

export const officeOrder = z.object({
  order: orderView,
  version: z.number().int(),
  timeZone: z.string(),
  currency: z.string(),
  taxPercent: z.number().describe('Rate of the tax when the order was placed'),
  customerId: z.number().int().nullable(),
  customerOrders: z.number().int().describe('Orders of the customer in this market'),
  lines: z.array(fulfilmentLine),
  payment: orderPayment,
  refunds: z.array(orderRefund),
  disputes: z.array(orderDispute),
  /** Why no mail reaches the buyer. */
  suppression: z.object({ kind: z.string(), reason: z.string() }).nullable(),
  parcels: z.number().int().describe('Parcels in which the rest is sent, a case in each. 0 if it goes in those of another order'),
  labels: z.array(labelView).describe('Oldest first'),
  outcomes: z.array(outcomeView).describe('What became of the shipments, the oldest first'),
  tags: z.array(z.string()),
  mails: z.array(orderMailRef.extend({ at: isoTime })).describe('Mails that can be sent again'),
  timeline: z.array(timelineItem).describe('Newest first'),
  actions: z.object({
    canShip: z.boolean(),
    canRefund: z.boolean(),
    canCancel: z.boolean(),
    canChangeDelivery: z.boolean(),
    canEditItems: z.boolean().describe('True if cases that were not sent can be taken out'),
    canAddItems: z.boolean().describe('True if wines can be added, as an order that goes with this one'),
    canMakeReady: z.boolean().describe('True if the buyer can be told that the order is ready to collect'),
    canHandOver: z.boolean(),
    statuses: z.array(z.enum(MANUAL_STATUSES)),
  }),
  goesWith: z
    .array(
      z.object({ id: orderId, number: z.number().int(), isAdded: z.boolean().describe('False for the order that this one was added to') }),
    )
    .describe('Orders that are sent together with this one'),
  neighbours: z.object({ previous: orderId.nullable().describe('The next newer order'), next: orderId.nullable() }),
});
export type OfficeOrder = z.output<typeof officeOrder>;

/** An order after a change that may refund. */
export const refundedOrder = officeOrder.extend({ refund: refundState });
export type RefundedOrder = z.output<typeof refundedOrder>;

const orderEvent = z.number().int().min(1).describe('Event that set the status');
const orderUndo = z
  .object({
    event: orderEvent.nullable(),
    entry: z.number().int().min(1).nullable().describe('Change of the tags'),
  })
  .describe('What takes the change back. Null for what was not changed');
export type OrderUndo = z.output<typeof orderUndo>;
const orderResult = z.object({ id: orderId, number: z.number().int().nullable(), isDone: z.boolean(), reason: z.string() });

const READ = { method: 'GET', reference: REFERENCE, permission: 'orders.read', mutates: false } as const;
const WRITE = { method: 'POST', reference: REFERENCE, mutates: true, output: officeOrder } as const;
const { NOT_FOUND, ACTION_REFUSED, OVER_LIMIT, NOTHING_TO_PRINT } = OFFICE_ORDER_ERRORS;

export const orderOfficeContract = officeCalls({
  orders: {
    ...READ,
    path: '/office/v1/orders',
    summary: 'Lists placed orders of one’s markets',
    input: listInput.extend(listFields),
    output: listOf(orderRow),
    errors: CURSOR_ERRORS,
  },
  order: {
    ...READ,
    path: '/office/v1/orders/order',
    summary: 'Returns an order with everything that staff see of it',
    input: z.object({ id: orderId }),
    output: officeOrder,
    errors: NOT_FOUND,
  },
  orderDocument: {
    ...READ,
    path: '/office/v1/orders/document',
    summary: 'Returns a document about orders as a PDF: invoices, credit notes, packing slips or a pick list',
    input: z.object({
      kind: z.enum(ORDER_DOCUMENT_KINDS),
      ids: z
        .string()
        .max(MAX_DOCUMENT_ORDERS * 37)
        .transform((text) => text.split(','))
        .pipe(z.array(orderId).min(1).max(MAX_DOCUMENT_ORDERS))
        .describe('Comma separated'),
    }),
    output: z.object({
      fileName: z.string(),
      content: z.base64().describe('The PDF'),
      omitted: z.array(z.number().int()).describe('Numbers of the orders of which there is nothing to print'),
    }),
    errors: { ...NOT_FOUND, ...NOTHING_TO_PRINT },
  },
  orderTags: {
    ...READ,
    path: '/office/v1/orders/tags',
    summary: 'Lists the tags that orders have, the most used first',
    input: z.object({}),
    output: z.object({ tags: z.array(tagName) }),
    errors: {},
  },
  shipOrder: {
    ...WRITE,
    permission: 'orders.ship',
    path: '/office/v1/orders/ship',
    summary: 'Records a shipment, in whole or in part, and emails the buyer',
    input: z.object({
      id: orderId,
      version: orderVersion,
      lines: requestedLines.nullable().describe('Null for everything left'),
      labels: z.array(z.uuid()).max(MAX_PARCELS).default([]).describe('Labels of the parcels'),
      ...shipmentFields.shape,
    }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED },
  },
  previewRefund: {
    method: 'POST',
    reference: REFERENCE,
    permission: 'orders.refund',
    // Changes nothing. The guards of changes apply, because the lines do not fit into a query.
    mutates: true,
    handlesRepeats: true,
    path: '/office/v1/orders/refund/preview',
    summary: 'Returns what a refund would do, without doing it',
    input: z.object({ id: orderId, ...refundFields.shape }),
    output: z.object({
      amount: z.number(),
      toCard: z.number().describe('The rest goes to gift cards and store credit'),
      shipping: z.number(),
      withdrawn: z.number().int().describe('Cases that will not be sent'),
      restocked: z.number().int().describe('Cases that go back on sale'),
      needsStepUp: z.boolean(),
      isOverLimit: z.boolean(),
      limit: z.number().nullable(),
    }),
    errors: { ...NOT_FOUND, ...ACTION_REFUSED },
  },
  refundOrder: {
    ...WRITE,
    permission: 'orders.refund',
    path: '/office/v1/orders/refund',
    summary: 'Refunds an order in part or in whole and emails the buyer',
    input: z.object({ id: orderId, version: orderVersion, ...refundFields.shape, reason: storableText(200).default(''), knowsGiven }),
    output: officeOrder.extend({ refund: refundState.exclude(['none', 'refused']) }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED, ...OVER_LIMIT },
  },
  cancelOrder: {
    ...WRITE,
    permission: 'orders.cancel',
    path: '/office/v1/orders/cancel',
    summary: 'Cancels an order that was not sent, refunds it and emails the buyer',
    input: z.object({ id: orderId, version: orderVersion, reason: storableText(200).default(''), knowsGiven }),
    output: refundedOrder,
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED },
  },
  markOrder: {
    ...WRITE,
    permission: 'orders.ship',
    path: '/office/v1/orders/mark',
    summary: 'Sets the status of an order by hand',
    input: z.object({ id: orderId, version: orderVersion, status: z.enum(MANUAL_STATUSES) }),
    output: officeOrder.extend({ event: orderEvent }),
    errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...ACTION_REFUSED },
  },
  unmarkOrder: {
    ...WRITE,
    permission: 'orders.ship',
    path: '/office/v1/orders/unmark',
    summary: 'Takes a status back that was set by hand, if nothing has happened to the order since',
    input: z.object({ id: orderId, event: orderEvent }),
    errors: { ...NOT_FOUND, ...ACTION_REFUSED },
  },
  addOrderNote: {
    ...WRITE,
    permission: 'orders.write',
    path: '/office/v1/orders/note',
    summary: 'Adds a note that only staff see',
    input: z.object({ id: orderId, text: noteText }),
    errors: NOT_FOUND,
  },
  tagOrder: {
    ...WRITE,
    permission: 'orders.write',
    path: '/office/v1/orders/tag',
    summary: 'Adds and removes tags of an order',
    input: z.object({ id: orderId, add: z.array(tagName).max(20).default([]), remove: z.array(tagName).max(20).default([]) }),
    output: officeOrder.extend({ undo: orderUndo.nullable().describe('Null if nothing was changed') }),
    errors: NOT_FOUND,
  },
  resendOrderMail: {
    ...WRITE,
    permission: 'orders.write',
    path: '/office/v1/orders/resend-mail',
    summary: 'Sends a mail about an order again',
    input: z.object({ id: orderId, ...orderMailRef.shape }),
    errors: { ...NOT_FOUND, ...ACTION_REFUSED },
  },
  changeOrders: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'orders.write',
    path: '/office/v1/orders/bulk',
    summary: 'Marks or tags several orders, each in a transaction of its own, and says what became of each',
    input: z.object({
      ids: z.array(orderId).min(1).max(MAX_BULK_ORDERS),
      status: z.enum(MANUAL_STATUSES).optional().describe('Needs permission to ship orders'),
      addTag: tagName.optional(),
      removeTag: tagName.optional(),
      isPreview: z.boolean().default(false).describe('True to change nothing and return what would happen'),
    }),
    output: z.object({
      results: z.array(orderResult.extend({ undo: orderUndo.nullable().describe('Null if nothing was changed') })),
    }),
    errors: {},
  },
  restoreOrders: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    permission: 'orders.write',
    path: '/office/v1/orders/restore',
    summary: 'Takes statuses and tags back as far as nobody changed them since, each order in a transaction of its own',
    input: z.object({
      changes: z
        .array(z.object({ id: orderId, ...orderUndo.shape }))
        .min(1)
        .max(MAX_BULK_ORDERS)
        .describe('As the results of the change have them. A status needs permission to ship orders'),
    }),
    output: z.object({ results: z.array(orderResult) }),
    errors: {},
  },
  exportOrders: {
    method: 'POST',
    reference: REFERENCE,
    mutates: true,
    // A page of personal data is not stored for repeats.
    handlesRepeats: true,
    permission: 'orders.export',
    stepUp: true,
    path: '/office/v1/orders/export',
    summary: 'Returns a page of the orders that match as lines of CSV. The first page is recorded in the activity log',
    input: z.object({ ...listFields, cursor: listInput.shape.cursor, ids: z.array(orderId).max(1_000).optional().describe('Only these') }),
    output: z.object({
      csv: z.string().describe('The first page begins with the headings'),
      rows: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
    errors: CURSOR_ERRORS,
  },
});
