/** The calls that add a card. */
import type { Authentication } from '../../identity/server/authenticate.ts';
import { answer } from '../../platform/contract.ts';
import type { Handlers } from '../../platform/server/http/register-calls.ts';
import type { ClubDesk } from '../../wine-club/server/club-desk.ts';
import type { cardCalls } from '../card-contract.ts';
import { beginCard, settleCard } from './card-setups.ts';
import { instrumentsOf } from './instruments.ts';

export const cardHandlers = (desk: ClubDesk, auth: Authentication): Handlers<typeof cardCalls> => ({
  async add({ membershipId }, context) {
    const { customerId } = await auth.customer(context);
    const { origin, site, idempotencyKey: key } = context;
    return answer({ data: await beginCard(desk.books, { customerId, market: site.market, membershipId, key, origin }) });
  },

  async settle({ setupId }, context) {
    const owner = { customerId: (await auth.customer(context)).customerId, market: context.site.market };
    const { status, instrumentId, paysClub } = await settleCard(desk, setupId, owner);
    const card = (await instrumentsOf(desk.books.database, owner)).find(({ id }) => id === instrumentId) ?? null;
    return answer({ data: { status, card, paysClub } });
  },
});
