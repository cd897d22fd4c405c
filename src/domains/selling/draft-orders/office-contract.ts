/** Office calls about draft orders: orders that staff prepare for a customer on the phone. */
import { z } from 'zod';
import { lineItem } from '#domains/selling/cart/contract.ts';
import { deliveryChoices, handoverFields } from '#domains/selling/checkout/contract.ts';
import { deliveryFields } from '#domains/selling/orders/model/office-order-forms.ts';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listed, listInput, listOf, marketName, recordId, version } from '#domains/staff/model/records.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { MARKETS } from '#markets/market.ts';
import { DRAFT_ORDER_ERRORS } from './messages/errors.ts';
import { DRAFT_SORTS, DRAFT_STATES } from './model/draft-order.ts';

const SHARED = { reference: 'docs/decisions/0200-draft-orders.md', permission: 'orders.create' } as const;
const id = z.uuid();
const seen = { id, version };

const draftRow = z.object({
  id,
  market: marketName,
  state: z.enum(DRAFT_STATES),
  email: z.string(),
  name: z.string(),
  isGuest: z.boolean(),
  cases: z.number().int(),
  author: z.string(),
  createdAt: isoTime,
  changedAt: isoTime,
});
export type DraftRow = z.output<typeof draftRow>;

const draftCard = z.object({
  id: z.uuid(),
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number().int(),
  expiryYear: z.number().int(),
  isDefault: z.boolean(),
});

/** How the order is handed over. What only a delivery needs is ignored if it is collected. */
const draftDelivery = deliveryFields.extend(handoverFields.shape);
export type DraftDelivery = z.output<typeof draftDelivery>;

const draftOrder = draftRow.extend({
  version: z.number().int(),
  customerId: z.number().int().nullable(),
  changedBy: z.string(),
  delivery: draftDelivery,
  places: z.array(z.object({ name: z.string(), address: z.string() })).describe('Where the order may be collected'),
  lines: z.array(
    lineItem.pick({
      ...{
        id: true,
        productId: true,
        offerId: true,
        name: true,
        brand: true,
        vintage: true,
        quantity: true,
        packSize: true,
        bottleMl: true,
      },
      ...{
        listPrice: true,
        extendedListPrice: true,
        extendedSalePrice: true,
        addedByPromotion: true,
        availableStock: true,
        isSoldOut: true,
      },
    }),
  ),
  coupons: z.array(z.string()),
  isGiftCardOnly: z.boolean(),
  totals: z.object({
    base: z.number(),
    discount: z.number(),
    shipping: z.number(),
    tax: z.number().describe('Contained in the total'),
    total: z.number(),
    credit: z.number().describe('Part of the total that store credit pays'),
    charge: z.number().describe('Rest of the total'),
  }),
  problems: z.array(z.string()).describe('Why the draft cannot be ordered as it is'),
  notices: z.array(z.string()).describe('Coupons that do not apply, with reasons'),
  notSold: z.array(z.string()).describe('Wines of the duplicated order that are not sold any more'),
  creditAvailable: z.number(),
  usesCredit: z.boolean(),
  cards: z.array(draftCard),
  linkExpiresAt: isoTime.nullable(),
  addsTo: z.object({ id, number: z.number().int() }).nullable().describe('The order to which the wines are added'),
  order: z.object({ id, number: z.number().int() }).nullable(),
});
export type DraftOrder = z.output<typeof draftOrder>;

const { NOT_FOUND, REFUSED, DELIVERY_INVALID } = DRAFT_ORDER_ERRORS;
const WRITE = {
  ...SHARED,
  method: 'POST',
  mutates: true,
  output: draftOrder,
  errors: { ...NOT_FOUND, ...CHANGED_MEANWHILE, ...REFUSED, ...DELIVERY_INVALID },
} as const;

export const draftOrderOfficeContract = officeCalls({
  draftOrders: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/draft-orders',
    summary: 'Lists draft orders of one’s markets',
    input: listInput.extend({
      'filter[state]': listed(DRAFT_STATES),
      'filter[market]': listed(MARKETS),
      sort: z.enum(DRAFT_SORTS).default('-changed'),
    }),
    output: listOf(draftRow),
    errors: CURSOR_ERRORS,
  },
  draftOrder: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/draft-orders/draft',
    summary: 'Returns a draft order with live prices and stock',
    input: z.object({ id }),
    output: draftOrder,
    errors: NOT_FOUND,
  },
  findDraftWines: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/draft-orders/wines',
    summary: 'Finds wines that are on sale in a market',
    input: z.object({ market: marketName, q: storableText(100) }),
    output: z.object({
      rows: z.array(
        z.object({
          offerId: z.string(),
          productId: z.number().int(),
          name: z.string(),
          sku: z.string(),
          price: z.number(),
          available: z.number().int(),
        }),
      ),
    }),
    errors: {},
  },
  draftDeliveryDays: {
    ...SHARED,
    method: 'GET',
    mutates: false,
    path: '/office/v1/draft-orders/delivery/days',
    summary: 'Returns the days on which a draft may be delivered to a postcode, and until when it may be held',
    input: z.object({ id, postcode: z.string().trim().max(10).default('') }),
    output: z.object({ offer: deliveryChoices.nullable().describe('Null if no day can be chosen there') }),
    errors: NOT_FOUND,
  },
  createDraftOrder: {
    ...WRITE,
    path: '/office/v1/draft-orders/create',
    summary: 'Begins a draft order of a customer or a guest. An email address of an account begins one of the account',
    input: z.object({
      market: marketName,
      customerId: recordId.optional(),
      email: z.email('Enter an email address, like name@example.com').max(254).optional().describe('Required without a customer'),
    }),
    errors: { ...NOT_FOUND, ...REFUSED, ...DELIVERY_INVALID },
  },
  duplicateOrder: {
    ...WRITE,
    path: '/office/v1/draft-orders/duplicate',
    summary: 'Begins a draft order with the buyer, the delivery and the wines of an order, at today’s prices',
    input: z.object({ orderId: id }),
    errors: { ...NOT_FOUND, ...REFUSED, ...DELIVERY_INVALID },
  },
  addToOrder: {
    ...WRITE,
    path: '/office/v1/draft-orders/add-to-order',
    summary: 'Begins a draft order whose wines are added to an order that was not sent, or returns the one that there is',
    reference: 'docs/decisions/0205-changes-of-items.md',
    input: z.object({ orderId: id }),
    errors: { ...NOT_FOUND, ...REFUSED },
  },
  addDraftWine: {
    ...WRITE,
    path: '/office/v1/draft-orders/add-wine',
    summary: 'Adds a case of a wine',
    input: z.object({ ...seen, offerId: storableText(100), productId: recordId }),
  },
  setDraftQuantity: {
    ...WRITE,
    path: '/office/v1/draft-orders/set-quantity',
    summary: 'Sets the cases of a line; 0 removes it',
    input: z.object({ ...seen, lineId: z.uuid(), productId: recordId, quantity: z.number().int().min(0).max(9_999) }),
  },
  addDraftCoupon: {
    ...WRITE,
    path: '/office/v1/draft-orders/add-coupon',
    summary: 'Adds a coupon',
    input: z.object({ ...seen, code: storableText(60).refine((code) => code !== '', 'Enter a coupon') }),
  },
  removeDraftCoupon: {
    ...WRITE,
    path: '/office/v1/draft-orders/remove-coupon',
    summary: 'Removes a coupon',
    input: z.object({ ...seen, code: storableText(60) }),
  },
  saveDraftDelivery: {
    ...WRITE,
    path: '/office/v1/draft-orders/delivery',
    summary: 'Saves to whom, where, how and when the order is delivered, or where it is collected',
    input: z.object({ ...seen, ...draftDelivery.shape }),
  },
  setDraftCredit: {
    ...WRITE,
    path: '/office/v1/draft-orders/credit',
    summary: 'Selects whether the customer’s store credit pays',
    input: z.object({ ...seen, uses: z.boolean() }),
  },
  sendDraftLink: {
    ...WRITE,
    path: '/office/v1/draft-orders/send',
    summary: 'Emails a link to the buyer that opens the checkout with everything filled in. Replaces an earlier link',
    input: z.object(seen),
  },
  reopenDraft: {
    ...WRITE,
    path: '/office/v1/draft-orders/reopen',
    summary: 'Takes the payment link back, so that the draft can be changed',
    input: z.object(seen),
  },
  payDraftByCard: {
    ...WRITE,
    path: '/office/v1/draft-orders/pay',
    summary: 'Charges a saved card of the customer and places the order',
    input: z.object({
      ...seen,
      cardId: z.uuid(),
      expectedTotal: z.number().nonnegative().max(10_000_000).describe('Total that the customer was told'),
      dateOfBirth: z.union([z.literal(''), z.iso.date('must be a date')]).describe('Asked on the phone. Empty for gift cards alone'),
    }),
  },
  cancelDraft: {
    ...WRITE,
    path: '/office/v1/draft-orders/cancel',
    summary: 'Cancels a draft and its payment link',
    input: z.object(seen),
  },
  restoreDraft: {
    ...WRITE,
    path: '/office/v1/draft-orders/restore',
    summary: 'Opens a cancelled draft again',
    input: z.object(seen),
  },
});
