/** SQL of one member in the office: facts, timeline, notes, and what changed for open screens. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { MembershipStatus } from '../model/membership.ts';

/** What the office needs of a membership besides what the member reads. */
export interface MemberFacts {
  readonly market: Market;
  /** Id of the last event: a change of the membership raises it. */
  readonly version: number;
  /** Address of the account, or that of the membership. */
  readonly email: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Reads the facts of a membership of some markets. @returns null if there is none */
export const readMemberFacts = (db: Queryable, id: string, markets: readonly Market[]): Promise<MemberFacts | null> =>
  db.queryOne<MemberFacts>({
    name: 'office-member.readMemberFacts',
    text: `select m.market, (select coalesce(max(e.id), 0) from club_events e where e.membership_id = m.id) as version,
        coalesce((select u.email from customers u where u.id = m.customer_id and m.customer_id <> 0), m.details ->> 'email', '') as email,
        (select p.id from club_memberships p where p.market = any($2) and (coalesce(p.joined_at, p.created_at), p.id) > (coalesce(m.joined_at, m.created_at), m.id)
          order by coalesce(p.joined_at, p.created_at), p.id limit 1) as previous,
        (select n.id from club_memberships n where n.market = any($2) and (coalesce(n.joined_at, n.created_at), n.id) < (coalesce(m.joined_at, m.created_at), m.id)
          order by coalesce(n.joined_at, n.created_at) desc, n.id desc limit 1) as next
      from club_memberships m where m.id = $1 and m.market = any($2)`,
    values: [id, markets],
  });

export interface MemberEventRow {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads the last change of a membership, in the transaction that locked it. */
export const readLastMemberChange = (transaction: Transaction, id: string): Promise<MemberEventRow | null> =>
  transaction.queryOne<MemberEventRow>({
    name: 'office-member.readLastMemberChange',
    text: 'select id, at, event, data from club_events where membership_id = $1 order by id desc limit 1',
    values: [id],
  });

/** Lists the latest events of a membership, the newest first. */
export const memberEvents = (db: Queryable, id: string): Promise<MemberEventRow[]> =>
  db.queryMany<MemberEventRow>({
    name: 'office-member.memberEvents',
    text: 'select id, at, event, data from club_events where membership_id = $1 order by id desc limit 200',
    values: [id],
  });

export interface MemberNote {
  readonly id: number;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
}

/** Lists the notes about a membership, the newest first. */
export const memberNotes = (db: Queryable, id: string): Promise<MemberNote[]> =>
  db.queryMany<MemberNote>({
    name: 'office-member.memberNotes',
    text: 'select id, at, author, text from club_notes where membership_id = $1 order by id desc',
    values: [id],
  });

export const insertMemberNote = (
  transaction: Transaction,
  id: string,
  { staffId, author, text }: { readonly staffId: number; readonly author: string; readonly text: string },
): Promise<number> =>
  transaction.execute({
    name: 'office-member.insertMemberNote',
    text: 'insert into club_notes (membership_id, staff_id, author, text) values ($1, $2, $3, $4)',
    values: [id, staffId, author, text],
  });

/** An entry of the activity log that no event of the membership says. */
export interface MemberActivity {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly after: unknown;
}

/** Lists charges that staff asked for and links that they sent, the newest first. */
export const memberActivity = (db: Queryable, id: string): Promise<MemberActivity[]> =>
  db.queryMany<MemberActivity>({
    name: 'office-member.memberActivity',
    text: `select id, at, actor_name as actor, action, after from activity_log
      where subject_kind = 'membership' and subject_id = $1 and action in ('membership.charged', 'membership.link_sent') order by id desc`,
    values: [id],
  });

export interface FoundMember {
  readonly id: string;
  readonly market: Market;
  readonly customerId: number;
  readonly status: MembershipStatus;
  readonly name: string;
  /** Period and day of the next case, while one is planned. */
  readonly period: number | null;
  readonly dueOn: string | null;
  readonly remindedOn: string | null;
}

/** Finds memberships. @returns those of the markets */
export const findMembers = (db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<FoundMember[]> =>
  db.queryMany<FoundMember>({
    name: 'office-member.findMembers',
    text: `select m.id, m.market, m.customer_id as "customerId", m.status, trim(concat_ws(' ', m.details ->> 'firstName', m.details ->> 'lastName')) as name, d.period,
        d.due_on::text as "dueOn", d.reminded_on::text as "remindedOn"
      from club_memberships m left join club_deliveries d on d.membership_id = m.id and d.state = 'due'
      where m.id = any($1) and m.market = any($2)`,
    values: [ids, markets],
  });

/** Returns how many cases of an offer are left in a market. */
export async function casesLeft(db: Queryable, offerId: string, market: Market): Promise<number> {
  const row = await db.queryOne<{ left: number }>({
    name: 'office-member.casesLeft',
    text: `select greatest(0, s.level - s.reserved) as left from offers o join stock_levels s on s.product_id = o.product_id and s.market = $2 where o.offer_id = $1`,
    values: [offerId, market],
  });
  return row?.left ?? 0;
}

/** Lists the clubs of some markets by name. */
export const clubNames = (
  db: Queryable,
  markets: readonly Market[],
): Promise<{ readonly id: string; readonly name: string; readonly market: Market }[]> =>
  db.queryMany<{ readonly id: string; readonly name: string; readonly market: Market }>({
    name: 'office-member.clubNames',
    text: `select id, coalesce(record ->> 'name', id) as name, market from clubs where market = any($1) order by name, market, id`,
    values: [markets],
  });

/** Returns the number of the last event of any membership. */
export async function latestMemberEvent(db: Queryable): Promise<number> {
  const row = await db.queryOne<{ last: number }>({
    name: 'office-member.latestMemberEvent',
    text: 'select coalesce(max(id), 0) as last from club_events',
  });
  return row?.last ?? 0;
}

/** Lists the events of memberships after a number. */
export const memberEventsAfter = (
  db: Queryable,
  after: number,
): Promise<{ readonly number: number; readonly id: string; readonly event: string; readonly market: Market }[]> =>
  db.queryMany<{ readonly number: number; readonly id: string; readonly event: string; readonly market: Market }>({
    name: 'office-member.memberEventsAfter',
    text: `select e.id as number, e.membership_id as id, e.event, m.market from club_events e join club_memberships m on m.id = e.membership_id
      where e.id > $1 order by e.id limit 2000`,
    values: [after],
  });
