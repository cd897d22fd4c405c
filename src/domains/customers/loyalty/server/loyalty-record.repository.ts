/** SQL that imports and exports loyalty programmes and members' ledgers. */
import { defaultProgramme, LOYALTY } from '#domains/settings/model/groups/loyalty.ts';
import { readVersionsOf, rowInForce, SETTINGS_CHANGED } from '#domains/settings/server/setting.repository.ts';
import { writeSettings } from '#domains/settings/server/write-settings.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { LoyaltyLedgerRecord } from '../model/ledger-record.ts';
import { type LoyaltyConfig, type LoyaltyRecord, loyaltyRecord, toConfig, toProgramme } from '../model/programme.ts';

/** The programmes of a market: the one in force and those of earlier moments. */
export interface Programmes {
  readonly current: LoyaltyConfig;
  /** Returns the programme that was in force at a moment, in ms since 1970. */
  at(moment: number): LoyaltyConfig;
  /** Months in which spending counts or once counted. */
  readonly windows: readonly number[];
}

/** Reads the programmes of a market from the versions of the setting. Without one in force the default holds. */
export async function readProgrammes(db: Queryable, market: Market): Promise<Programmes> {
  const rows = await readVersionsOf(db, LOYALTY.id, market);
  const at = (moment: number): LoyaltyConfig => {
    const saved = LOYALTY.schema.safeParse(rowInForce(rows, moment)?.value);
    return toConfig(market, saved.success ? saved.data : defaultProgramme(market));
  };
  const now = Date.now();
  const began = rows.map(({ effective_from }) => effective_from.getTime()).filter((moment) => moment <= now);
  const windows = [Number.NEGATIVE_INFINITY, ...began].map((moment) => at(moment).windowMonths);
  return { current: at(now), at, windows: [...new Set(windows)] };
}

/** Reads the programme of a market that is in force. */
export const readProgramme = async (db: Queryable, market: Market): Promise<LoyaltyConfig> => (await readProgrammes(db, market)).current;

/** Imports programmes, each as a new version of the setting. The same one twice changes nothing. Scheduled changes stay. */
export async function writeProgrammes(
  transaction: Transaction,
  records: readonly LoyaltyRecord[],
): Promise<{ added: number; changed: number; unchanged: number }> {
  const written = { added: 0, changed: 0, unchanged: 0 };
  for (const record of records) {
    const { market } = record;
    const isNew = (rowInForce(await readVersionsOf(transaction, LOYALTY.id, market), Date.now())?.value ?? null) === null;
    const setting = { record: 'setting' as const, group: LOYALTY.id, scope: market, value: toProgramme(record), scheduled: [] };
    const { changed } = await writeSettings(transaction, [setting]);
    written[changed === 0 ? 'unchanged' : isNew ? 'added' : 'changed'] += 1;
  }
  return written;
}

/** The tiers of a stored value as records have them: coupons are an object of their own. */
const TIERS_SQL = `(select jsonb_agg(tier - 'birthday' - 'anniversary'
    || jsonb_build_object('couponValues', jsonb_build_object('birthday', tier->'birthday', 'anniversary', tier->'anniversary')) order by place)
  from jsonb_array_elements(value->'tiers') with ordinality tiers (tier, place))`;

/** Programmes in force as records. Markets with the default one have none. */
const PROGRAMMES_SQL = `select scope as market, (value - 'tiers') || jsonb_build_object('record', 'loyalty', 'market', scope, 'tiers', ${TIERS_SQL}) as record
  from (select distinct on (scope) scope, value from setting_versions where group_id = 'loyalty' and effective_from <= now()
    order by scope, effective_from desc, id desc) current where jsonb_typeof(value) = 'object'`;

/**
 * Reads programmes as records: $1 the key to continue after, $2 the limit. While a change is scheduled, the `setting` record carries the
 * programme, because this one has no field for it.
 */
export const PROGRAMME_EXPORT = `select market as key, record from (${PROGRAMMES_SQL}) programmes where market > $1
  and not exists (select 1 from setting_versions where group_id = 'loyalty' and scope = market and effective_from > now())
  order by market limit $2`;

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

/** Undoes an import of programmes. Versions are never deleted: a programme that an import added is followed by the default. */
export const PROGRAMME_UNDO = {
  keyOf: (record: unknown): string => loyaltyRecord.parse(record).market,
  byKeys: `select market as key, record from (${PROGRAMMES_SQL}) programmes where market = any($1)`,
  remove: [
    `with added as (
        insert into setting_versions (group_id, scope, revision, value, effective_from, author)
        select 'loyalty', scope, max(revision) + 1, null, now(), 'import' from setting_versions
        where group_id = 'loyalty' and scope = any($1) group by scope returning scope
      ) select pg_notify('${SETTINGS_CHANGED}', '') from added`,
  ],
} as const;
