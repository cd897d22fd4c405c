/** Validates addresses of an account. Pure: callers pass the table of localities. */
import { z } from 'zod';
import { isLocalityField } from '#domains/selling/checkout/model/field-errors.ts';
import { recipientErrors, validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import type { LocalityTable } from '#domains/selling/shipping/model/localities.ts';
import { storableText } from '#lib/is-storable-text.ts';
import type { Market } from '#markets/market.ts';

/** Fields that a customer enters. */
export const addressFields = z.object({
  firstName: storableText(60),
  lastName: storableText(60),
  phone: storableText(30),
  address: storableText(120),
  suburb: storableText(60).default(''),
  state: storableText(3).default(''),
  postcode: storableText(10),
  instructions: storableText(250).default(''),
});
export type AddressFields = z.output<typeof addressFields>;

export const storedAddress = addressFields.extend({ id: z.number().int(), isDefault: z.boolean() });
export type StoredAddress = z.output<typeof storedAddress>;

/** Maximum number of addresses per customer and market. */
export const MAX_ADDRESSES = 50;

/** Returns the message of the first invalid field, or null. Suburb, state and postcode are checked last and together. */
export function findAddressError(market: Market, fields: AddressFields, table: LocalityTable): string | null {
  const error = recipientErrors(market, fields).find(({ field }) => !isLocalityField(field));
  return error?.reason ?? validateLocality(market, fields, table);
}
