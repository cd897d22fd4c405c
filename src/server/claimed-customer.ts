/** Reads from the raw input whose data a request concerns, because ownership is checked before the input is validated. */
import { z } from 'zod';
import { customerIdOf } from '#domains/discovery/favourites/server/favourites-repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';

/** Input fields that hold a customer's id; 0 is a guest. */
export const CUSTOMER_FIELDS = ['customerID', 'customerId', 'bigcommerceId'] as const;
/** The input field that holds a customer's `sub`, or the id that a browser keeps for a guest. */
const SUBJECT_FIELD = 'user_id';
/** No customer has this id, so it belongs to nobody who asks. */
const NOBODY = -1;

/** @returns the id of the customer that the input names, 0 if it names none */
export async function claimedCustomer(db: Queryable, spec: EndpointSpec, input: unknown): Promise<number> {
  if (typeof input !== 'object' || input === null) return 0;
  const values = new Map(Object.entries(input));
  const field = CUSTOMER_FIELDS.find((name) => name in spec.input.shape);
  if (field !== undefined) {
    const id = Number(values.get(field));
    return Number.isSafeInteger(id) && id > 0 ? id : 0;
  }
  const subject: unknown = SUBJECT_FIELD in spec.input.shape ? values.get(SUBJECT_FIELD) : undefined;
  if (typeof subject !== 'string' || subject === '') return 0;
  const known = await customerIdOf(db, subject);
  return known ?? (z.uuid().safeParse(subject).success ? 0 : NOBODY);
}
