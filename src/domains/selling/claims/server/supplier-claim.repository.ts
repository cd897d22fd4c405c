/** SQL of claims to suppliers. The producer of a line is the brand of its wine. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { SupplierLine } from '../model/supplier-claim.ts';

export interface SupplierGroup {
  readonly market: Market;
  readonly producer: string;
  readonly claims: number;
  /** Lines that were not claimed before, and their bottles. */
  readonly lines: number;
  readonly bottles: number;
  /** Lines that were claimed before, and their bottles. */
  readonly sentLines: number;
  readonly sentBottles: number;
  /** Empty if there is no address yet. */
  readonly email: string;
  /** 0 if there is no address yet. */
  readonly version: number;
}

/** SQL of the lines of claims `c` that can be claimed from a supplier. Those that staff declined were no fault of the wine. */
const LINES = `claims c join orders o on o.id = c.order_id join claim_lines l on l.claim_id = c.id
    join order_lines x on x.order_id = c.order_id and x.position = l.position
  where c.id = any($1::uuid[]) and c.market = any($2) and c.state <> 'declined' and coalesce(x.summary->>'brand', '') <> ''`;

/** Lists the producers of claims of some markets. */
export const groupByProducer = (db: Queryable, ids: readonly string[], markets: readonly Market[]): Promise<SupplierGroup[]> =>
  db.queryMany<SupplierGroup>({
    name: 'supplier-claim.groupByProducer',
    text: `select g.*, coalesce(p.email, '') as email, coalesce(p.version, 0) as version
      from (select c.market, x.summary->>'brand' as producer, count(distinct c.id)::int as claims,
          count(*) filter (where l.supplier_claim_id is null)::int as lines,
          coalesce(sum(l.bottles) filter (where l.supplier_claim_id is null), 0)::int as bottles,
          count(*) filter (where l.supplier_claim_id is not null)::int as "sentLines",
          coalesce(sum(l.bottles) filter (where l.supplier_claim_id is not null), 0)::int as "sentBottles"
        from ${LINES} group by 1, 2) g
      left join producer_contacts p on p.market = g.market and p.producer = g.producer order by g.producer, g.market`,
    values: [ids, markets],
  });

interface WantedLines {
  readonly market: Market;
  readonly producer: string;
  readonly timeZone: string;
  /** True for the lines that were claimed before, too. */
  readonly isAgain: boolean;
}

/** Locks the claimed lines of a producer and reads them. Two statements, because the second has to see what the lock waited for. */
export async function lockSupplierLines(
  transaction: Transaction,
  ids: readonly string[],
  { market, producer, timeZone, isAgain }: WantedLines,
): Promise<SupplierLine[]> {
  await transaction.execute({
    name: 'supplier-claim.lockSupplierLines.lock',
    text: `select l.claim_id from ${LINES} and x.summary->>'brand' = $3 order by l.claim_id, l.position for update of l`,
    values: [ids, [market], producer],
  });
  return transaction.queryMany<SupplierLine>({
    name: 'supplier-claim.lockSupplierLines.read',
    text: `select k."claimId", k.position, k.wine, k.vintage, k.sku, k.bottles, k.problem, k."order", k.photos,
        (k."placedAt" at time zone $4)::date::text as "orderedOn", (k."shippedAt" at time zone $4)::date::text as "sentOn",
        (k."createdAt" at time zone $4)::date::text as "reportedOn"
      from (select l.claim_id as "claimId", l.position, coalesce(x.summary->>'name', '') as wine, coalesce(x.summary->>'vintage', '') as vintage,
          coalesce(x.summary->>'sku', '') as sku, l.bottles, l.problem, coalesce(o.number, 0) as "order", o.placed_at as "placedAt", c.created_at as "createdAt",
          (select min(h.shipped_at) from order_shipments h join order_shipment_lines s on s.shipment_id = h.id
            where h.order_id = c.order_id and s.position = l.position) as "shippedAt",
          (select count(*)::int from claim_photos p where p.claim_id = c.id) as photos
        from ${LINES} and x.summary->>'brand' = $3
          and ($5::boolean or l.supplier_claim_id is null)) k
      order by k."createdAt", k."claimId", k.position`,
    values: [ids, [market], producer, timeZone, isAgain],
  });
}

/** Saves the address of a producer. @param version that the person saw; 0 for none @returns false if somebody changed it since */
export async function saveContact(
  transaction: Transaction,
  { market, producer, email, version }: { market: Market; producer: string; email: string; version: number },
): Promise<boolean> {
  const saved = await transaction.execute({
    name: 'supplier-claim.saveContact',
    text: `insert into producer_contacts as p (market, producer, email) values ($1, $2, $3)
      on conflict (market, producer) do update set email = excluded.email, version = p.version + case when p.email = excluded.email then 0 else 1 end
        where p.version = $4 or p.email = excluded.email`,
    values: [market, producer, email, version],
  });
  return saved === 1;
}

export interface SupplierClaim {
  readonly market: Market;
  readonly producer: string;
  readonly email: string;
  readonly csv: string;
  readonly author: string;
}

/** Stores a claim to a supplier and marks its lines. @returns its id */
export async function insertSupplierClaim(
  transaction: Transaction,
  { market, producer, email, csv, author }: SupplierClaim,
  lines: readonly Pick<SupplierLine, 'claimId' | 'position'>[],
): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'supplier-claim.insertSupplierClaim',
    text: 'insert into supplier_claims (market, producer, email, csv, author) values ($1, $2, $3, $4, $5) returning id',
    values: [market, producer, email, csv, author],
  });
  if (!row) throw new Error('a claim to a supplier was inserted and did not come back');
  await transaction.execute({
    name: 'supplier-claim.insertSupplierClaim.lines',
    text: `update claim_lines l set supplier_claim_id = $1 from unnest($2::uuid[], $3::int[]) as k (claim_id, position)
      where l.claim_id = k.claim_id and l.position = k.position`,
    values: [row.id, lines.map(({ claimId }) => claimId), lines.map(({ position }) => position)],
  });
  return row.id;
}

/** Lists the claims to suppliers that had lines of a claim last, the latest first. */
export const supplierClaimsOf = (
  db: Queryable,
  claimId: string,
): Promise<{ id: string; producer: string; email: string; author: string; at: Date }[]> =>
  db.queryMany<{ id: string; producer: string; email: string; author: string; at: Date }>({
    name: 'supplier-claim.supplierClaimsOf',
    text: `select id, producer, email, author, at from supplier_claims
      where id in (select supplier_claim_id from claim_lines where claim_id = $1) order by at desc, id`,
    values: [claimId],
  });

interface StoredSupplierClaim extends Omit<SupplierClaim, 'author'> {
  readonly at: Date;
}

/** Reads a claim to a supplier. */
export const findSupplierClaim = (db: Queryable, id: string): Promise<StoredSupplierClaim | null> =>
  db.queryOne<StoredSupplierClaim>({
    name: 'supplier-claim.findSupplierClaim',
    text: 'select market, producer, email, csv, at from supplier_claims where id = $1',
    values: [id],
  });
