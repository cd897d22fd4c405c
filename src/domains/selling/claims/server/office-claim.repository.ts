/** SQL of claims in the office: the list, one claim, and its decision. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ClaimProblem, ClaimSort, ClaimState, SupplierState } from '../model/claim.ts';
import type { ClaimRule } from '../model/claim-rule.ts';
import { CLAIM_STATE } from './claim.repository.ts';

export interface ClaimFilter {
  readonly markets: readonly Market[];
  readonly number: number | null;
  /** Pattern of `like`; null for all. */
  readonly pattern: string | null;
  readonly states: readonly ClaimState[] | null;
  readonly problems: readonly ClaimProblem[] | null;
  /** Null for all. Claims that were declined are in neither. */
  readonly supplier: SupplierState | null;
  /** Brand of a reported wine. */
  readonly producer: string | null;
  /** Null for all. */
  readonly ids: readonly string[] | null;
}

export interface ListedClaim {
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly market: Market;
  readonly name: string;
  readonly receivedAt: Date;
  readonly state: ClaimState;
  readonly lines: readonly { readonly name: string; readonly problem: ClaimProblem; readonly bottles: number }[];
  readonly photos: number;
  readonly amountCents: number | null;
  readonly decidedBy: string;
}

/** The parameters $1 to $8. */
const MATCHES = `c.market = any($1) and ($2::int is null or o.number = $2)
  and ($3::text is null or lower(coalesce(o.details ->> 'firstName', '') || ' ' || coalesce(o.details ->> 'lastName', '') || ' ' || o.email) like $3)
  and ($4::text[] is null or ${CLAIM_STATE} = any($4))
  and ($5::text[] is null or exists (select 1 from claim_lines l where l.claim_id = c.id and l.problem = any($5)))
  and ($6::text is null or c.state <> 'declined' and $6 = case when exists (select 1 from claim_lines l where l.claim_id = c.id and l.supplier_claim_id is null)
    then 'due' else 'sent' end)
  and ($7::text is null or exists (select 1 from claim_lines l join order_lines x on x.order_id = c.order_id and x.position = l.position
    where l.claim_id = c.id and lower(x.summary->>'brand') = lower($7)))
  and ($8::uuid[] is null or c.id = any($8))`;
const toValues = ({ markets, number, pattern, states, problems, supplier, producer, ids }: ClaimFilter): unknown[] => [
  markets,
  number,
  pattern,
  states,
  problems,
  supplier,
  producer,
  ids,
];

/** A name as orders have it: `Grace Hopper`. */
const BUYER = `btrim(coalesce(o.details ->> 'firstName', '') || ' ' || coalesce(o.details ->> 'lastName', ''))`;
const LINE_NAME = `concat_ws(' ', nullif(x.summary->>'brand', ''), x.summary->>'name', nullif(x.summary->>'vintage', ''))`;

const COLUMNS = `c.id, to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, coalesce(o.number, 0) as number, c.market, ${BUYER} as name, c.created_at as "receivedAt", ${CLAIM_STATE} as state,
  (select coalesce(json_agg(json_build_object('name', ${LINE_NAME}, 'problem', l.problem, 'bottles', l.bottles) order by l.position), '[]')
    from claim_lines l join order_lines x on x.order_id = c.order_id and x.position = l.position where l.claim_id = c.id) as lines,
  (select count(*)::int from claim_photos p where p.claim_id = c.id) as photos, c.amount_cents as "amountCents", c.decided_by as "decidedBy"`;

const listBy = (after: string, order: string): string => `select ${COLUMNS} from claims c join orders o on o.id = c.order_id
  where ${MATCHES} and ($9::timestamptz is null or (c.created_at, c.id) ${after} ($9::timestamptz, $10::uuid)) order by ${order} limit $11`;
const LISTS = {
  received: listBy('>', 'c.created_at, c.id'),
  '-received': listBy('<', 'c.created_at desc, c.id desc'),
} as const satisfies Record<ClaimSort, string>;

/** Lists matching claims after a position. */
export const listClaims = (
  db: Queryable,
  filter: ClaimFilter,
  sort: ClaimSort,
  after: { readonly key: string; readonly id: string } | null,
  limit: number,
): Promise<ListedClaim[]> =>
  db.queryMany<ListedClaim>({ text: LISTS[sort], values: [...toValues(filter), after?.key ?? null, after?.id ?? null, limit] });

/** Counts matching claims up to a limit. */
export async function countClaims(db: Queryable, filter: ClaimFilter, limit: number): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    text: `select count(*)::integer as count from (select 1 from claims c join orders o on o.id = c.order_id where ${MATCHES} limit $9) found`,
    values: [...toValues(filter), limit],
  });
  return row?.count ?? 0;
}

export interface FullClaim extends Omit<ListedClaim, 'key' | 'lines' | 'photos'> {
  readonly orderId: string;
  readonly email: string;
  readonly customerId: number;
  readonly text: string;
  readonly answer: string;
  readonly photos: readonly string[];
  readonly lines: readonly {
    readonly position: number;
    readonly name: string;
    readonly problem: ClaimProblem;
    readonly bottles: number;
    readonly ordered: number;
    readonly paidCents: number;
  }[];
  readonly carriers: readonly string[];
  readonly decidedAt: Date | null;
  readonly rule: unknown;
  readonly version: number;
  readonly otherClaims: number;
  readonly previous: string | null;
  readonly next: string | null;
}

/** Reads a claim of some markets. */
export const readClaim = (db: Queryable, id: string, markets: readonly Market[]): Promise<FullClaim | null> =>
  db.queryOne<FullClaim>({
    name: 'office-claim.readClaim',
    text: `select c.id, c.order_id as "orderId", coalesce(o.number, 0) as number, c.market, ${BUYER} as name, o.email, o.customer_id as "customerId",
        c.created_at as "receivedAt", ${CLAIM_STATE} as state, c.text, c.answer, c.amount_cents as "amountCents", c.decided_by as "decidedBy",
        c.decided_at as "decidedAt", c.version, c.rule,
        (select coalesce(json_agg(p.id order by p.created_at, p.id), '[]') from claim_photos p where p.claim_id = c.id) as photos,
        (select coalesce(json_agg(json_build_object('position', l.position, 'name', ${LINE_NAME}, 'problem', l.problem, 'bottles', l.bottles,
            'ordered', x.quantity * greatest(1, coalesce((x.summary->>'packSize')::int, 1)),
            'paidCents', x.list_cents * x.quantity - x.discount_cents) order by l.position), '[]')
          from claim_lines l join order_lines x on x.order_id = c.order_id and x.position = l.position where l.claim_id = c.id) as lines,
        (select coalesce(json_agg(distinct s.carrier), '[]') from order_shipments s where s.order_id = c.order_id) as carriers,
        (select count(*)::integer from claims k join orders b on b.id = k.order_id
          where k.id <> c.id and k.market = c.market and o.email <> '' and email_key(b.email) = email_key(o.email)) as "otherClaims",
        (select n.id from claims n where n.market = any($2) and (n.created_at, n.id) > (c.created_at, c.id) order by n.created_at, n.id limit 1) as previous,
        (select n.id from claims n where n.market = any($2) and (n.created_at, n.id) < (c.created_at, c.id)
          order by n.created_at desc, n.id desc limit 1) as next
      from claims c join orders o on o.id = c.order_id where c.id = $1 and c.market = any($2)`,
    values: [id, markets],
  });

/** Reads a photo of a claim of some markets. */
export const readPhotoOf = (db: Queryable, id: string, photo: string, markets: readonly Market[]): Promise<{ bytes: Buffer } | null> =>
  db.queryOne<{ bytes: Buffer }>({
    name: 'office-claim.readPhotoOf',
    text: `select p.bytes from claim_photos p join claims c on c.id = p.claim_id where c.id = $1 and p.id = $2 and c.market = any($3)`,
    values: [id, photo, markets],
  });

/** Returns the order of a claim of some markets. */
export const findOrderOfClaim = (
  db: Queryable,
  id: string,
  markets: readonly Market[],
): Promise<{ readonly orderId: string; readonly market: Market } | null> =>
  db.queryOne<{ orderId: string; market: Market }>({
    name: 'office-claim.findOrderOfClaim',
    text: 'select order_id as "orderId", market from claims where id = $1 and market = any($2)',
    values: [id, markets],
  });

/** Locks a claim. Lock its order first. */
export const lockClaim = (transaction: Transaction, id: string): Promise<{ state: ClaimState; version: number } | null> =>
  transaction.queryOne<{ state: ClaimState; version: number }>({
    name: 'office-claim.lockClaim',
    text: `select ${CLAIM_STATE} as state, c.version from claims c where c.id = $1 for update of c`,
    values: [id],
  });

/** Returns the positions of the lines that the buyer reported. */
export async function reportedPositions(db: Queryable, id: string): Promise<number[]> {
  const rows = await db.queryMany<{ position: number }>({
    name: 'office-claim.reportedPositions',
    text: 'select position from claim_lines where claim_id = $1 order by position',
    values: [id],
  });
  return rows.map(({ position }) => position);
}

export interface Decision {
  readonly state: Exclude<ClaimState, 'open'>;
  readonly amountCents: number | null;
  readonly refundId: string | null;
  readonly replacementId: string | null;
  readonly answer: string;
  readonly by: string;
  /** The rule that decided. Null for a person. */
  readonly rule: ClaimRule | null;
}

/** Records the decision about a claim. */
export const updateClaim = (
  transaction: Transaction,
  id: string,
  { state, amountCents, refundId, replacementId, answer, by, rule }: Decision,
): Promise<number> =>
  transaction.execute({
    name: 'office-claim.updateClaim',
    text: `update claims set state = $2, amount_cents = $3, refund_id = $4, replacement_id = $5, answer = $6, decided_by = $7, rule = $8, decided_at = now(), version = version + 1
      where id = $1`,
    values: [id, state, amountCents, refundId, replacementId, answer, by, rule === null ? null : JSON.stringify(rule)],
  });

/** Counts the claims that wait for a decision. */
export async function countOpenClaims(db: Queryable, markets: readonly Market[]): Promise<{ readonly count: number }> {
  const row = await db.queryOne<{ count: number }>({
    name: 'office-claim.countOpenClaims',
    text: `select count(*)::integer as count from (
        select id from claims where state = 'open' and market = any($1)
        union all select c.id from claims c join order_refunds r on r.id = c.refund_id and r.state = 'refused'
          where c.state = 'refunded' and c.market = any($1)
        union all select c.id from claims c join orders n on n.id = c.replacement_id and n.status = 'Cancelled'
          where c.state = 'replaced' and c.market = any($1)) waiting`,
    values: [markets],
  });
  return row ?? { count: 0 };
}
