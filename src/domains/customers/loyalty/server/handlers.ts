/** Handlers of the loyalty contract. */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { LOYALTY } from '#domains/settings/model/groups/loyalty.ts';
import { type PreviewDeps, settingsPreviewedBy } from '#domains/settings/server/settings-preview.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import { ok } from '#lib/result.ts';
import type { loyaltyContract } from '../contract.ts';
import { toConfig } from '../model/programme.ts';
import { listCoupons, listEntries, listTierChanges, type Member } from './loyalty.repository.ts';
import { recalculateTier, type TierReachedHandler } from './recalculate-tier.ts';
import { tierOfCode } from './tier-code.ts';

export interface LoyaltyParts extends PreviewDeps {
  readonly auth: Authentication;
  /** Secret that signs the codes of tier pages [LOY-18]. */
  readonly codeSecret: () => Promise<string>;
  readonly onReached: TierReachedHandler;
}

export function loyaltyHandlers({ database, settings, auth, codeSecret, onReached }: LoyaltyParts): Handlers<typeof loyaltyContract> {
  return {
    async config({ preview }, { site: { market } }) {
      const previewed = preview === undefined ? null : await settingsPreviewedBy({ database, settings }, preview);
      return ok(toConfig(market, (previewed ?? settings.current()).read(LOYALTY, market)));
    },

    async member(_, context) {
      const { customerId } = await auth.customer(context);
      const member: Member = { customerId, market: context.site.market };
      const { tier, spentCents, next, lessAt } = await recalculateTier(database, member, onReached);
      return ok({
        data: {
          tier,
          spent: toDecimal(spentCents),
          next: next && { tier: next.tier, missing: toDecimal(next.missingCents) },
          lessAt: lessAt === null ? null : new Date(lessAt).toISOString(),
          entries: await listEntries(database, member),
          changes: await listTierChanges(database, member),
          coupons: await listCoupons(database, member),
        },
      });
    },

    async tierOfCode({ code }) {
      return ok({ data: { tier: tierOfCode(await codeSecret(), code) } });
    },
  };
}
