/** SQL of what the activity log has gained, for open screens of the office. */
import type { Queryable } from '#lib/db/pool.ts';
import type { ActionName } from '../messages/activity.ts';

export interface ActivityChange {
  readonly number: number;
  readonly kind: string;
  readonly id: string;
  /** What happened, without the kind: `changed`. */
  readonly event: string;
  /** Who made it. Null for what the shop did for somebody, whose screens learn of it like all others. */
  readonly staffId: number | null;
  /** Market of the entry. Null for what concerns several, or none. */
  readonly market: string | null;
  /** Audience of a wine whose entry has no market. */
  readonly audience: string | null;
  /** Lists of the markets of a page, its draft or a customer as they are now, and of a redirect before and after the change. */
  readonly listed: unknown;
}

/** Actions that change nothing that a screen shows. */
const UNSEEN = [
  'customer.data_exported',
  'gift_card.printed',
  'gift_card.revealed',
  'setting.tested',
  'staff.sign_in_failed',
  'staff.signed_in',
  'staff.signed_out',
  'staff.stepped_up',
] as const satisfies readonly ActionName[];

/** Returns the number of the last entry. */
export async function latestActivity(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'activity-changes.latestActivity',
    text: 'select coalesce(max(id), 0) as last from activity_log',
  });
  return row?.last ?? 0;
}

/** Lists the entries after a number that changed a record, with what says in which markets that record is. */
export const activityAfter = (db: Queryable, after: number): Promise<ActivityChange[]> =>
  db.queryMany<ActivityChange>({
    name: 'activity-changes.activityAfter',
    text: `select a.id as number, a.subject_kind as kind, a.subject_id as id, split_part(a.action, '.', 2) as event,
        case when a.actor_kind <> 'system' then a.staff_id end as "staffId", a.market,
        case when a.market is null and a.subject_kind = 'offer' then (select o.audience from offers o where o.offer_id = a.subject_id) end as audience,
        case when a.market is null then jsonb_build_array(
          case when a.subject_kind = 'page' then (select p.record -> 'markets' from pages p where p.id = a.subject_id) end,
          case when a.subject_kind = 'page' then (select d.record -> 'markets' from page_drafts d where d.page_id = a.subject_id) end,
          case when a.subject_kind = 'redirect' then a.before -> 'markets' end,
          case when a.subject_kind = 'redirect' then a.after -> 'markets' end,
          case when a.subject_kind = 'customer' then (select jsonb_agg(s.market) from customer_summaries s
            where s.customer_id = case when a.subject_id ~ '^[0-9]{1,9}$' then a.subject_id::integer end) end
        ) end as listed
      from activity_log a where a.id > $1 and a.subject_id <> 'list' and a.action <> all($2) order by a.id limit 2000`,
    values: [after, UNSEEN],
  });
