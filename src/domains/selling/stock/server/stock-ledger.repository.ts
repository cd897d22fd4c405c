/**
 * SQL of stock corrections and their ledger. Lock levels in the order of product ids, like checkouts do. Sales, refunds and imports write
 * their movements in the statements that change the level.
 */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CorrectionKind, MovementKind, StockKey, StockLevel } from '../model/stock.ts';

/** Locks the level of a product. @returns null if the market has no stock of it */
export const lockLevel = (transaction: Transaction, { productId, market }: StockKey): Promise<StockLevel | null> =>
  transaction.queryOne<StockLevel>({
    name: 'stock-ledger.lockLevel',
    text: 'select level, reserved, oversold from stock_levels where product_id = $1 and market = $2 for update',
    values: [productId, market],
  });

export interface NewMovement extends StockKey {
  readonly kind: CorrectionKind;
  readonly quantity: number;
  readonly reason: string;
  readonly note: string;
  readonly staffId: number;
  readonly actor: string;
  readonly documentId: number | null;
  readonly reverses: number | null;
}

/** Writes a level and the movement that led to it. @returns the movement's id */
export async function writeMovement(transaction: Transaction, movement: NewMovement, after: StockLevel): Promise<number> {
  const row = await transaction.queryOne<{ id: number }>({
    name: 'stock-ledger.writeMovement',
    text: `with changed as (update stock_levels set level = $10, oversold = $11 where product_id = $1 and market = $2 returning level - oversold as level)
      insert into stock_movements (product_id, market, kind, quantity, level, reason, note, staff_id, actor, document_id, reverses)
        select $1, $2, $3, $4, level, $5, $6, $7, $8, $9, $12::bigint from changed returning id`,
    values: [
      movement.productId,
      movement.market,
      movement.kind,
      movement.quantity,
      movement.reason,
      movement.note,
      movement.staffId,
      movement.actor,
      movement.documentId,
      after.level,
      after.oversold,
      movement.reverses,
    ],
  });
  if (!row) throw new Error('a level that was locked is gone');
  return row.id;
}

export interface LastCorrection {
  readonly id: number;
  readonly at: Date;
  readonly actor: string;
  readonly kind: CorrectionKind;
  readonly quantity: number;
}

/** Reads what staff last did to an item. @returns null if nothing */
export const lastCorrection = (db: Queryable, { productId, market }: StockKey): Promise<LastCorrection | null> =>
  db.queryOne<LastCorrection>({
    name: 'stock-ledger.lastCorrection',
    text: `select id, at, actor, kind, quantity from stock_movements
      where product_id = $1 and market = $2 and kind in ('adjustment', 'count', 'receipt', 'undo') order by id desc limit 1`,
    values: [productId, market],
  });

export interface UndoableMovement extends StockKey {
  readonly id: number;
  readonly kind: MovementKind;
  readonly quantity: number;
  readonly documentId: number | null;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
}

/** Reads movements of some markets, with who took them back. */
export const findMovements = (db: Queryable, ids: readonly number[], markets: readonly Market[]): Promise<UndoableMovement[]> =>
  db.queryMany<UndoableMovement>({
    text: `select m.id, m.product_id as "productId", m.market, m.kind, m.quantity, m.document_id as "documentId", u.actor as "undoneBy", u.at as "undoneAt"
      from stock_movements m left join stock_movements u on u.reverses = m.id
      where m.id = any($1) and m.market = any($2) order by m.product_id, m.market, m.id`,
    values: [ids, markets],
  });

export interface LedgerRow {
  readonly id: number;
  readonly at: Date;
  readonly kind: MovementKind;
  readonly quantity: number;
  readonly level: number;
  readonly reason: string;
  readonly note: string;
  readonly actor: string;
  readonly orderId: string | null;
  readonly orderNumber: number | null;
  readonly importId: number | null;
  readonly countId: number | null;
  readonly deliveryId: number | null;
  readonly supplier: string;
  readonly isUndone: boolean;
}

/** Lists the movements of an item, newest first. @param before id of the last row of the page before */
export const listMovements = (db: Queryable, { productId, market }: StockKey, before: number | null, limit: number): Promise<LedgerRow[]> =>
  db.queryMany<LedgerRow>({
    text: `select m.id, m.at, m.kind, m.quantity, m.level, m.reason, m.note, m.actor, m.order_id as "orderId", o.number as "orderNumber",
        m.import_id as "importId", case when h.kind = 'count' then h.id end as "countId", case when h.kind = 'delivery' then h.id end as "deliveryId",
        coalesce(concat_ws(', ', nullif(h.supplier, ''), nullif(h.reference, '')), '') as supplier,
        exists (select 1 from stock_movements u where u.reverses = m.id) as "isUndone"
      from stock_movements m left join orders o on o.id = m.order_id left join stock_sheets h on h.id = m.document_id
      where m.product_id = $1 and m.market = $2 and ($3::bigint is null or m.id < $3) order by m.id desc limit $4`,
    values: [productId, market, before, limit],
  });

/** A threshold as a person saw it. */
export interface ShownThreshold extends StockKey {
  readonly expected: number | null;
}

export interface LockedThreshold {
  readonly productId: number;
  readonly market: Market;
  readonly threshold: number | null;
  readonly isExpected: boolean;
}

/** Locks items and returns those that have another threshold than they should get, with whether it is the one that was shown. */
export const lockOtherThresholds = (
  transaction: Transaction,
  items: readonly ShownThreshold[],
  threshold: number | null,
): Promise<LockedThreshold[]> =>
  transaction.queryMany<LockedThreshold>({
    text: `with locked as (
        select s.product_id, s.market, s.threshold, s.threshold is not distinct from k.expected as is_expected
        from stock_levels s join unnest($1::int[], $2::text[], $3::int[]) k (product_id, market, expected) using (product_id, market)
        order by s.product_id, s.market for update of s
      )
      select product_id as "productId", market, threshold, is_expected as "isExpected" from locked where threshold is distinct from $4::integer`,
    values: [items.map(({ productId }) => productId), items.map(({ market }) => market), items.map(({ expected }) => expected), threshold],
  });

/** Sets the threshold of items. */
export const updateThresholds = (transaction: Transaction, keys: readonly StockKey[], threshold: number | null): Promise<number> =>
  transaction.execute({
    text: `update stock_levels s set threshold = $3 from unnest($1::int[], $2::text[]) k (product_id, market)
      where s.product_id = k.product_id and s.market = k.market`,
    values: [keys.map(({ productId }) => productId), keys.map(({ market }) => market), threshold],
  });

/** A threshold to take back: as it was before a change, and as the change left it. */
export interface ThresholdChange extends StockKey {
  readonly before: number | null;
  readonly after: number | null;
}

/** Sets thresholds back that are as a change left them. @returns the items that it set back */
export const restoreThresholds = (transaction: Transaction, changes: readonly ThresholdChange[]): Promise<StockKey[]> =>
  transaction.queryMany<StockKey>({
    text: `with given as (
        select product_id, market, before, after from unnest($1::int[], $2::text[], $3::int[], $4::int[]) g (product_id, market, before, after)
      ), locked as (
        select s.product_id, s.market, s.threshold, g.before, g.after from stock_levels s join given g using (product_id, market)
        order by s.product_id, s.market for update of s
      )
      update stock_levels s set threshold = l.before from locked l
      where s.product_id = l.product_id and s.market = l.market and l.threshold is not distinct from l.after
      returning s.product_id as "productId", s.market`,
    values: [
      changes.map(({ productId }) => productId),
      changes.map(({ market }) => market),
      changes.map(({ before }) => before),
      changes.map(({ after }) => after),
    ],
  });

/** Reads the names of wines. */
export const readStockNames = (
  db: Queryable,
  productIds: readonly number[],
): Promise<{ readonly productId: number; readonly name: string }[]> =>
  db.queryMany({ text: 'select product_id as "productId", name from stock_items where product_id = any($1)', values: [productIds] });

export interface DefaultThreshold {
  readonly market: Market;
  readonly threshold: number;
  /** 0 while nobody set one. */
  readonly version: number;
}

export const readDefaults = (db: Queryable): Promise<DefaultThreshold[]> =>
  db.queryMany<DefaultThreshold>({ name: 'stock-ledger.readDefaults', text: 'select market, threshold, version from stock_defaults' });

/** Saves the default of a market. @returns false if it is no longer the version that was shown */
export async function saveDefault(transaction: Transaction, { market, threshold, version }: DefaultThreshold): Promise<boolean> {
  if (version === 0)
    return (
      (await transaction.execute({
        text: 'insert into stock_defaults (market, threshold) values ($1, $2) on conflict do nothing',
        values: [market, threshold],
      })) === 1
    );
  const written = await transaction.execute({
    text: 'update stock_defaults set threshold = $2, version = version + 1 where market = $1 and version = $3',
    values: [market, threshold, version],
  });
  return written === 1;
}

/** Pages show too much or too little stock until they are told. Call it after the commit: a NOTIFY inside it serialises commits. */
export const notifyStock = (db: Queryable): Promise<number> =>
  db.execute({ name: 'stock-ledger.notifyStock', text: "select pg_notify('catalogue_changed', 'stock')" });
