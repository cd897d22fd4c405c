/** Authenticates calls: first the token, then ownership [ACC-3, ACC-4]. */

import { ApiError } from '#lib/http/api-error.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { GUEST_SHOPPER, type Shopper } from '../model/shopper.ts';
import type { Customer } from './customer.repository.ts';

/** Verifies a bearer token. @returns null if the token is not valid, 'unavailable' if the identity service did not respond */
export type VerifyToken = (token: string, context: CallContext) => Promise<Shopper | 'unavailable' | null>;

export interface Authentication {
  /** Returns the shopper of a call; a guest if it has no token. @throws ApiError `token_invalid`, `sign_in_unavailable` */
  shopper(context: CallContext): Promise<Shopper>;
  /**
   * Like `shopper`, for input that names a customer id.
   * @throws ApiError `token_missing`, `token_invalid`, `not_yours`
   */
  claimed(context: CallContext, customerId: number): Promise<Shopper>;
  /** Returns the signed-in customer of a call [ID-27]. @throws ApiError `token_missing`, `token_invalid` */
  customer(context: CallContext): Promise<Shopper>;
  /** Like `customer`, with the customer's record. @throws ApiError `token_missing`, `token_invalid` */
  account(context: CallContext): Promise<Customer>;
  /**
   * Like `customer`, for input that names the owner of the data.
   * @throws ApiError `token_missing`, `token_invalid`, `not_yours`
   */
  owner(context: CallContext, customerId: number): Promise<Shopper>;
}

/** Creates the authentication of calls. @param findCustomer returns null if the customer was deleted */
export function authentication(verify: VerifyToken, findCustomer: (id: number) => Promise<Customer | null>): Authentication {
  /** Verification results by request, so that each token is verified once. */
  const verifiedBy = new WeakMap<CallContext, ReturnType<VerifyToken>>();

  const shopper = async (context: CallContext): Promise<Shopper> => {
    if (context.bearer === null) return GUEST_SHOPPER;
    const verifying = verifiedBy.get(context) ?? verify(context.bearer, context);
    verifiedBy.set(context, verifying);
    const verified = await verifying;
    if (verified === 'unavailable') throw new ApiError('sign_in_unavailable');
    if (!verified) throw new ApiError('token_invalid');
    return verified;
  };
  const customer = async (context: CallContext): Promise<Shopper> => {
    if (context.bearer === null) throw new ApiError('token_missing');
    return shopper(context);
  };
  return {
    shopper,
    customer,
    async account(context) {
      const found = await findCustomer((await customer(context)).customerId);
      if (!found) throw new ApiError('token_invalid');
      return found;
    },
    async owner(context, customerId) {
      const found = await customer(context);
      if (found.customerId !== customerId) throw new ApiError('not_yours');
      return found;
    },
    async claimed(context, customerId) {
      if (customerId !== 0 && context.bearer === null) throw new ApiError('token_missing');
      const found = await shopper(context);
      if (customerId !== 0 && found.customerId !== customerId) throw new ApiError('not_yours');
      return found;
    },
  };
}
