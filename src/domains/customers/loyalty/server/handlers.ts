/** The calls of loyalty. */

import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import type { PromotionRecord } from '#domains/selling/promotions/model/promotion-record.ts';
import type { Database, Queryable } from '#lib/db/pool.ts';
import { ok } from '#lib/define-contract.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { toDecimal } from '#lib/money.ts';
import type { loyaltyContract, MemberView } from '../contract.ts';
import type { Occasion } from '../model/programme.ts';
import { type Member, recalculateTier, type TierReachedHandler } from './ledger.ts';
import { programmeOf } from './programmes.ts';
import { tierOfCode } from './tier-code.ts';

/** Entries and changes that are told. */
const SHOWN = 50;

async function entriesOf(db: Queryable, { customerId, market }: Member): Promise<MemberView['entries']> {
  const rows = await db.queryMany<{ kind: 'spend' | 'refund'; at: Date; cents: number; number: number | null }>({
    name: 'loyalty.entries',
    text: `select l.kind, l.at, l.cents, o.number from loyalty_ledger l left join orders o on o.id = l.order_id
      where l.customer_id = $1 and l.market = $2 and l.kind <> 'grant' order by l.at desc, l.id desc limit ${SHOWN}`,
    values: [customerId, market],
  });
  return rows.map(({ kind, at, cents, number }) => ({ kind, at: at.toISOString(), amount: toDecimal(cents), orderNumber: number }));
}

async function changesOf(db: Queryable, { customerId, market }: Member): Promise<MemberView['changes']> {
  const rows = await db.queryMany<{ at: Date; from: MemberView['tier']; to: MemberView['tier'] }>({
    name: 'loyalty.changes',
    text: `select at, from_tier as "from", to_tier as "to" from loyalty_tiers where customer_id = $1 and market = $2 order by id desc limit ${SHOWN}`,
    values: [customerId, market],
  });
  return rows.map(({ at, from, to }) => ({ at: at.toISOString(), from, to }));
}

async function couponsOf(db: Queryable, { customerId, market }: Member): Promise<MemberView['coupons']> {
  const rows = await db.queryMany<{ occasion: Occasion; record: PromotionRecord; used: boolean }>({
    name: 'loyalty.coupons',
    text: `select l.occasion, p.record, exists (select 1 from orders o where o.customer_id = l.customer_id and o.number is not null
        and o.status not in ('Cancelled', 'Declined') and l.promotion_id = any(o.coupon_ids)) as used
      from loyalty_coupons l join promotions p on p.id = l.promotion_id
      where l.customer_id = $1 and l.market = $2 order by l.issued_at desc limit ${SHOWN}`,
    values: [customerId, market],
  });
  return rows.map(({ occasion, record, used }) => {
    const [action] = record.actions;
    const endsAt = record.endsAt ?? '';
    return {
      code: record.code ?? '',
      occasion,
      ...(action?.kind === 'percentage'
        ? { amount: action.percent, discountKind: 'percentage' as const }
        : { amount: action?.kind === 'amount' ? action.amount : 0, discountKind: 'dollar_value' as const }),
      endsAt,
      state: used ? 'used' : Date.parse(endsAt) <= Date.now() ? 'ended' : 'open',
    };
  });
}

export interface LoyaltyParts {
  readonly database: Database;
  readonly auth: Authentication;
  /** Signs the codes of tier pages. */
  readonly codeSecret: () => Promise<string>;
  readonly onReached: TierReachedHandler;
}

export function loyaltyHandlers({ database, auth, codeSecret, onReached }: LoyaltyParts): Handlers<typeof loyaltyContract> {
  return {
    async config(_, context) {
      return ok(await programmeOf(database, context.site.market));
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
          entries: await entriesOf(database, member),
          changes: await changesOf(database, member),
          coupons: await couponsOf(database, member),
        },
      });
    },

    async tierOfCode({ code }) {
      return ok({ data: { tier: tierOfCode(await codeSecret(), code) } });
    },
  };
}
