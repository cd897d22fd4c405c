/** Which faults stand beside the fields, and how they come and go while the shopper types. */
import type { CheckoutFieldName, FieldError } from './validate-details.ts';

/** A sentence by field; `place` stands under suburb, state and postcode together. */
export type FieldErrors = Partial<Record<CheckoutFieldName | 'place', string>>;

const PLACE_FIELDS: readonly CheckoutFieldName[] = ['suburb', 'state', 'postcode'];

/** Whether a field tells where the order goes. */
export const isLocalityField = (name: CheckoutFieldName): boolean => PLACE_FIELDS.includes(name);

/** All faults of a form. */
export const getFieldErrors = (found: readonly FieldError[]): FieldErrors =>
  Object.fromEntries(found.map(({ field, reason }) => [field, reason]));

/** After a key: a mended fault goes, one still there says why now, and what the server said of the place is to be judged anew. */
export function faultsAfterTyping(shown: FieldErrors, name: CheckoutFieldName, now: FieldErrors): FieldErrors {
  const { [name]: own, place, ...others } = shown;
  const reason = own === undefined ? undefined : now[name];
  return {
    ...others,
    ...(reason === undefined ? {} : { [name]: reason }),
    ...(place === undefined || isLocalityField(name) ? {} : { place }),
  };
}

/** After a field was left: what stands in it is judged; an empty field is not held against anyone yet. */
export function faultsAfterLeaving(shown: FieldErrors, name: CheckoutFieldName, isEmpty: boolean, now: FieldErrors): FieldErrors {
  const reason = now[name];
  return isEmpty || reason === undefined ? shown : { ...shown, [name]: reason };
}
