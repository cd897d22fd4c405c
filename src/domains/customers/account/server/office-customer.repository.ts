/** SQL of one customer in the office, as a market knows them. Nothing of another market is read. */
import type { ConsentSource, MarketingChannel } from '#domains/customers/consent/model/marketing.ts';
import type { Tier } from '#domains/customers/identity/model/tiers.ts';
import { summaryMarketSql } from '#domains/customers/identity/server/visible-customer.repository.ts';
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { MembershipStatus } from '#domains/selling/clubs/model/membership.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import { DEFAULT_MARKET, type Market } from '#markets/market.ts';

/** A person in a market: the account or the guest, and what the list shows. */
export interface PersonFacts {
  readonly id: number;
  readonly customerId: number | null;
  readonly guestKey: string | null;
  readonly market: Market;
  readonly markets: readonly Market[];
  readonly email: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly phone: string;
  readonly orders: number;
  readonly spentCents: number;
  readonly since: Date;
  readonly lastOrderAt: Date | null;
  /** Digest of what the contact form edits. */
  readonly version: string;
  readonly previous: string | null;
  readonly next: string | null;
}

/** SQL of the digest of name and phone number. A change by the customer changes it too. */
const contactVersion = (row: string): string => `md5(${row}.given_name || chr(31) || ${row}.family_name || chr(31) || ${row}.phone)`;
/** SQL of the key of a row, with its market as a query. $5 is the market of accounts that have none. */
const keyOf = (row: string): string => `coalesce(${row}.customer_id::text, 'g' || ${row}.id) || '?market=' || coalesce(${row}.market, $5)`;

/** Finds a person by account or by the number of a guest's row, in a market or the first one that is visible. */
export const readPerson = (
  db: Queryable,
  person: { readonly customerId: number | null; readonly summaryId: number | null },
  market: Market | null,
  markets: readonly Market[],
): Promise<PersonFacts | null> =>
  db.queryOne<PersonFacts>({
    name: 'office-customer.readPerson',
    text: `select s.id, s.customer_id as "customerId", s.guest_key as "guestKey", ${summaryMarketSql('s')} as market,
        array(select coalesce(k.market, $5) from customer_summaries k
          where (k.customer_id = s.customer_id or k.guest_key = s.guest_key) and coalesce(k.market, $5) = any($4) order by 1) as markets,
        s.email, s.given_name as "givenName", s.family_name as "familyName", s.phone, s.orders, s.spent_cents as "spentCents", s.since,
        nullif(s.last_order_at, '-infinity') as "lastOrderAt", ${contactVersion('s')} as version,
        (select ${keyOf('p')} from customer_summaries p where (p.last_order_at, p.id) > (s.last_order_at, s.id) and coalesce(p.market, $5) = any($4)
          order by p.last_order_at, p.id limit 1) as previous,
        (select ${keyOf('n')} from customer_summaries n where (n.last_order_at, n.id) < (s.last_order_at, s.id) and coalesce(n.market, $5) = any($4)
          order by n.last_order_at desc, n.id desc limit 1) as next
      from customer_summaries s where (s.customer_id = $1 or s.id = $2 and s.customer_id is null) and ($3::text is null or coalesce(s.market, $5) = $3)
        and coalesce(s.market, $5) = any($4) order by s.last_order_at desc, s.id limit 1`,
    values: [person.customerId, person.summaryId, market, markets, DEFAULT_MARKET],
  });

/** Locks an account and returns the digest of its contact fields; null if there is none. */
export const lockContact = (
  transaction: Transaction,
  customerId: number,
): Promise<{ readonly version: string; readonly updatedAt: Date } | null> =>
  transaction.queryOne({
    name: 'office-customer.lockContact',
    text: `select ${contactVersion('c')} as version, c.updated_at as "updatedAt" from customers c where c.id = $1 for update`,
    values: [customerId],
  });

/** SQL of the digest of an address. */
const ADDRESS_VERSION = `md5(concat_ws(chr(31), first_name, last_name, phone, address, suburb, state, postcode, instructions, is_default::text))`;

/** Returns the digests of a customer's addresses in a market, by id. */
export async function addressVersions(db: Queryable, customerId: number, market: Market): Promise<ReadonlyMap<number, string>> {
  const rows = await db.queryMany<{ id: number; version: string }>({
    name: 'office-customer.addressVersions',
    text: `select id, ${ADDRESS_VERSION} as version from customer_addresses where customer_id = $1 and market = $2`,
    values: [customerId, market],
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** SQL of the digest of the decision whether a customer takes part in the loyalty programme. */
const LOYALTY_VERSION = `md5(concat_ws(chr(31), coalesce(m.loyalty_excluded, false)::text, coalesce(m.loyalty_note, '')))`;

/** Returns the digest of the decision whether a customer takes part in the loyalty programme of a market. */
export async function loyaltyVersion(db: Queryable, customerId: number, market: Market): Promise<string> {
  const row = await db.queryOne<{ version: string }>({
    name: 'office-customer.loyaltyVersion',
    text: `select ${LOYALTY_VERSION} as version from customers c left join customer_markets m on m.customer_id = c.id and m.market = $2 where c.id = $1`,
    values: [customerId, market],
  });
  return row?.version ?? '';
}

interface AccountFacts {
  readonly isEmailConfirmed: boolean;
  readonly isStaff: boolean;
  readonly pendingEmail: string | null;
  readonly emailConsent: boolean;
  readonly smsConsent: boolean;
  readonly tier: Tier | null;
  readonly isExcluded: boolean;
  readonly exclusionNote: string;
  readonly loyaltyVersion: string;
}

/** Reads what an account has and a guest has not. */
export const readAccountFacts = (db: Queryable, customerId: number, market: Market): Promise<AccountFacts | null> =>
  db.queryOne<AccountFacts>({
    name: 'office-customer.readAccountFacts',
    text: `select c.email_verified as "isEmailConfirmed", c.customer_group is not null as "isStaff",
        (select e.new_email from email_changes e where e.customer_id = c.id and e.expires_at > now()) as "pendingEmail",
        coalesce(c.user_metadata->>'marketing_email' = 'true', false) as "emailConsent",
        coalesce(c.user_metadata->>'marketing_sms' = 'true', false) as "smsConsent", m.tier,
        coalesce(m.loyalty_excluded, false) as "isExcluded", coalesce(m.loyalty_note, '') as "exclusionNote",
        ${LOYALTY_VERSION} as "loyaltyVersion"
      from customers c left join customer_markets m on m.customer_id = c.id and m.market = $2 where c.id = $1`,
    values: [customerId, market],
  });

/** Rows of each list of the page. */
const LIST_LIMIT = 50;
const SHOWN_ORDERS = 10;

interface OrderLine {
  readonly id: string;
  readonly number: number;
  readonly placedAt: Date;
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly items: string;
}

/** SQL of the last orders that meet a condition. */
const lastOrdersWhere = (owner: string): string =>
  `select o.id, o.number, o.placed_at as "placedAt", o.status, o.total_cents as "totalCents",
      (select coalesce(string_agg(l.quantity || ' × ' || (l.summary->>'name'), ', ' order by l.position), '') from order_lines l
        where l.order_id = o.id and l.position < 3) as items
    from orders o where ${owner} and o.market = $2 and o.number is not null and o.placed_at is not null
    order by o.placed_at desc, o.id limit ${SHOWN_ORDERS}`;

/** Lists the last orders of an account in a market. */
export const lastOrdersOfAccount = (db: Queryable, customerId: number, market: Market): Promise<OrderLine[]> =>
  db.queryMany<OrderLine>({
    name: 'office-customer.lastOrdersOfAccount',
    text: lastOrdersWhere('o.customer_id = $1 and o.customer_id <> 0'),
    values: [customerId, market],
  });

/** Lists the last orders of a guest in a market. */
export const lastOrdersOfGuest = (db: Queryable, guestKey: string, market: Market): Promise<OrderLine[]> =>
  db.queryMany<OrderLine>({
    name: 'office-customer.lastOrdersOfGuest',
    text: lastOrdersWhere("o.customer_id = 0 and lower(o.email) = $1 and $1 <> ''"),
    values: [guestKey, market],
  });

interface CartLineRow {
  readonly offerId: string;
  readonly name: string;
  readonly quantity: number;
  readonly priceCents: number | null;
  readonly updatedAt: Date;
}

/** Lists the lines of the customer's cart in a market. */
export const cartLinesOf = (db: Queryable, customerId: number, market: Market): Promise<CartLineRow[]> =>
  db.queryMany<CartLineRow>({
    name: 'office-customer.cartLinesOf',
    text: `select l.offer_id as "offerId", coalesce(concat_ws(' ', nullif(o.summary->>'brand', ''), o.summary->>'name', nullif(o.summary->>'vintage', '')), l.offer_id) as name,
        l.quantity, l.last_seen_price_cents as "priceCents", c.updated_at as "updatedAt"
      from carts c join cart_lines l on l.cart_id = c.id left join offers o on o.offer_id = l.offer_id
      where c.customer_id = $1 and c.customer_id <> 0 and c.market = $2 order by l.position`,
    values: [customerId, market],
  });

interface LoyaltyRow {
  readonly at: Date;
  readonly kind: 'spend' | 'refund' | 'grant';
  readonly cents: number;
  readonly tier: Tier | null;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
}

/** Lists the loyalty ledger of a member, the latest first, with grants. */
export const loyaltyEntries = (db: Queryable, customerId: number, market: Market): Promise<LoyaltyRow[]> =>
  db.queryMany<LoyaltyRow>({
    name: 'office-customer.loyaltyEntries',
    text: `select l.at, l.kind, l.cents, l.tier, l.order_id as "orderId", o.number as "orderNumber" from loyalty_ledger l
      left join orders o on o.id = l.order_id where l.customer_id = $1 and l.market = $2 order by l.at desc, l.id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

interface GiftCardRow {
  readonly id: string;
  readonly ending: string;
  readonly isReceived: boolean;
  readonly initialCents: number;
  readonly balanceCents: number;
  readonly isExpired: boolean;
  readonly createdAt: Date;
}

/** Lists the gift cards that a person bought or that were sent to their address, in a market. Codes stay in the database. */
export const giftCardsOfPerson = (
  db: Queryable,
  { customerId, guestKey, email, market }: Pick<PersonFacts, 'customerId' | 'guestKey' | 'email' | 'market'>,
): Promise<GiftCardRow[]> =>
  db.queryMany<GiftCardRow>({
    name: 'office-customer.giftCardsOfPerson',
    text: `select g.id, right(g.code, 4) as ending, lower(trim(g.recipient_email)) = lower($3) as "isReceived", g.initial_cents as "initialCents",
        (select coalesce(sum(e.cents), 0)::integer from ledger_entries e where e.account = 'gift-card:' || g.id) as "balanceCents",
        g.expires_at <= now() as "isExpired", g.created_at as "createdAt"
      from gift_cards g where g.market = $4 and (
        g.order_id = any(array(select o.id from orders o where o.market = $4 and o.number is not null
          and (o.customer_id = $1 and o.customer_id <> 0 or $1::integer is null and o.customer_id = 0 and lower(o.email) = $2)))
        or lower(trim(g.recipient_email)) = lower($3) and $3 <> '')
      order by g.created_at desc, g.id limit ${LIST_LIMIT}`,
    values: [customerId, guestKey, email, market],
  });

interface ClubRow {
  readonly id: string;
  readonly club: string;
  readonly status: MembershipStatus;
  readonly next: string | null;
  readonly paid: number;
}

/** Lists the club memberships of a customer in a market, the open ones first. */
export const clubsOfCustomer = (db: Queryable, customerId: number, market: Market): Promise<ClubRow[]> =>
  db.queryMany<ClubRow>({
    name: 'office-customer.clubsOfCustomer',
    text: `select m.id, coalesce(c.record->>'name', m.club_id) as club, m.status,
        case when m.status = 'active' then coalesce(d.retry_on, d.due_on)::text end as next,
        (select count(*)::integer from club_deliveries p where p.membership_id = m.id and p.state = 'paid') as paid
      from club_memberships m left join clubs c on c.id = m.club_id left join club_deliveries d on d.membership_id = m.id and d.state = 'due'
      where m.customer_id = $1 and m.customer_id <> 0 and m.market = $2 order by m.status = 'cancelled', m.created_at desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

interface ConsentRow {
  readonly at: Date;
  readonly channel: MarketingChannel;
  readonly granted: boolean;
  readonly wording: string;
  readonly source: ConsentSource;
}

/** Lists consents and withdrawals, the latest first: those of the market and those that name none. */
export const consentHistory = (db: Queryable, customerId: number, market: Market): Promise<ConsentRow[]> =>
  db.queryMany<ConsentRow>({
    name: 'office-customer.consentHistory',
    text: `select at, channel, granted, wording, source from marketing_consents where customer_id = $1 and (market = $2 or market is null)
      order by at desc, id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

interface TierChangeRow {
  readonly id: number;
  readonly at: Date;
  readonly from: Tier;
  readonly to: Tier;
  /** True if a grant and not spending led to it. */
  readonly isGranted: boolean;
}

/** Lists tier changes, the latest first. */
export const tierChanges = (db: Queryable, customerId: number, market: Market): Promise<TierChangeRow[]> =>
  db.queryMany<TierChangeRow>({
    name: 'office-customer.tierChanges',
    text: `select t.id, t.at, t.from_tier as "from", t.to_tier as "to", exists (select 1 from loyalty_ledger l where l.customer_id = t.customer_id
        and l.market = t.market and l.kind = 'grant' and l.tier = t.to_tier and l.at <= t.at + interval '1 second') as "isGranted"
      from loyalty_tier_changes t where t.customer_id = $1 and t.market = $2 order by t.id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

interface NoteRow {
  readonly id: number;
  readonly at: Date;
  readonly author: string;
  readonly text: string;
}

/** Lists the notes of staff in a market. */
export const customerNotes = (db: Queryable, customerId: number, market: Market): Promise<NoteRow[]> =>
  db.queryMany<NoteRow>({
    name: 'office-customer.customerNotes',
    text: `select id, at, author, text from customer_notes where customer_id = $1 and market = $2 order by id desc limit ${LIST_LIMIT}`,
    values: [customerId, market],
  });

export const insertCustomerNote = (
  transaction: Transaction,
  note: { customerId: number; market: Market; staffId: number; author: string; text: string },
): Promise<number> =>
  transaction.execute({
    name: 'office-customer.insertCustomerNote',
    text: 'insert into customer_notes (customer_id, market, staff_id, author, text) values ($1, $2, $3, $4, $5)',
    values: [note.customerId, note.market, note.staffId, note.author, note.text],
  });

interface ActivityLine {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
}

/** Lists what staff did with a customer, the latest first: in the market, or in none. Notes have their own list. */
export const customerActivity = (db: Queryable, customerId: number, market: Market): Promise<ActivityLine[]> =>
  db.queryMany<ActivityLine>({
    name: 'office-customer.customerActivity',
    text: `select id, at, actor_name as actor, action from activity_log where subject_kind = 'customer' and subject_id = $1
      and (market = $2 or market is null) and action <> 'customer.noted' order by at desc, id desc limit ${LIST_LIMIT}`,
    values: [String(customerId), market],
  });

/** Returns who of the staff made one of some changes of a customer last. */
export const lastStaffChange = (
  db: Queryable,
  customerId: number,
  actions: readonly string[],
): Promise<{ readonly who: string; readonly at: Date } | null> =>
  db.queryOne({
    name: 'office-customer.lastStaffChange',
    text: `select actor_name as who, at from activity_log where subject_kind = 'customer' and subject_id = $1 and action = any($2)
      order by at desc, id desc limit 1`,
    values: [String(customerId), actions],
  });
