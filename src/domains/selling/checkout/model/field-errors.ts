/** The errors that are shown at the fields, and how they change while the shopper types. */
import type { CheckoutFieldName, FieldError } from './validate-details.ts';

/** Error messages by field. `place` is shown below suburb, state and postcode together. */
export type FieldErrors = Partial<Record<CheckoutFieldName | 'place', string>>;

const PLACE_FIELDS: readonly CheckoutFieldName[] = ['suburb', 'state', 'postcode'];

/** Returns true if a field is part of the locality. */
export const isLocalityField = (name: CheckoutFieldName): boolean => PLACE_FIELDS.includes(name);

/** Returns all errors of a form. */
export const getFieldErrors = (found: readonly FieldError[]): FieldErrors =>
  Object.fromEntries(found.map(({ field, reason }) => [field, reason]));

/** Updates the shown errors after typing: removes fixed ones, rewrites those that remain, and drops the server's error of the locality. */
export function errorsAfterTyping(current: FieldErrors, name: CheckoutFieldName, now: FieldErrors): FieldErrors {
  const { [name]: own, place, ...others } = current;
  const reason = own === undefined ? undefined : now[name];
  return {
    ...others,
    ...(reason === undefined ? {} : { [name]: reason }),
    ...(place === undefined || isLocalityField(name) ? {} : { place }),
  };
}

/** Updates the shown errors after a field is left. An empty field gets no error yet. */
export function errorsAfterBlur(current: FieldErrors, name: CheckoutFieldName, isEmpty: boolean, now: FieldErrors): FieldErrors {
  const reason = now[name];
  return isEmpty || reason === undefined ? current : { ...current, [name]: reason };
}
