/** Handlers of the public endpoints of clubs. */
import type { CatalogueHit } from '#domains/catalogue/contract.ts';
import { offerIdsOf } from '#domains/content/model/offer-ids.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { formatMoney, toCents } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { formatDay, todayIn } from '#markets/market-day.ts';
import type { wineClubContract } from '../contract.ts';
import { formatAgreement } from '../messages.ts';
import { chargeFor, viewCharge } from '../model/charge.ts';
import { type FindCase, lineOfClub, viewClub } from '../model/club-view.ts';
import type { ClubRecord } from '../model/record.ts';
import { deliveryDay } from '../model/schedule.ts';
import { clubById, clubBySlug, clubsOf } from './club.repository.ts';
import type { ClubRuleReader } from './club-rules.ts';

/** Reads an offer that a shopper may buy now. @returns null if it is hidden from the shopper */
export type FindHit = (market: Market, shopper: Shopper, offerId: string) => CatalogueHit | null;

/** Reads the cases of variants that a shopper may see. */
export const createFindCase =
  (findHit: FindHit, market: Market, shopper: Shopper): FindCase =>
  (offerId) => {
    const hit = findHit(market, shopper, offerId);
    return (
      hit && {
        offerId,
        url: hit.url,
        imageUrl: hit.imageUrl,
        packSize: hit.packSize,
        packPrice: hit.packPrice,
        isSoldOut: hit.inventoryStatus === 'SOLD_OUT',
      }
    );
  };

export interface WineClubServices {
  readonly database: Database;
  readonly auth: Authentication;
  /** Reads the offers that `findHit` is asked for, if the search index is still being built. */
  readonly load: (offerIds: readonly string[]) => Promise<void>;
  readonly findHit: FindHit;
  readonly clubRules: ClubRuleReader['clubRules'];
}

export function wineClubHandlers({ database, auth, load, findHit, clubRules }: WineClubServices): Handlers<typeof wineClubContract> {
  const findCaseFor = async (context: CallContext, clubs: readonly ClubRecord[]): Promise<FindCase> => {
    await load(clubs.flatMap((club) => [...offerIdsOf(club), ...club.variants.map(({ offerId }) => offerId)]));
    return createFindCase(findHit, context.site.market, await auth.shopper(context));
  };

  return {
    async clubs(_, context) {
      const { market, kind } = context.site;
      const clubs = (await clubsOf(database, market, kind)).map(({ club }) => club);
      const findCase = await findCaseFor(context, clubs);
      return ok({ data: clubs.map((club) => lineOfClub(club, findCase)), remindDays: clubRules(market).remindDays });
    },

    async club({ slug }, context) {
      const { market, kind } = context.site;
      const found = await clubBySlug(database, market, kind, slug);
      if (!found) return fail('club_not_found');
      return ok({ data: viewClub(found.club, found.changedAt, await findCaseFor(context, [found.club])) });
    },

    async quote({ clubId, variantId, frequencyId, state }, context) {
      const { market } = context.site;
      const found = await clubById(database, market, clubId);
      if (!found || found.club.state === 'draft') return fail('club_not_found');
      if (found.club.state === 'closed') return fail('club_closed');
      const variant = found.club.variants.find(({ id }) => id === variantId);
      if (!variant) return fail('variant_not_found');
      const frequency = found.club.frequencies.find(({ id }) => id === frequencyId);
      if (!frequency) return fail('frequency_not_found');
      const charge = chargeFor(context.terms, toCents(variant.price), state);
      const nextOn = deliveryDay(todayIn(market, new Date()), 1, frequency);
      const { locale, currency } = getMarketConfig(market);
      const { remindDays } = clubRules(market);
      return ok({
        data: {
          ...viewCharge(charge),
          nextOn,
          remindDays,
          agreement: formatAgreement({
            club: found.club.name,
            often: frequency.label.toLowerCase(),
            amount: formatMoney(charge.totalCents, locale, currency),
            next: formatDay(market, nextOn),
            remindDays,
          }),
        },
      });
    },
  };
}
