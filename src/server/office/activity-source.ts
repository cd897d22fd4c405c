/** Changes of the activity log as a source of live changes. It has every change of staff and commands. */
import { marketsOf } from '#domains/catalogue/model/audience.ts';
import { type ActivityChange, activityAfter, latestActivity } from '#domains/staff/server/activity-changes.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { AUDIENCES } from '#markets/audiences.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { ChangeSource } from './live-changes.ts';
import { isLiveKind } from './live-kinds.ts';

/** Returns the markets in which the record of an entry is. Empty for none, or if that is not known. */
function marketsIn({ market, audience, listed }: ActivityChange): readonly Market[] {
  const known = AUDIENCES.find((one) => one === audience);
  if (known !== undefined) return marketsOf(known);
  const named: readonly unknown[] = market === null ? (Array.isArray(listed) ? listed.flat() : []) : [market];
  return MARKETS.filter((one) => named.includes(one));
}

export const activitySource = (db: Queryable): ChangeSource => ({
  name: 'activity',
  latest: () => latestActivity(db),
  after: async (number) =>
    (await activityAfter(db, number)).flatMap((change) => {
      const { kind, id, event, staffId } = change;
      return isLiveKind(kind) ? [{ number: change.number, kind, id, event, markets: marketsIn(change), staffId }] : [];
    }),
});
