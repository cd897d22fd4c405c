/** Reads from the raw input whose data a request concerns, because ownership is checked before the input is validated. */
import { z } from 'zod';
import { customerIdOf } from '#domains/discovery/favourites/server/favourite.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import type { EndpointSpec } from '#lib/define-contract.ts';

/** Input fields with a customer's id; 0 is a guest [API-13, API-73]. */
export const CUSTOMER_FIELDS = ['customerID', 'customerId', 'bigcommerceId'] as const;
/** Input field with a customer's `sub` or a guest's id [FAV-6]. */
const SUBJECT_FIELD = 'user_id';
/** An id that no customer has, so that the check fails for everyone. */
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
  const existing = await customerIdOf(db, subject);
  return existing ?? (z.uuid().safeParse(subject).success ? 0 : NOBODY);
}
