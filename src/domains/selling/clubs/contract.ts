/** The endpoints of wine clubs. */
import { z } from 'zod';
import { TOKEN_ERRORS } from '#domains/customers/identity/model/errors.ts';
import { deliveryDetails } from '#domains/selling/checkout/contract.ts';
import { DETAILS_ERRORS, LOCALITY_ERRORS } from '#domains/selling/checkout/messages/errors.ts';
import { calls } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { CHOICE_ERRORS, CLUB_CLOSED, CLUB_ERRORS, JOIN_ERRORS, MEMBERSHIP_ERRORS } from './messages.ts';
import { clubLine, clubView, frequencyView, variantView } from './model/club-view.ts';
import { DELIVERY_STATES, MEMBER_ACTIONS, MEMBERSHIP_EVENTS, MEMBERSHIP_STATUSES, STATUS_REASONS } from './model/membership.ts';

const REFERENCE = '[CLUB-2, CLUB-3, CLUB-4, CLUB-7]';
const day = z.string().describe('ISO date in the market');
const choice = { clubId: z.string().max(64), variantId: z.string().max(64), frequencyId: z.string().max(64) };

/** The costs of a delivery. */
const charge = z.object({
  price: z.number(),
  shippingTotal: z.number(),
  isFreeShipping: z.boolean(),
  total: z.number(),
  taxTotal: z.number().describe('Tax included in the total'),
});

const quote = charge.extend({
  nextOn: day.describe('Date of the second charge'),
  remindDays: z.number().int(),
  agreement: z.string().describe('Text that the member agrees to'),
});
export type ClubQuote = z.output<typeof quote>;

const delivery = z.object({
  period: z.number().int().describe('1 for the first delivery'),
  on: day,
  state: z.enum(DELIVERY_STATES),
  total: z.number().nullable().describe('Paid amount'),
  orderNumber: z.number().int().nullable(),
  orderUrl: z.string().nullable(),
});

const membership = z.object({
  id: z.uuid(),
  status: z.enum(MEMBERSHIP_STATUSES),
  reason: z.enum(STATUS_REASONS).nullable().describe('Reason why the membership is paused or has ended'),
  actions: z.array(z.enum(MEMBER_ACTIONS)).describe('Actions available to the member'),
  club: z.object({ id: z.string(), name: z.string(), path: z.string() }),
  variant: z.object({ id: z.string(), label: z.string(), price: z.number(), imageUrl: z.string().nullable() }),
  frequency: frequencyView,
  variants: z.array(variantView).describe('Variants that it can be changed to; empty if the club is gone'),
  frequencies: z.array(frequencyView),
  card: z
    .object({ id: z.uuid(), brand: z.string(), last4: z.string(), expiryMonth: z.number().int(), expiryYear: z.number().int() })
    .nullable()
    .describe('Null if the card is no longer stored'),
  address: deliveryDetails,
  joinedAt: z.string().nullable().describe('ISO time'),
  next: charge.extend({ period: z.number().int(), on: day.describe('Date of charge and dispatch') }).nullable(),
  skipped: z
    .object({ period: z.number().int(), on: day, until: day.describe('Last day on which it can be restored') })
    .nullable()
    .describe('Last skipped delivery, while it can be restored'),
  /** Why the next delivery is delayed: the card was declined, or the case is sold out. `tries` counts the failed attempts. */
  problem: z.object({ of: z.enum(['card', 'stock']), tries: z.number().int() }).nullable(),
  deliveries: z.array(delivery).describe('Newest first'),
  history: z.array(z.object({ at: z.string(), event: z.enum(MEMBERSHIP_EVENTS), words: z.string() })).describe('Newest first'),
});
export type MembershipView = z.output<typeof membership>;

const changed = {
  output: z.object({ data: membership }),
  method: 'POST',
  requiresAuth: true,
  mutates: true,
  handlesRepeats: true,
  reference: REFERENCE,
} as const;
const membershipId = z.uuid();
const CHANGE_ERRORS = { ...TOKEN_ERRORS, ...MEMBERSHIP_ERRORS } as const;

export const wineClubContract = calls({
  clubs: {
    method: 'GET',
    path: '/api/wine-clubs',
    summary: 'Returns the clubs of a site',
    reference: '[CLUB-1, CLUB-3]',
    input: z.object({}),
    output: z.object({
      data: z.array(clubLine),
      remindDays: z.number().int().describe('Days between the reminder and the charge for members who join now'),
    }),
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  club: {
    method: 'GET',
    path: '/api/wine-clubs/club',
    summary: 'Returns a club, also if it is closed',
    reference: '[CLUB-1, CLUB-6]',
    input: z.object({ slug: z.string().max(64) }),
    output: z.object({ data: clubView }),
    mutates: false,
    errors: { ...TOKEN_ERRORS, ...CLUB_ERRORS },
  },
  quote: {
    method: 'GET',
    path: '/api/wine-clubs/quote',
    summary: 'Returns the price of a delivery to a state, the date of the next charge and the terms',
    reference: REFERENCE,
    input: z.object({ ...choice, state: z.string().max(10).default('').describe('State code of the delivery address') }),
    output: z.object({ data: quote }),
    mutates: false,
    errors: { ...CHOICE_ERRORS, ...CLUB_CLOSED },
  },
});

/** Endpoints of a signed-in customer: join, and the actions of the account page [CLUB-2, CLUB-4]. */
export const membershipContract = calls({
  join: {
    method: 'POST',
    path: '/api/wine-clubs/join',
    summary: 'Joins a club: orders and pays the first delivery as in the checkout. Repeats return the same result',
    reference: REFERENCE,
    input: z.object({
      ...choice,
      details: deliveryDetails,
      dateOfBirth: z.union([z.literal(''), z.iso.date('must be a date')]),
      agrees: z.boolean().describe('Agreement to the terms of the quote'),
      expectedTotal: z.number().nonnegative().max(10_000_000).describe('Total that the member saw'),
      instrumentId: z
        .uuid()
        .nullable()
        .default(null)
        .describe("Stored card, charged immediately; null for the gateway's page, which stores its card"),
    }),
    output: z.object({
      data: z.object({
        membershipId,
        status: z.enum(['active', 'pay']),
        nextUrl: z
          .string()
          .describe(
            "`active`: /wine-clubs/success?membership={id}. `pay`: the gateway's page, which returns to /wine-clubs/checkout/return?membership={id}",
          ),
      }),
    }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...TOKEN_ERRORS,
      ...JOIN_ERRORS,
      ...DETAILS_ERRORS,
      total_changed: LOCALITY_ERRORS.total_changed,
      card_not_found: LOCALITY_ERRORS.card_not_found,
      not_enough_stock: { status: 422, title: '<offer> has sold out. Please choose another case.' },
      payment_unavailable: LOCALITY_ERRORS.payment_unavailable,
    },
  },
  settle: {
    method: 'POST',
    path: '/api/wine-clubs/settle',
    summary: "Reads the status of the first payment after the gateway's page, and starts a paid membership",
    reference: REFERENCE,
    input: z.object({ membershipId }),
    output: z.object({
      data: z.object({
        status: z.enum(['active', 'open', 'cancelled']),
        nextUrl: z.string().describe('Success page, payment page while the payment is open, otherwise the club page'),
      }),
    }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...TOKEN_ERRORS,
      membership_not_found: MEMBERSHIP_ERRORS.membership_not_found,
      payment_unavailable: LOCALITY_ERRORS.payment_unavailable,
    },
  },
  memberships: {
    method: 'GET',
    path: '/api/wine-clubs/memberships',
    summary: "Returns the customer's memberships in the market with deliveries and available actions",
    reference: REFERENCE,
    input: z.object({}),
    output: z.object({ data: z.array(membership) }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  skip: {
    ...changed,
    path: '/api/wine-clubs/skip',
    summary: 'Skips one delivery. Repeats return the same result',
    input: z.object({ membershipId, period: z.number().int().min(1).describe('Next delivery as the member saw it') }),
    errors: CHANGE_ERRORS,
  },
  unskip: {
    ...changed,
    path: '/api/wine-clubs/unskip',
    summary: 'Restores a skipped delivery until the day before its charge. Repeats return the same result',
    input: z.object({ membershipId, period: z.number().int().min(1) }),
    errors: CHANGE_ERRORS,
  },
  pause: {
    ...changed,
    path: '/api/wine-clubs/pause',
    summary: 'Pauses deliveries until the member resumes',
    input: z.object({ membershipId }),
    errors: CHANGE_ERRORS,
  },
  resume: {
    ...changed,
    path: '/api/wine-clubs/resume',
    summary: 'Resumes deliveries on the first scheduled day that leaves time for the reminder',
    input: z.object({ membershipId }),
    errors: {
      ...CHANGE_ERRORS,
      club_closed: { status: 409, title: 'This club sends no more cases for now.' },
      card_missing: { status: 422, title: 'Please choose a card for this membership first.' },
    },
  },
  swap: {
    ...changed,
    path: '/api/wine-clubs/swap',
    summary: 'Changes variant or frequency from the next delivery on',
    input: z.object({ membershipId, variantId: choice.variantId, frequencyId: choice.frequencyId }),
    errors: { ...CHANGE_ERRORS, ...CHOICE_ERRORS },
  },
  changeCard: {
    ...changed,
    path: '/api/wine-clubs/card',
    summary: 'Changes the card of the membership; retries a declined charge the next day',
    input: z.object({ membershipId, instrumentId: z.uuid() }),
    errors: { ...CHANGE_ERRORS, card_not_found: LOCALITY_ERRORS.card_not_found },
  },
  changeAddress: {
    ...changed,
    path: '/api/wine-clubs/address',
    summary: 'Changes the delivery address to another address of the account',
    input: z.object({ membershipId, addressId: z.number().int().min(1).max(2_147_483_647) }),
    errors: {
      ...CHANGE_ERRORS,
      address_not_found: { status: 404, title: 'There is no such address.' },
      address_mismatch: DETAILS_ERRORS.address_mismatch,
      no_delivery: DETAILS_ERRORS.no_delivery,
    },
  },
  cancel: {
    ...changed,
    path: '/api/wine-clubs/cancel',
    summary: 'Cancels the membership; no further charges',
    input: z.object({ membershipId, why: storableText(500).default('').describe('Optional reason') }),
    errors: CHANGE_ERRORS,
  },
});
