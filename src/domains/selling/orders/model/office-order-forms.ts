/** What staff enter about orders. The contract and the forms share it. */
import { z } from 'zod';
import { DETAIL_LENGTHS } from '#domains/selling/checkout/model/field-lengths.ts';
import { orderFormErrors } from '../messages/office-errors.ts';

export const MAX_CARRIER_LENGTH = 100;
const MAX_NOTE_LENGTH = 2_000;
const MAX_TAG_LENGTH = 40;

// Texts are stored: PostgreSQL takes neither NUL nor lone surrogates.
const storable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
const text = (length: number, missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .trim()
    .max(length, orderFormErrors.tooLong(length))
    .refine(storable, 'must not have characters that cannot be stored');

export const shipmentFields = z.object({
  carrier: text(MAX_CARRIER_LENGTH, orderFormErrors.carrier).refine((name) => name !== '', orderFormErrors.carrier),
  trackingNumber: text(MAX_CARRIER_LENGTH).default(''),
  trackingUrl: text(300)
    .refine((url) => url === '' || /^https:\/\/\S{3,}$/.test(url), orderFormErrors.trackingUrl)
    .default(''),
});

/** Lines by position, from 0. */
export const requestedLines = z
  .array(z.object({ position: z.number().int().min(0).max(9_999), quantity: z.number().int().min(1).max(99_999) }))
  .min(1)
  .max(500);

export const refundFields = z.object({
  all: z.boolean().default(false).describe('Everything that is left; the other fields are ignored'),
  lines: requestedLines.or(z.tuple([])).default([]),
  shipping: z.boolean().default(false).describe('The delivery charge'),
  amountCents: z.number().int().min(0).max(100_000_000).default(0).describe('An amount without a line'),
  restock: z.boolean().default(false).describe('Cases that were sent are back and go on sale'),
});

/** Refunds by hand count no claims, so that staff can give more than was paid if they mean to. */
export const knowsGiven = z
  .boolean()
  .default(false)
  .describe('True if the person read what was already given for claims on the order. Required if something was');

const detail = (name: keyof typeof DETAIL_LENGTHS) => text(DETAIL_LENGTHS[name]).default('');
/** To whom, where and how an order is delivered. The rules of the checkout decide what may be empty. */
export const deliveryFields = z.object({
  firstName: detail('firstName'),
  lastName: detail('lastName'),
  phone: detail('phone'),
  address: detail('address'),
  suburb: detail('suburb'),
  state: detail('state'),
  postcode: detail('postcode'),
  instructions: detail('instructions'),
  authorityToLeave: z.boolean().default(false),
  giftMessage: detail('giftMessage'),
});

const day = z.union([z.literal(''), z.iso.date('must be a day such as 2026-12-01')]).optional();
/** When an order is delivered. Left out to leave it as it is, empty for as soon as possible. */
export const timingFields = z.object({
  deliveryDay: day.describe('Day of the delivery. Left out to leave it as it is, empty for as soon as possible'),
  holdUntil: day.describe('Day until which the order is held. Left out to leave it as it is, empty for as soon as possible'),
});

export type DeliveryFields = z.output<typeof deliveryFields>;
/** The delivery of an order, with the day on which it is sent if somebody chose when. */
export type TimedDelivery = DeliveryFields & z.output<typeof timingFields> & { readonly dispatchOn?: string | undefined };

export const noteText = text(MAX_NOTE_LENGTH).refine((note) => note !== '', orderFormErrors.note);

/** Tags are compared as they are written, in small letters. */
export const tagName = text(MAX_TAG_LENGTH)
  .transform((tag) =>
    tag
      .toLowerCase()
      .replace(/[,\s]+/g, ' ')
      .trim(),
  )
  .pipe(z.string().min(1, orderFormErrors.tag));
