/** Members' ledgers in and out of the interchange format. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { LoyaltyLedgerRecord } from '../model/ledger-record.ts';

const isKnown = async (db: Queryable, customerId: number): Promise<boolean> =>
  (await db.queryOne({ name: 'loyalty.customer', text: 'select 1 from customers where id = $1', values: [customerId] })) !== null;

/** Adds what of a record the books do not have yet. Gives how many rows that were. */
async function writeLedger(transaction: Transaction, { customerId, market, entries, tiers }: LoyaltyLedgerRecord): Promise<number> {
  const rows = entries.map((entry) => ({
    kind: entry.kind,
    source: entry.source,
    order_id: entry.kind === 'grant' ? null : entry.orderId,
    cents: entry.kind === 'grant' ? 0 : Math.round(entry.amount * 100),
    tier: entry.kind === 'grant' ? entry.tier : null,
    at: entry.at,
  }));
  const added = await transaction.execute({
    name: 'loyalty.write_ledger',
    text: `insert into loyalty_ledger (customer_id, market, kind, source, order_id, cents, tier, at)
      select $1, $2, kind, source, order_id, cents, tier, at from jsonb_populate_recordset(null::loyalty_ledger, $3::jsonb)
      on conflict do nothing`,
    values: [customerId, market, JSON.stringify(rows)],
  });
  const steps = tiers.map(({ from, to, at }) => ({ from_tier: from, to_tier: to, at }));
  const changed = await transaction.execute({
    name: 'loyalty.write_tiers',
    text: `insert into loyalty_tiers (customer_id, market, from_tier, to_tier, at)
      select $1, $2, given.from_tier, given.to_tier, given.at
      from jsonb_to_recordset($3::jsonb) as given (from_tier text, to_tier text, at timestamptz)
      where not exists (select 1 from loyalty_tiers t where t.customer_id = $1 and t.market = $2 and t.at = given.at and t.to_tier = given.to_tier)
      order by given.at`,
    values: [customerId, market, JSON.stringify(steps)],
  });
  return added + changed;
}

/** Write ledgers; those of nobody in the shop are left out. Gives how many said something new. */
export async function writeLoyaltyLedgers(
  transaction: Transaction,
  records: readonly LoyaltyLedgerRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let added = 0;
  for (const record of records)
    if ((await isKnown(transaction, record.customerId)) && (await writeLedger(transaction, record)) > 0) added += 1;
  return { added, changed: 0, unchanged: records.length - added };
}

/** The statement that reads them: $1 the key to go on after, $2 how many. */
export const LOYALTY_LEDGER_EXPORT = `select key, record from (
    select lpad(m.customer_id::text, 10, '0') || m.market as key, json_build_object('record', 'loyalty-ledger', 'customerId', m.customer_id, 'market', m.market,
      'entries', (select coalesce(json_agg(case when l.kind = 'grant'
          then json_build_object('kind', l.kind, 'source', l.source, 'tier', l.tier, 'at', to_json(l.at))
          else json_build_object('kind', l.kind, 'source', l.source, 'orderId', l.order_id, 'amount', l.cents / 100.0, 'at', to_json(l.at)) end order by l.at, l.source), '[]')
        from loyalty_ledger l where l.customer_id = m.customer_id and l.market = m.market),
      'tiers', (select coalesce(json_agg(json_build_object('from', t.from_tier, 'to', t.to_tier, 'at', to_json(t.at)) order by t.id), '[]')
        from loyalty_tiers t where t.customer_id = m.customer_id and t.market = m.market)) as record
    from (select customer_id, market from loyalty_ledger union select customer_id, market from loyalty_tiers) m
  ) rows where key > $1 order by key limit $2`;
