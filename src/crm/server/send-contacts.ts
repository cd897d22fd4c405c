/** Brings the CRM up to date: customers who differ from what it was last told are sent, until it takes them. */
import type { Config } from '../../platform/server/config.ts';
import type { Database } from '../../platform/server/database/pool.ts';
import { crmMarkets, upsertContacts } from './hubspot.ts';

const AT_ONCE = 100;

interface Row {
  readonly customer_id: number;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly loyalty_tier: string;
  readonly state: string;
}

/**
 * One round: rows are claimed by moving their next try on, so that two processes send different ones and a killed one's are sent
 * later. Gives how many were taken.
 */
export async function sendContacts(database: Database, config: Config): Promise<number> {
  let taken = 0;
  for (const market of crmMarkets(config)) {
    const rows = await database.rows<Row>({
      name: 'crm.claim',
      text: `with state as (select c.id as customer_id, c.email, c.given_name as firstname, c.family_name as lastname, initcap(m.tier) as loyalty_tier,
          md5(concat_ws('|', c.email, c.given_name, c.family_name, m.tier)) as state
          from customers c join customer_markets m on m.customer_id = c.id and m.market = $1 where c.email_verified),
        due as (select s.* from state s left join crm_contacts k on k.customer_id = s.customer_id and k.market = $1
          where k.sent is distinct from s.state and coalesce(k.try_at, now()) <= now() order by s.customer_id limit $2),
        claimed as (insert into crm_contacts (customer_id, market, try_at, tries) select customer_id, $1, now() + interval '1 minute', 1 from due
          on conflict (customer_id, market) do update set tries = crm_contacts.tries + 1,
            try_at = now() + make_interval(secs => least(3600, 30 * power(2, least(crm_contacts.tries, 10))))
            where crm_contacts.try_at <= now() returning customer_id)
        select due.* from due join claimed using (customer_id)`,
      values: [market, AT_ONCE],
    });
    if (rows.length === 0) continue;
    const isTaken = await upsertContacts(
      config,
      market,
      rows.map(({ email, firstname, lastname, loyalty_tier }) => ({
        email,
        firstname,
        lastname,
        loyalty_tier,
        loyalty_eligible_for_loyalty: 'true',
      })),
    );
    if (!isTaken) continue;
    await database.run({
      text: `update crm_contacts k set sent = given.state, tries = 0, try_at = now() from jsonb_to_recordset($2::jsonb) as given (customer_id integer, state text)
        where k.customer_id = given.customer_id and k.market = $1`,
      values: [market, JSON.stringify(rows.map(({ customer_id, state }) => ({ customer_id, state })))],
    });
    taken += rows.length;
  }
  return taken;
}
