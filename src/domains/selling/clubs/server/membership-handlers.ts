/** Handlers of joining and of the account's memberships. Only the token decides whose membership it is. */

import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { validateDetails, validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import { findOrder } from '#domains/selling/checkout/server/order.repository.ts';
import { confirmOrderPayment } from '#domains/selling/checkout/server/order-payment.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import { refusePostcode } from '#domains/selling/shipping/model/zones.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { toCents } from '#lib/money.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { MembershipView, membershipContract } from '../contract.ts';
import { clubPath } from '../model/club-view.ts';
import { type ClubDeps, termsOf, todayOf } from './club-deps.ts';
import { createFindCase, type FindHit } from './club-handlers.ts';
import { joinClub, successUrl } from './join.ts';
import { cancel, changeAddress, changeCard, type MembershipActionInput, pause, resume, skip, swap, unskip } from './member-actions.ts';
import { deliveriesOf, findMembership, type Membership, membershipsOf } from './membership.repository.ts';
import { viewMembership } from './membership-view.ts';

export interface MembershipServices {
  readonly deps: ClubDeps;
  readonly auth: Authentication;
  readonly findHit: FindHit;
  readonly localities: LocalityTables;
}

export function membershipHandlers({ deps, auth, findHit, localities }: MembershipServices): Handlers<typeof membershipContract> {
  const { database, paymentMethods } = deps.checkout;

  /** Finds a membership of the caller. */
  const own = async (id: string, { customerId }: Shopper, { site }: CallContext) => {
    const membership = await findMembership(database, id);
    return membership?.customerId === customerId && membership.market === site.market ? membership : fail('membership_not_found');
  };
  const show = (membership: Membership, shopper: Shopper): Promise<MembershipView> =>
    viewMembership(database, paymentMethods, membership, createFindCase(findHit, membership.market, shopper), {
      now: deps.now(),
      sellingTerms: deps.sellingTerms,
    });

  /** Runs an action and returns the membership after it. */
  const changed = async <I extends { readonly membershipId: string }, Rejected extends Failure = never>(
    input: I,
    context: CallContext,
    act: (input: MembershipActionInput) => Promise<Rejected | null>,
  ) => {
    const shopper = await auth.customer(context);
    const { membershipId } = input;
    const rejected = await act({
      membershipId,
      customerId: shopper.customerId,
      market: context.site.market,
      key: context.idempotencyKey,
      input,
    });
    if (rejected) return rejected;
    const membership = await own(membershipId, shopper, context);
    return membership instanceof Failure ? membership : ok({ data: await show(membership, shopper) });
  };

  return {
    async join({ details, dateOfBirth, agrees, expectedTotal, instrumentId, ...choice }, context) {
      const { customerId } = await auth.customer(context);
      const { market } = context.site;
      const { club, variant, frequency } = await termsOf(database, { market, ...choice });
      if (!club || club.state === 'draft') return fail('club_not_found');
      if (club.state === 'closed') return fail('club_closed');
      if (club.state === 'full') return fail('club_full');
      if (!variant) return fail('variant_not_found');
      if (!frequency) return fail('frequency_not_found');
      const errors = validateDetails(market, details, dateOfBirth, todayOf(deps, market));
      const [error] = errors;
      if (errors.length === 1 && error?.field === 'dateOfBirth' && dateOfBirth !== '') return fail('under_age');
      if (error) return fail('details_invalid', { reason: errors.map(({ reason }) => reason).join(' ') });
      if (validateLocality(market, details, localities[market])) return fail('address_mismatch');
      const unserved = refusePostcode(deps.sellingTerms(market), details.postcode);
      if (unserved !== null) return fail('no_delivery', { reason: unserved });
      if (!agrees) return fail('not_agreed');
      if (instrumentId !== null && (await paymentMethods.gatewayToken(database, { customerId, market }, instrumentId)) === null)
        return fail('card_not_found');
      const joined = await joinClub(deps, {
        customerId,
        market,
        club,
        variant,
        frequency,
        details,
        expectedCents: toCents(expectedTotal),
        instrumentId,
        key: context.idempotencyKey,
        input: { ...choice, details, instrumentId },
        origin: context.origin,
      });
      if (joined instanceof Failure) return joined;
      const { membershipId, kind } = joined;
      return ok({ data: { membershipId, status: kind, nextUrl: kind === 'pay' ? joined.payUrl : successUrl(membershipId) } });
    },

    async settle({ membershipId }, context) {
      const membership = await own(membershipId, await auth.customer(context), context);
      if (membership instanceof Failure) return membership;
      const { club } = await termsOf(database, membership);
      const back = club ? clubPath(club.slug) : '/wine-clubs';
      const first = (await deliveriesOf(database, membershipId)).find(({ period }) => period === 1);
      const order = first?.orderId ? await findOrder(database, first.orderId) : null;
      if (!order) return ok({ data: { status: 'cancelled', nextUrl: back } });
      const status = await confirmOrderPayment(deps.checkout, order).catch(() => null);
      if (status === null) return fail('payment_unavailable');
      if (status === 'paid') return ok({ data: { status: 'active', nextUrl: successUrl(membershipId) } });
      return ok({ data: { status, nextUrl: status === 'open' ? (order.paymentUrl ?? back) : back } });
    },

    async memberships(_, context) {
      const shopper = await auth.customer(context);
      const found = await membershipsOf(database, shopper.customerId, context.site.market);
      const data: MembershipView[] = [];
      for (const membership of found) data.push(await show(membership, shopper));
      return ok({ data });
    },

    skip: (input, context) => changed(input, context, (action) => skip(deps, action, input.period)),
    unskip: (input, context) => changed(input, context, (action) => unskip(deps, action, input.period)),
    pause: (input, context) => changed(input, context, (action) => pause(deps, action)),
    resume: (input, context) => changed(input, context, (action) => resume(deps, action)),
    swap: (input, context) => changed(input, context, (action) => swap(deps, action, input.variantId, input.frequencyId)),
    changeCard: (input, context) => changed(input, context, (action) => changeCard(deps, action, input.instrumentId)),
    changeAddress: (input, context) => changed(input, context, (action) => changeAddress(deps, action, input.addressId, localities)),
    cancel: (input, context) => changed(input, context, (action) => cancel(deps, action, input.why)),
  };
}
