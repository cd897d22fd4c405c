/** Reads memberships as interchange records, and writes missing ones. */

import type { Transaction } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { MembershipRecord } from '../model/membership-record.ts';

/** SQL that reads at most $2 memberships after the key $1. Excludes orders that are being paid, because they may still be cancelled. */
export const MEMBERSHIP_EXPORT = `select m.id::text as key, json_build_object('record', 'membership', 'id', m.id, 'market', m.market,
    'customer', (select c.email from customers c where c.id = m.customer_id), 'clubId', m.club_id, 'variantId', m.variant_id,
    'frequencyId', m.frequency_id, 'status', m.status, 'reason', m.reason, 'details', m.details,
    'card', (select i.gateway_token from stored_instruments i where i.id = m.instrument_id), 'anchorOn', m.anchor_on, 'joinedAt', m.joined_at,
    'createdAt', m.created_at,
    'deliveries', (select coalesce(json_agg(json_build_object('id', d.id, 'period', d.period, 'slot', d.slot, 'dueOn', d.due_on, 'state', d.state,
      'remindedOn', d.reminded_on, 'priceCents', d.price_cents, 'orderId', (select o.id from orders o where o.id = d.order_id and o.number is not null),
      'cardTries', d.card_attempts, 'cardFailedOn', d.card_failed_on, 'stockTries', d.stock_attempts, 'stockFailedOn', d.stock_failed_on, 'tryOn', d.retry_on)
      order by d.period), '[]') from club_deliveries d where d.membership_id = m.id),
    'events', (select coalesce(json_agg(json_build_object('at', e.at, 'event', e.event, 'data', e.data) order by e.id), '[]')
      from club_events e where e.membership_id = m.id)) as record
  from club_memberships m where m.id::text > $1 order by m.id::text limit $2`;

/** Inserts a missing membership. @returns false if it exists */
async function writeMembership(transaction: Transaction, record: MembershipRecord): Promise<boolean> {
  const added = await transaction.execute({
    text: `insert into club_memberships (id, market, customer_id, club_id, variant_id, frequency_id, status, reason, details, instrument_id, anchor_on, joined_at, created_at)
      select $1, $2, coalesce(c.id, 0), $4, $5, $6, $7, $8, $9, (select i.id from stored_instruments i where i.customer_id = c.id and i.market = $2
        and i.gateway_token = $10 order by i.created_at, i.id limit 1), $11, $12, $13
      from (select 1) one left join customers c on c.email_key = $3 on conflict do nothing`,
    values: [
      record.id,
      record.market,
      record.customer === null ? null : emailKey(record.customer),
      record.clubId,
      record.variantId,
      record.frequencyId,
      record.status,
      record.reason,
      JSON.stringify(record.details),
      record.card,
      record.anchorOn,
      record.joinedAt,
      record.createdAt,
    ],
  });
  if (added === 0) return false;
  await transaction.execute({
    text: `insert into club_deliveries (id, membership_id, period, slot, due_on, state, reminded_on, price_cents, order_id, card_attempts, card_failed_on,
        stock_attempts, stock_failed_on, retry_on)
      select r.id, $1, r.period, r.slot, r."dueOn", r.state, r."remindedOn", r."priceCents", r."orderId", r."cardTries", r."cardFailedOn",
        r."stockTries", r."stockFailedOn", r."tryOn"
      from jsonb_to_recordset($2::jsonb) as r (id uuid, period int, slot int, "dueOn" date, state text, "remindedOn" date, "priceCents" int,
        "orderId" uuid, "cardTries" int, "cardFailedOn" date, "stockTries" int, "stockFailedOn" date, "tryOn" date)`,
    values: [record.id, JSON.stringify(record.deliveries)],
  });
  await transaction.execute({
    text: `insert into club_events (membership_id, at, event, data) select $1, (r.e->>'at')::timestamptz, r.e->>'event', r.e->'data'
      from jsonb_array_elements($2::jsonb) with ordinality as r (e, n) order by r.n`,
    values: [record.id, JSON.stringify(record.events)],
  });
  return true;
}

/** Inserts missing memberships. Skips one that exists, and one whose customer is in the club already. */
export async function writeMemberships(
  transaction: Transaction,
  records: readonly MembershipRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let added = 0;
  for (const record of records) if (await writeMembership(transaction, record)) added += 1;
  return { added, changed: 0, unchanged: records.length - added };
}
