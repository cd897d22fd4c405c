/** Contract of the account pages: profile, addresses [ACC-3], cards [ACC-4], orders [ACC-5], sessions and personal data. */
import { z } from 'zod';
import {
  OWNERSHIP_ERRORS,
  PASSWORD_ERRORS,
  TOKEN_ERRORS,
  TOO_MANY_ATTEMPTS,
  WRONG_PASSWORD,
} from '#domains/customers/identity/model/errors.ts';
import { nameField, user } from '#domains/customers/identity/model/user.ts';
import { ADDRESS_MISMATCH } from '#domains/selling/checkout/messages/errors.ts';
import { ORDER_STATUS_GROUPS, ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { MEMBERSHIP_ERRORS } from '#domains/selling/clubs/messages.ts';
import { orderView } from '#domains/selling/orders/contract.ts';
import { calls, type ErrorSpec } from '#lib/define-contract.ts';
import { storableText } from '#lib/is-storable-text.ts';
import { addressFields, storedAddress } from './model/address.ts';

const customerID = z.coerce.number().int().min(0).max(2_147_483_647);
const addressId = z.coerce.number().int().min(1).max(2_147_483_647);
const password = z.string().max(1_000);
const flag = z.union([z.boolean(), z.stringbool()]).default(false).describe('true or false');

export const storedInstrument = z.object({
  id: z.uuid(),
  brand: z.string(),
  last4: z.string(),
  expiryMonth: z.number().int(),
  expiryYear: z.number().int(),
  is_default: z.boolean(),
});
export type StoredInstrument = z.output<typeof storedInstrument>;

const profile = user.extend({
  phone: z.string(),
  createdAt: z.string(),
  /** False if the account uses social sign-in only. */
  hasPassword: z.boolean(),
  providers: z.array(z.string()).describe('Social sign-in services of the customer'),
  emailProblem: z.enum(['bounce', 'complaint']).nullable().describe('Why email to this address is stopped; null if it is not'),
});
export type Profile = z.output<typeof profile>;

const orderSummary = z.object({
  id: z.uuid(),
  number: z.number().int(),
  status: z.enum(ORDER_STATUS_NAMES),
  statusGroup: z.enum(ORDER_STATUS_GROUPS),
  placedAt: z.string(),
  total: z.number(),
  cases: z.number().int().describe('Excludes gift cards'),
  names: z.array(z.string()).describe('First products of the order'),
  imageUrls: z.array(z.string()),
});
export type OrderSummary = z.output<typeof orderSummary>;

const session = z.object({
  id: z.string(),
  isThis: z.boolean().describe('The session of this request'),
  device: z.string().describe('Firefox on Linux'),
  method: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});

const NO_ADDRESS = { status: 404, title: 'There is no such address.' } as const satisfies ErrorSpec;
const NO_INSTRUMENT = { status: 404, title: 'There is no such card.' } as const satisfies ErrorSpec;

export const accountContract = calls({
  /** [API-61] */
  addresses: {
    method: 'GET',
    path: '/api/get-addresses-by-customerid',
    summary: "Returns the customer's addresses in the market, default first",
    reference: '[ACC-3, API-61]',
    input: z.object({ customerID }),
    output: z.object({ data: z.array(storedAddress) }),
    requiresAuth: true,
    mutates: false,
    errors: OWNERSHIP_ERRORS,
  },
  /** [API-62] */
  instruments: {
    method: 'GET',
    path: '/api/get-stored-instruments-by-customerid',
    summary: "Returns the customer's stored cards in the market without their numbers, default first",
    reference: '[ACC-4, API-62]',
    input: z.object({ customerID, defaultOnly: flag }),
    output: z.object({ data: z.array(storedInstrument) }),
    requiresAuth: true,
    mutates: false,
    errors: OWNERSHIP_ERRORS,
  },
  profile: {
    method: 'GET',
    path: '/api/account/profile',
    summary: 'Returns the profile of the customer',
    reference: '[ACC-7]',
    input: z.object({}),
    output: z.object({ data: profile }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  saveProfile: {
    method: 'POST',
    path: '/api/account/profile',
    summary: 'Saves names, phone number and birthday',
    reference: '[ACC-7]',
    input: z.object({
      givenName: nameField,
      familyName: nameField,
      phone: storableText(30).default(''),
      birthday: z.iso.date().nullable().default(null),
    }),
    output: z.object({ data: profile }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...TOKEN_ERRORS, phone_invalid: { status: 422, title: '<reason>' } },
  },
  saveConsent: {
    method: 'POST',
    path: '/api/account/consent',
    summary: 'Gives or withdraws consent to marketing by email and SMS. Records time and wording',
    reference: '[ACC-15]',
    input: z.object({ email: z.boolean(), sms: z.boolean() }),
    output: z.object({ data: profile }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: TOKEN_ERRORS,
  },
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    summary: 'Changes the password and signs out all other devices',
    reference: '[ACC-10]',
    input: z.object({ currentPassword: password.default(''), newPassword: password }),
    output: z.object({ data: z.object({ ended: z.number().int().describe('Number of sessions that were ended') }) }),
    requiresAuth: true,
    mutates: true,
    errors: { ...TOKEN_ERRORS, ...PASSWORD_ERRORS, wrong_password: WRONG_PASSWORD, too_many_attempts: TOO_MANY_ATTEMPTS },
  },
  sendVerification: {
    method: 'POST',
    path: '/api/account/verification',
    summary: 'Sends the verification email again',
    reference: '[ID-48]',
    input: z.object({}),
    output: z.object({ data: z.object({ sent: z.boolean() }) }),
    requiresAuth: true,
    mutates: true,
    errors: { ...TOKEN_ERRORS, too_many_attempts: TOO_MANY_ATTEMPTS },
  },
  saveAddress: {
    method: 'POST',
    path: '/api/account/address',
    summary: 'Adds an address, or changes the one with the given id. The first address is the default',
    reference: '[ACC-8, CHK-18]',
    input: addressFields.extend({ id: addressId.nullable().default(null), isDefault: z.boolean().default(false) }),
    output: z.object({ data: z.array(storedAddress) }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: {
      ...TOKEN_ERRORS,
      address_not_found: NO_ADDRESS,
      address_invalid: { status: 422, title: '<reason>' },
      address_mismatch: { status: 422, title: ADDRESS_MISMATCH },
      too_many_addresses: { status: 422, title: 'That is more addresses than we can keep. Please remove one first.' },
    },
  },
  removeAddress: {
    method: 'POST',
    path: '/api/account/address/remove',
    summary: 'Removes an address',
    reference: '[ACC-8]',
    input: z.object({ id: addressId }),
    output: z.object({ data: z.array(storedAddress) }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...TOKEN_ERRORS, address_not_found: NO_ADDRESS },
  },
  defaultAddress: {
    method: 'POST',
    path: '/api/account/address/default',
    summary: 'Sets the default address',
    reference: '[ACC-8]',
    input: z.object({ id: addressId }),
    output: z.object({ data: z.array(storedAddress) }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...TOKEN_ERRORS, address_not_found: NO_ADDRESS },
  },
  removeInstrument: {
    method: 'POST',
    path: '/api/account/instrument/remove',
    summary: 'Removes a stored card. A card that pays for a wine club needs agreement',
    reference: '[ACC-9]',
    input: z.object({
      id: z.uuid(),
      agreed: z.boolean().default(false).describe('The customer agreed to what happens to the clubs that the card pays for'),
    }),
    output: z.object({ data: z.array(storedInstrument) }),
    requiresAuth: true,
    mutates: true,
    errors: {
      ...TOKEN_ERRORS,
      instrument_not_found: NO_INSTRUMENT,
      card_pays_club: { status: 409, title: 'Your <card> pays for <clubs>. <then>' },
      payment_unavailable: MEMBERSHIP_ERRORS.payment_unavailable,
    },
  },
  defaultInstrument: {
    method: 'POST',
    path: '/api/account/instrument/default',
    summary: 'Sets the default card',
    reference: '[ACC-9]',
    input: z.object({ id: z.uuid() }),
    output: z.object({ data: z.array(storedInstrument) }),
    requiresAuth: true,
    mutates: true,
    handlesRepeats: true,
    errors: { ...TOKEN_ERRORS, instrument_not_found: NO_INSTRUMENT },
  },
  orders: {
    method: 'GET',
    path: '/api/account/orders',
    summary: "Returns the customer's orders in the market, newest first, 30 per page",
    reference: '[ACC-5]',
    input: z.object({
      before: z.coerce.number().int().min(1).max(2_147_483_647).optional().describe('Returns orders with a lower number'),
    }),
    output: z.object({ data: z.array(orderSummary), more: z.boolean() }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  order: {
    method: 'GET',
    path: '/api/account/order',
    summary: 'Returns one order of the customer with its history, oldest first',
    reference: '[ACC-5]',
    input: z.object({ id: z.uuid() }),
    output: z.object({ data: orderView }),
    requiresAuth: true,
    mutates: false,
    errors: { ...TOKEN_ERRORS, order_not_found: { status: 404, title: 'There is no such order.' } },
  },
  sessions: {
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Returns the sessions of the customer, last used first',
    reference: '[ACC-11]',
    input: z.object({}),
    output: z.object({ data: z.array(session) }),
    requiresAuth: true,
    mutates: false,
    errors: TOKEN_ERRORS,
  },
  endSessions: {
    method: 'POST',
    path: '/api/account/sessions/end',
    summary: 'Ends one session, or all others if no id is given',
    reference: '[ACC-11]',
    input: z.object({ id: storableText(100).optional() }),
    output: z.object({ data: z.object({ ended: z.number().int() }) }),
    requiresAuth: true,
    mutates: true,
    errors: TOKEN_ERRORS,
  },
  myData: {
    method: 'GET',
    path: '/api/account/data',
    summary: 'Returns all personal data of the customer, grouped by kind',
    reference: '[ACC-12]',
    input: z.object({}),
    output: z.object({ data: z.record(z.string(), z.unknown()) }),
    requiresAuth: true,
    mutates: false,
    rateLimitPerMinute: 30,
    errors: TOKEN_ERRORS,
  },
  remove: {
    method: 'POST',
    path: '/api/account/delete',
    summary: 'Deletes the account and anonymises its orders',
    reference: '[ACC-13]',
    input: z.object({ password: password.default(''), confirm: z.literal(true, 'must be true: the account cannot be brought back') }),
    output: z.object({ data: z.object({ deleted: z.literal(true) }) }),
    requiresAuth: true,
    mutates: true,
    errors: { ...TOKEN_ERRORS, wrong_password: WRONG_PASSWORD, too_many_attempts: TOO_MANY_ATTEMPTS },
  },
});
