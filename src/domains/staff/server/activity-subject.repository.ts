/**
 * SQL of the records in the activity log: their names today, and the records that a search means. Names are read, not logged, because the
 * log cannot be erased with a customer.
 */
import type { Queryable } from '#lib/db/pool.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';

/** Ids of records by kind; markets in which the reader may see records of a kind. Empty lists for what they may not see. */
export interface SubjectKeys {
  readonly orders: readonly string[];
  readonly orderMarkets: readonly string[];
  readonly claims: readonly string[];
  readonly customers: readonly number[];
  readonly customerMarkets: readonly string[];
  readonly offers: readonly string[];
  readonly audiences: readonly string[];
  readonly products: readonly number[];
  readonly giftCards: readonly string[];
  readonly creditMarkets: readonly string[];
  readonly memberships: readonly string[];
  readonly clubMarkets: readonly string[];
  readonly pages: readonly string[];
  readonly pageMarkets: readonly string[];
  readonly staff: readonly number[];
  readonly roles: readonly number[];
  readonly pictures: readonly string[];
  readonly imports: readonly number[];
  readonly schedules: readonly number[];
  readonly mappings: readonly number[];
  readonly entries: readonly string[];
  readonly entryMarkets: readonly string[];
  readonly errors: readonly string[];
}

interface SubjectName {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

/** Reads the names of records. Customers include those of store credit; products are those of stock. */
export const readSubjectNames = (db: Queryable, keys: SubjectKeys): Promise<SubjectName[]> =>
  db.queryMany<SubjectName>({
    name: 'activity-subject.readSubjectNames',
    text: `select 'order' as kind, id::text as id, '#' || number as name from orders where id = any($1::uuid[]) and market = any($2) and number is not null
      union all select distinct on (customer_id) 'customer', customer_id::text, coalesce(nullif(trim(given_name || ' ' || family_name), ''), email) from customer_summaries
        where customer_id = any($3::integer[]) and coalesce(market, '${DEFAULT_MARKET}') = any($4)
      union all select 'offer', offer_id, concat_ws(' ', nullif(record ->> 'brand', ''), record ->> 'name', nullif(record ->> 'vintage', '')) from offers where offer_id = any($5) and audience = any($21)
      union all select 'stock', product_id::text, name from stock_items where product_id = any($6::integer[])
      union all select 'gift_card', id::text, '… ' || right(code, 4) from gift_cards where id = any($7::uuid[]) and market = any($8)
      union all select 'membership', m.id::text, concat_ws(', ', nullif(trim(c.given_name || ' ' || c.family_name), ''), b.record ->> 'name') from club_memberships m
        left join customers c on c.id = m.customer_id left join clubs b on b.id = m.club_id where m.id = any($9::uuid[]) and m.market = any($10)
      union all select 'page', coalesce(p.id, d.page_id), coalesce(p.record ->> 'title', d.record ->> 'title', '') from pages p full join page_drafts d on d.page_id = p.id
        where (p.id = any($11) or d.page_id = any($11)) and coalesce(coalesce(p.record, d.record) -> 'markets' ?| $22::text[], true)
      union all select 'staff', id::text, coalesce(nullif(name, ''), email) from staff where id = any($12::integer[])
      union all select 'role', id::text, name from roles where id = any($13::integer[])
      union all select 'picture', id, name from pictures where id = any($14)
      union all select 'import', id::text, array_to_string(files, ', ') from imports where id = any($15::integer[])
      union all select 'import_schedule', id::text, name from import_schedules where id = any($16::integer[])
      union all select 'import_mapping', id::text, supplier from import_mappings where id = any($17::integer[])
      union all select 'form_entry', id::text, coalesce(email, form_id) from form_submissions where id = any($18::uuid[]) and market = any($19)
      union all select 'error', fingerprint, class from error_groups where fingerprint = any($20)
      union all select 'claim', c.id::text, '#' || o.number from claims c join orders o on o.id = c.order_id where c.id = any($23::uuid[]) and c.market = any($2)`,
    values: [
      keys.orders,
      keys.orderMarkets,
      keys.customers,
      keys.customerMarkets,
      keys.offers,
      keys.products,
      keys.giftCards,
      keys.creditMarkets,
      keys.memberships,
      keys.clubMarkets,
      keys.pages,
      keys.staff,
      keys.roles,
      keys.pictures,
      keys.imports,
      keys.schedules,
      keys.mappings,
      keys.entries,
      keys.entryMarkets,
      keys.errors,
      keys.audiences,
      keys.pageMarkets,
      keys.claims,
    ],
  });

interface SubjectSearch {
  /** Number of an order, or null if the text is none. */
  readonly number: number | null;
  /** Pattern of the text in small letters, for what has an index: `wordPattern`, the rule of the lists. */
  readonly word: string | null;
  /** The same for what there are few of: `%text%`, with wildcards escaped. */
  readonly part: string;
  readonly orderMarkets: readonly string[];
  readonly customerMarkets: readonly string[];
  readonly creditMarkets: readonly string[];
  readonly clubMarkets: readonly string[];
  readonly seesWines: boolean;
  readonly seesPages: boolean;
}

/** Finds the records that a text names, at most 200 of each kind. */
export const findSubjects = (db: Queryable, search: SubjectSearch): Promise<{ kind: string; id: string }[]> =>
  db.queryMany<{ kind: string; id: string }>({
    text: `with people as materialized (
        select distinct customer_id, market from (select customer_id, market from customer_summaries where customer_id is not null
          and search_text like $2::text and coalesce(market, '${DEFAULT_MARKET}') = any($4::text[] || $5::text[] || $6::text[]) limit 200) found
      ), products as materialized (select product_id from stock_items where $7::boolean and terms like $2 limit 200)
      (select 'order' as kind, id::text as id from orders where number = $1::integer and market = any($3::text[]))
      union all (select 'customer', customer_id::text from people where coalesce(market, '${DEFAULT_MARKET}') = any($4::text[]))
      union all (select 'credit', market || ':' || customer_id from people where market = any($5::text[]))
      union all (select 'membership', m.id::text from club_memberships m join people p on p.customer_id = m.customer_id and p.market = m.market where m.market = any($6::text[]) limit 200)
      union all (select 'offer', offer_id from offers where product_id in (select product_id from products) limit 200)
      union all (select 'stock', l.market || '-' || l.product_id from stock_levels l where l.product_id in (select product_id from products) limit 200)
      union all (select 'gift_card', id::text from gift_cards where market = any($5::text[])
        and gift_card_search_text(code, recipient_name, recipient_email, sender_name) like $2 limit 200)
      union all (select 'page', id from pages where $8::boolean and lower(record ->> 'title') like $9 limit 200)
      union all (select 'page', page_id from page_drafts where $8::boolean and lower(record ->> 'title') like $9 limit 200)
      union all (select 'staff', id::text from staff where lower(name || ' ' || email) like $9 limit 200)
      union all (select 'role', id::text from roles where lower(name) like $9 limit 200)`,
    values: [
      search.number,
      search.word,
      search.orderMarkets,
      search.customerMarkets,
      search.creditMarkets,
      search.clubMarkets,
      search.seesWines,
      search.seesPages,
      search.part,
    ],
  });
