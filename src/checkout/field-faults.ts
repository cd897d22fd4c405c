/** Which faults stand beside the fields, and how they come and go while the shopper types. */
import type { DetailFault, DetailField } from './validate-details.ts';

/** A sentence by field; `place` stands under suburb, state and postcode together. */
export type Faults = Partial<Record<DetailField | 'place', string>>;

const PLACE_FIELDS: readonly DetailField[] = ['suburb', 'state', 'postcode'];

/** Whether a field tells where the order goes. */
export const isPlaceField = (name: DetailField): boolean => PLACE_FIELDS.includes(name);

/** All faults of a form. */
export const faultsOf = (found: readonly DetailFault[]): Faults => Object.fromEntries(found.map(({ field, reason }) => [field, reason]));

/** After a key: a mended fault goes, one still there says why now, and what the server said of the place is to be judged anew. */
export function faultsAfterTyping(shown: Faults, name: DetailField, now: Faults): Faults {
  const { [name]: own, place, ...others } = shown;
  const reason = own === undefined ? undefined : now[name];
  return {
    ...others,
    ...(reason === undefined ? {} : { [name]: reason }),
    ...(place === undefined || isPlaceField(name) ? {} : { place }),
  };
}

/** After a field was left: what stands in it is judged; an empty field is not held against anyone yet. */
export function faultsAfterLeaving(shown: Faults, name: DetailField, isEmpty: boolean, now: Faults): Faults {
  const reason = now[name];
  return isEmpty || reason === undefined ? shown : { ...shown, [name]: reason };
}
