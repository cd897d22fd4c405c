/** Handlers of the card contract. */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { Failure, ok } from '#lib/result.ts';
import type { cardContract } from '../card-contract.ts';
import { completeCardSetup, startCardSetup } from './card-setups.ts';
import { instrumentsOf } from './instrument.repository.ts';

export const cardHandlers = (deps: ClubDeps, auth: Authentication): Handlers<typeof cardContract> => ({
  async add({ membershipId }, context) {
    const { customerId } = await auth.customer(context);
    const { origin, site, idempotencyKey: key } = context;
    const started = await startCardSetup(deps.checkout, { customerId, market: site.market, membershipId, key, origin });
    return started instanceof Failure ? started : ok({ data: started });
  },

  async settle({ setupId }, context) {
    const owner = { customerId: (await auth.customer(context)).customerId, market: context.site.market };
    const completed = await completeCardSetup(deps, setupId, owner);
    if (completed instanceof Failure) return completed;
    const { status, instrumentId, paysClub } = completed;
    const card = (await instrumentsOf(deps.checkout.database, owner)).find(({ id }) => id === instrumentId) ?? null;
    return ok({ data: { status, card, paysClub } });
  },
});
