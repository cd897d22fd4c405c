/** Sends customers whose data differs from what the CRM last accepted, until it accepts them. */

import type { Database } from '#lib/db/pool.ts';
import { emailKey } from '#lib/email.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import { isContactEligible } from '../model/contact.ts';
import { type BatchContact, crmMarkets, readContacts, upsertContacts } from './hubspot.ts';

const BATCH_SIZE = 100;

interface Row {
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

/**
 * Sends one batch. Claims rows by moving their next attempt, so that two processes send different ones and those of a killed process are
 * sent later. The CRM decides eligibility: the shop reads it, and sets it only on contacts that it creates. @returns how many were
 * accepted @throws CrmError
 */
export async function sendContacts(database: Database, config: Config): Promise<number> {
  let taken = 0;
  for (const market of crmMarkets(config)) {
    const rows = await database.queryMany<Row>({
      name: 'crm.claim',
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
    if (rows.length === 0) continue;
    const known = await readContacts(
      config,
      market,
      rows.map(({ email }) => email),
    );
    if (known === null) continue;
    const isKnown = new Set(known.map(({ properties }) => emailKey(properties.email ?? '')));
    const sent = await upsertContacts(
      config,
      market,
      rows.map(({ email, firstname, lastname, loyalty_tier, consents }) => ({
        email,
        firstname,
        lastname,
        loyalty_tier,
        ...consents,
        ...(isKnown.has(emailKey(email)) ? {} : { loyalty_eligible_for_loyalty: 'true' }),
      })),
    );
    if (sent === null) continue;
    await keepRead(database, market, rows, known, sent);
    await database.execute({
      text: `update crm_contacts k set last_sent_state = given.state, attempts = 0, next_attempt_at = now() from jsonb_to_recordset($2::jsonb) as given (customer_id integer, state text)
        where k.customer_id = given.customer_id and k.market = $1`,
      values: [market, JSON.stringify(rows.map(({ customer_id, state }) => ({ customer_id, state })))],
    });
    taken += rows.length;
  }
  return taken;
}

/** Saves the ids of contacts, and the eligibility of existing ones. */
async function keepRead(
  database: Database,
  market: Market,
  rows: readonly Row[],
  known: readonly BatchContact[],
  sent: readonly BatchContact[],
): Promise<void> {
  const byEmail = (list: readonly BatchContact[]) => new Map(list.map((contact) => [emailKey(contact.properties.email ?? ''), contact]));
  const [before, after] = [byEmail(known), byEmail(sent)];
  const read = rows.map(({ customer_id, email }) => {
    const contact = before.get(emailKey(email));
    return {
      customer_id,
      contact_id: contact?.id ?? after.get(emailKey(email))?.id ?? null,
      eligible: contact ? isContactEligible(contact.properties) : true,
    };
  });
  await database.execute({
    name: 'crm.keep_read',
    text: `update customer_markets m set contact_id = coalesce(m.contact_id, given.contact_id), crm_eligible = given.eligible
      from jsonb_to_recordset($2::jsonb) as given (customer_id integer, contact_id text, eligible boolean)
      where m.customer_id = given.customer_id and m.market = $1
        and (m.contact_id is null and given.contact_id is not null or m.crm_eligible is distinct from given.eligible)`,
    values: [market, JSON.stringify(read)],
  });
}
