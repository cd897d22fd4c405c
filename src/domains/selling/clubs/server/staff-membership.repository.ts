/** The SQL of memberships for staff commands. */

import type { Queryable } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { MembershipStatus } from '../model/membership.ts';

export interface StaffLine {
  readonly id: string;
  readonly market: Market;
  readonly club: string;
  readonly email: string;
  readonly status: MembershipStatus;
  readonly reason: string | null;
  readonly variant: string;
  readonly frequency: string;
  readonly paid: number;
  /** ISO day of the next charge, or null if none is due. */
  readonly next: string | null;
  readonly cardTries: number;
  readonly stockTries: number;
}

/** Lists memberships, the newest first. Null matches any market or status. */
export const staffMemberships = (
  db: Queryable,
  input: {
    readonly market: Market | null;
    readonly status: MembershipStatus | null;
    readonly email: string | null;
    readonly limit: number;
  },
): Promise<StaffLine[]> =>
  db.queryMany<StaffLine>({
    text: `select m.id, m.market, m.club_id as club, coalesce(c.email, '') as email, m.status, m.reason, m.variant_id as variant, m.frequency_id as frequency,
        (select count(*)::int from club_deliveries p where p.membership_id = m.id and p.state = 'paid') as paid,
        case when m.status = 'active' then coalesce(d.retry_on, d.due_on)::text end as next,
        coalesce(d.card_attempts, 0) as "cardTries", coalesce(d.stock_attempts, 0) as "stockTries"
      from club_memberships m left join customers c on c.id = m.customer_id left join club_deliveries d on d.membership_id = m.id and d.state = 'due'
      where ($1::text is null or m.market = $1) and ($2::text is null or m.status = $2)
        and ($3::text is null or strpos(lower(c.email), lower($3)) > 0) order by m.created_at desc, m.id limit $4`,
    values: [input.market, input.status, input.email, input.limit],
  });

export interface StaffHistory {
  readonly deliveries: readonly { readonly period: number; readonly on: string; readonly state: string; readonly number: number | null }[];
  readonly events: readonly { readonly at: Date; readonly event: string; readonly data: Readonly<Record<string, unknown>> }[];
}

/** Lists the events of a membership, the oldest first. */
export async function staffHistory(db: Queryable, membershipId: string): Promise<StaffHistory> {
  return {
    deliveries: await db.queryMany({
      text: `select d.period, coalesce(d.retry_on, d.due_on)::text as on, d.state, o.number from club_deliveries d left join orders o on o.id = d.order_id
        where d.membership_id = $1 order by d.period`,
      values: [membershipId],
    }),
    events: await db.queryMany({
      text: 'select at, event, data from club_events where membership_id = $1 order by id',
      values: [membershipId],
    }),
  };
}
