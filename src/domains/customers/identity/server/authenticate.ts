/** Finds out who a call comes from: authentication first, then ownership (DECISIONS.md "The wire"). */

import { ApiError } from '#lib/http/api-error.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { GUEST_SHOPPER, type Shopper } from '../model/shopper.ts';

/** Turns a bearer token into its customer, null where the token is not good. */
export type VerifyToken = (token: string, context: CallContext) => Promise<Shopper | null>;

export interface Authentication {
  /** The shopper of a call; a guest where there is no token. @throws Refused `token_invalid` */
  shopper(context: CallContext): Promise<Shopper>;
  /** The same, where the input claims a customer id. @throws Refused `token_missing`, `token_invalid`, `not_yours` */
  claimed(context: CallContext, customerId: number): Promise<Shopper>;
  /** The signed-in customer of a call. @throws Refused `token_missing`, `token_invalid` */
  customer(context: CallContext): Promise<Shopper>;
  /** The same, where the input names whose data is asked for. @throws Refused `token_missing`, `token_invalid`, `not_yours` */
  owner(context: CallContext, customerId: number): Promise<Shopper>;
}

export function authentication(verify: VerifyToken): Authentication {
  /** What a token was found to be, by the request that carries it. */
  const verifiedBy = new WeakMap<CallContext, Promise<Shopper | null>>();

  const shopper = async (context: CallContext): Promise<Shopper> => {
    if (context.bearer === null) return GUEST_SHOPPER;
    const verifying = verifiedBy.get(context) ?? verify(context.bearer, context);
    verifiedBy.set(context, verifying);
    const verified = await verifying;
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
