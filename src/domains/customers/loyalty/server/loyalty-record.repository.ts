/** SQL that imports and exports loyalty programmes and members' ledgers. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import type { LoyaltyLedgerRecord } from '../model/ledger-record.ts';
import { configOf, DEFAULT_PROGRAMMES, type LoyaltyConfig, type LoyaltyRecord, loyaltyRecord } from '../model/programme.ts';

/** Reads the programme of a market: the retailer's own, or the default one. */
export async function readProgramme(db: Queryable, market: Market): Promise<LoyaltyConfig> {
  const row = await db.queryOne<{ record: LoyaltyRecord }>({
    name: 'loyalty-record.readProgramme',
    text: 'select record from loyalty_programmes where market = $1',
    values: [market],
  });
  return configOf(row?.record ?? DEFAULT_PROGRAMMES[market]);
}

/** Imports programmes. The same one twice changes nothing. */
export async function writeProgrammes(
  transaction: Transaction,
  records: readonly LoyaltyRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const record of new Map(records.map((each) => [each.market, each])).values()) {
    const row = await transaction.queryOne<{ added: boolean }>({
      text: `insert into loyalty_programmes (market, record) values ($1, $2)
        on conflict (market) do update set record = excluded.record where loyalty_programmes.record <> excluded.record
        returning xmax = 0 as added`,
      values: [record.market, JSON.stringify(record)],
    });
    written[row ? (row.added ? 'added' : 'changed') : 'unchanged'] += 1;
  }
  written.unchanged += records.length - Math.min(records.length, MARKETS.length, written.added + written.changed + written.unchanged);
  return written;
}

/** Reads programmes as records: $1 the key to continue after, $2 the limit. */
export const PROGRAMME_EXPORT = 'select market as key, record from loyalty_programmes where market > $1 order by market limit $2';

const customerExists = async (db: Queryable, customerId: number): Promise<boolean> =>
  (await db.queryOne({ name: 'loyalty-record.customerExists', text: 'select 1 from customers where id = $1', values: [customerId] })) !==
  null;

/** Adds the rows of a record that are missing. @returns how many */
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
    name: 'loyalty-record.writeLedger.entries',
    text: `insert into loyalty_ledger (customer_id, market, kind, source, order_id, cents, tier, at)
      select $1, $2, kind, source, order_id, cents, tier, at from jsonb_populate_recordset(null::loyalty_ledger, $3::jsonb)
      on conflict do nothing`,
    values: [customerId, market, JSON.stringify(rows)],
  });
  const steps = tiers.map(({ from, to, at }) => ({ from_tier: from, to_tier: to, at }));
  const changed = await transaction.execute({
    name: 'loyalty-record.writeLedger.tiers',
    text: `insert into loyalty_tier_changes (customer_id, market, from_tier, to_tier, at)
      select $1, $2, given.from_tier, given.to_tier, given.at
      from jsonb_to_recordset($3::jsonb) as given (from_tier text, to_tier text, at timestamptz)
      where not exists (select 1 from loyalty_tier_changes t where t.customer_id = $1 and t.market = $2 and t.at = given.at and t.to_tier = given.to_tier)
      order by given.at`,
    values: [customerId, market, JSON.stringify(steps)],
  });
  return added + changed;
}

/** Imports ledgers. Skips unknown customers. @returns counts of ledgers with new rows and of others */
export async function writeLoyaltyLedgers(
  transaction: Transaction,
  records: readonly LoyaltyLedgerRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  let added = 0;
  for (const record of records)
    if ((await customerExists(transaction, record.customerId)) && (await writeLedger(transaction, record)) > 0) added += 1;
  return { added, changed: 0, unchanged: records.length - added };
}

/** Reads ledgers as records: $1 the key to continue after, $2 the limit. */
export const LOYALTY_LEDGER_EXPORT = `select key, record from (
    select lpad(m.customer_id::text, 10, '0') || m.market as key, json_build_object('record', 'loyalty-ledger', 'customerId', m.customer_id, 'market', m.market,
      'entries', (select coalesce(json_agg(case when l.kind = 'grant'
          then json_build_object('kind', l.kind, 'source', l.source, 'tier', l.tier, 'at', to_json(l.at))
          else json_build_object('kind', l.kind, 'source', l.source, 'orderId', l.order_id, 'amount', l.cents / 100.0, 'at', to_json(l.at)) end order by l.at, l.source), '[]')
        from loyalty_ledger l where l.customer_id = m.customer_id and l.market = m.market),
      'tiers', (select coalesce(json_agg(json_build_object('from', t.from_tier, 'to', t.to_tier, 'at', to_json(t.at)) order by t.id), '[]')
        from loyalty_tier_changes t where t.customer_id = m.customer_id and t.market = m.market)) as record
    from (select customer_id, market from loyalty_ledger union select customer_id, market from loyalty_tier_changes) m
  ) rows where key > $1 order by key limit $2`;

/** Undoes an import of programmes. */
export const PROGRAMME_UNDO = {
  keyOf: (record: unknown): string => loyaltyRecord.parse(record).market,
  byKeys: 'select market as key, record from loyalty_programmes where market = any($1)',
  remove: ['delete from loyalty_programmes where market = any($1)'],
} as const;
