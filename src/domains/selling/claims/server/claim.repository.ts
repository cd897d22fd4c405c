/** SQL of claims as buyers see them: what can be reported, what was, and photos. */
import type { OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { ClaimableLine, ClaimProblem, ClaimState, ReportedLine } from '../model/claim.ts';

export interface ClaimedOrder {
  readonly id: string;
  readonly number: number;
  readonly market: Market;
  readonly customerId: number;
  readonly status: OrderStatus;
}

/** Reads a placed order of a market whose buyer was not erased. */
export const findClaimedOrder = (db: Queryable, id: string, market: Market): Promise<ClaimedOrder | null> =>
  db.queryOne<ClaimedOrder>({
    name: 'claim.findClaimedOrder',
    text: `select id, number, market, customer_id as "customerId", status from orders
      where id = $1 and market = $2 and number is not null and placed_at is not null and email <> ''`,
    values: [id, market],
  });

/** Lists the lines that are bottles. Gift cards are emailed, so nothing of them breaks. */
export const claimableLines = (db: Queryable, orderId: string): Promise<ClaimableLine[]> =>
  db.queryMany<ClaimableLine>({
    name: 'claim.claimableLines',
    text: `select position, concat_ws(' ', nullif(summary->>'brand', ''), summary->>'name', nullif(summary->>'vintage', '')) as name,
        quantity * greatest(1, coalesce((summary->>'packSize')::int, 1)) as bottles
      from order_lines where order_id = $1 and summary->>'skuType' is distinct from 'digital' and summary->>'category' is distinct from 'Gift card'
      order by position`,
    values: [orderId],
  });

/** SQL of the state of a claim `c`: one whose refund the gateway refused, or whose replacement was cancelled, waits again. */
export const CLAIM_STATE = `case when c.state = 'refunded' and exists (select 1 from order_refunds r where r.id = c.refund_id and r.state = 'refused')
  or c.state = 'replaced' and exists (select 1 from orders n where n.id = c.replacement_id and n.status = 'Cancelled')
  then 'open' else c.state end`;

/** SQL of the reported lines of a claim `c`, as JSON. */
export const CLAIM_LINES = `(select coalesce(json_agg(json_build_object('position', l.position, 'problem', l.problem, 'bottles', l.bottles) order by l.position), '[]')
  from claim_lines l where l.claim_id = c.id)`;

export interface StoredClaim {
  readonly id: string;
  readonly createdAt: Date;
  readonly state: ClaimState;
  readonly text: string;
  readonly answer: string;
  readonly amountCents: number | null;
  readonly photos: number;
  readonly lines: readonly { readonly position: number; readonly problem: ClaimProblem; readonly bottles: number }[];
}

/** Lists the claims of an order, newest first. */
export const claimsOf = (db: Queryable, orderId: string): Promise<StoredClaim[]> =>
  db.queryMany<StoredClaim>({
    name: 'claim.claimsOf',
    text: `select c.id, c.created_at as "createdAt", ${CLAIM_STATE} as state, c.text, c.answer, c.amount_cents as "amountCents",
        (select count(*)::int from claim_photos p where p.claim_id = c.id) as photos, ${CLAIM_LINES} as lines
      from claims c where c.order_id = $1 order by c.created_at desc, c.id`,
    values: [orderId],
  });

/** Inserts a claim with its lines and the photos that were uploaded for it. @returns its id; null if a photo is not one of the order, or was sent */
export async function insertClaim(
  transaction: Transaction,
  { id, market }: Pick<ClaimedOrder, 'id' | 'market'>,
  { text, lines, photos }: { readonly text: string; readonly lines: readonly ReportedLine[]; readonly photos: readonly string[] },
): Promise<string | null> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'claim.insertClaim',
    text: 'insert into claims (order_id, market, text) values ($1, $2, $3) returning id',
    values: [id, market, text],
  });
  if (!row) throw new Error('a claim was inserted and did not come back');
  await transaction.execute({
    name: 'claim.insertClaim.lines',
    text: `insert into claim_lines (claim_id, position, problem, bottles)
      select $1, l.position, l.problem, l.bottles from unnest($2::int[], $3::text[], $4::int[]) as l (position, problem, bottles)`,
    values: [row.id, lines.map(({ position }) => position), lines.map(({ problem }) => problem), lines.map(({ bottles }) => bottles)],
  });
  const attached = await transaction.execute({
    name: 'claim.insertClaim.photos',
    text: 'update claim_photos set claim_id = $1 where id = any($2) and order_id = $3 and claim_id is null',
    values: [row.id, photos, id],
  });
  return attached === new Set(photos).size ? row.id : null;
}

/** Counts the photos of an order, sent or not. */
export async function countPhotos(db: Queryable, orderId: string): Promise<number> {
  const row = await db.queryOne<{ count: number }>({
    name: 'claim.countPhotos',
    text: 'select count(*)::int as count from claim_photos where order_id = $1',
    values: [orderId],
  });
  return row?.count ?? 0;
}

/** Stores a converted photo of an order. @returns its id */
export async function insertPhoto(transaction: Transaction, orderId: string, bytes: Buffer): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'claim.insertPhoto',
    text: 'insert into claim_photos (order_id, bytes) values ($1, $2) returning id',
    values: [orderId, bytes],
  });
  if (!row) throw new Error('a photo was inserted and did not come back');
  return row.id;
}

/** Hours for which an uploaded photo waits for its claim. */
const UNSENT_HOURS = 24;

/** Deletes photos whose claim was never sent. @returns how many */
export const purgeUnsentPhotos = (db: Queryable): Promise<number> =>
  db.execute({
    name: 'claim.purgeUnsentPhotos',
    text: `delete from claim_photos where claim_id is null and created_at < now() - interval '${UNSENT_HOURS} hours'`,
  });

/** Claims for "download my data" and account deletion. Photos and words go at once, whatever becomes of the order. */
export const claimData = {
  name: 'claims',
  read: (db: Queryable, { id }: { readonly id: number }) =>
    db.queryMany({
      text: `select o.number, o.market, c.created_at as at, ${CLAIM_STATE} as state, c.text, c.answer, ${CLAIM_LINES} as lines,
          (select coalesce(json_agg(encode(p.bytes, 'base64') order by p.created_at), '[]') from claim_photos p where p.claim_id = c.id) as photos
        from claims c join orders o on o.id = c.order_id where o.customer_id = $1 order by c.created_at`,
      values: [id],
    }),
  async erase(transaction: Transaction, { id }: { readonly id: number }): Promise<void> {
    await transaction.execute({
      text: 'delete from claim_photos p using orders o where o.id = p.order_id and o.customer_id = $1',
      values: [id],
    });
    await transaction.execute({
      text: "update claims c set text = '', answer = '' from orders o where o.id = c.order_id and o.customer_id = $1",
      values: [id],
    });
  },
} as const;
