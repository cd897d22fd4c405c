/** SQL of the contacts that the CRM has accepted. */
import type { Database } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';

const BATCH_SIZE = 100;

export interface ClaimedContact {
  readonly customer_id: number;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly loyalty_tier: string;
  /** `marketing_email_consent`, `…_at`, `…_wording`, of each channel that has an entry. */
  readonly consents: Readonly<Record<string, string>>;
  readonly state: string;
}

/** Returns the latest consent or withdrawal of each channel. Notifications count while a device of the customer is subscribed. */
const CONSENTS = `(select coalesce(jsonb_object_agg('marketing_' || l.channel || '_consent' || p.suffix, p.value), '{}') from (
    select distinct on (k.channel) k.channel, k.wording, k.at,
      case when k.channel = 'push' then exists (select 1 from push_subscriptions s where s.customer_id = c.id) else k.granted end as granted
    from marketing_consents k where k.customer_id = c.id order by k.channel, k.at desc, k.id desc) l
  cross join lateral (values ('', l.granted::text), ('_at', to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), ('_wording', l.wording))
    as p (suffix, value))`;

/** Claims customers whose data differs from what the CRM last accepted, by moving their next attempt. */
export const claimContacts = (database: Database, market: Market): Promise<ClaimedContact[]> =>
  database.queryMany<ClaimedContact>({
    name: 'contact.claimContacts',
    text: `with facts as (select c.id as customer_id, c.email, c.given_name as firstname, c.family_name as lastname, initcap(m.tier) as loyalty_tier,
        ${CONSENTS} as consents
        from customers c join customer_markets m on m.customer_id = c.id and m.market = $1 where c.email_verified),
      state as (select f.*, md5(concat_ws('|', email, firstname, lastname, loyalty_tier, consents::text)) as state from facts f),
      due as (select s.* from state s left join crm_contacts k on k.customer_id = s.customer_id and k.market = $1
        where k.last_sent_state is distinct from s.state and coalesce(k.next_attempt_at, now()) <= now() order by s.customer_id limit $2),
      claimed as (insert into crm_contacts (customer_id, market, next_attempt_at, attempts) select customer_id, $1, now() + interval '1 minute', 1 from due
        on conflict (customer_id, market) do update set attempts = crm_contacts.attempts + 1,
          next_attempt_at = now() + make_interval(secs => least(3600, 30 * power(2, least(crm_contacts.attempts, 10))))
          where crm_contacts.next_attempt_at <= now() returning customer_id)
      select due.* from due join claimed using (customer_id)`,
    values: [market, BATCH_SIZE],
  });

/** Saves that the CRM has accepted this state of the contacts. */
export async function markSent(
  database: Database,
  market: Market,
  rows: readonly Pick<ClaimedContact, 'customer_id' | 'state'>[],
): Promise<void> {
  await database.execute({
    text: `update crm_contacts k set last_sent_state = given.state, attempts = 0, next_attempt_at = now() from jsonb_to_recordset($2::jsonb) as given (customer_id integer, state text)
      where k.customer_id = given.customer_id and k.market = $1`,
    values: [market, JSON.stringify(rows.map(({ customer_id, state }) => ({ customer_id, state })))],
  });
}

interface ReadContactRow {
  readonly customer_id: number;
  readonly contact_id: string | null;
  readonly eligible: boolean;
}

/** Saves the ids of contacts, and the eligibility that the CRM decided. */
export async function saveContacts(database: Database, market: Market, read: readonly ReadContactRow[]): Promise<void> {
  await database.execute({
    name: 'contact.saveContacts',
    text: `update customer_markets m set contact_id = coalesce(m.contact_id, given.contact_id), crm_eligible = given.eligible
      from jsonb_to_recordset($2::jsonb) as given (customer_id integer, contact_id text, eligible boolean)
      where m.customer_id = given.customer_id and m.market = $1
        and (m.contact_id is null and given.contact_id is not null or m.crm_eligible is distinct from given.eligible)`,
    values: [market, JSON.stringify(read)],
  });
}
