/** SQL that changes many levels of a market at once, with their movements. Levels are locked in the order of product ids. */
import type { Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { CorrectionKind, StockLevel } from '../model/stock.ts';

export interface LockedLevel extends StockLevel {
  readonly productId: number;
}

/** Gives products that the market never had a level of 0. */
export const openLevels = (transaction: Transaction, market: Market, productIds: readonly number[]): Promise<number> =>
  transaction.execute({
    name: 'sheet-movement.openLevels',
    text: `insert into stock_levels (product_id, market, level)
      select p.id, $1, 0 from unnest($2::int[]) p (id) where not exists (select 1 from stock_levels s where s.product_id = p.id and s.market = $1)
      order by p.id on conflict do nothing`,
    values: [market, productIds],
  });

/** Locks the levels of products. */
export const lockLevels = (transaction: Transaction, market: Market, productIds: readonly number[]): Promise<LockedLevel[]> =>
  transaction.queryMany<LockedLevel>({
    name: 'sheet-movement.lockLevels',
    text: `select product_id as "productId", level, reserved, oversold from stock_levels where market = $1 and product_id = any($2)
      order by product_id for update`,
    values: [market, productIds],
  });

export interface SheetMovement {
  readonly productId: number;
  readonly quantity: number;
  /** Movement that this one takes back. */
  readonly reverses: number | null;
  readonly after: StockLevel;
}

export interface MovementSource {
  readonly market: Market;
  readonly kind: CorrectionKind;
  readonly reason: string;
  readonly sheetId: number;
  readonly staffId: number;
  readonly actor: string;
}

/** Writes levels and the movements that led to them: one for each product. */
export const writeMovements = (transaction: Transaction, source: MovementSource, movements: readonly SheetMovement[]): Promise<number> =>
  transaction.execute({
    name: 'sheet-movement.writeMovements',
    text: `with given as (select * from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[]) g (product_id, quantity, level, oversold, reverses)),
      changed as (
        update stock_levels s set level = g.level, oversold = g.oversold from given g where s.product_id = g.product_id and s.market = $6
        returning s.product_id, s.level - s.oversold as level
      )
      insert into stock_movements (product_id, market, kind, quantity, level, reason, document_id, staff_id, actor, reverses)
        select g.product_id, $6, $7, g.quantity, c.level, $8, $9, $10, $11, g.reverses from given g join changed c using (product_id) order by g.product_id`,
    values: [
      movements.map(({ productId }) => productId),
      movements.map(({ quantity }) => quantity),
      movements.map(({ after }) => after.level),
      movements.map(({ after }) => after.oversold),
      movements.map(({ reverses }) => reverses),
      source.market,
      source.kind,
      source.reason,
      source.sheetId,
      source.staffId,
      source.actor,
    ],
  });

/** Lists the movements of a sheet that were not taken back. */
export const standingMovements = (
  transaction: Transaction,
  sheetId: number,
  kind: CorrectionKind,
): Promise<{ readonly id: number; readonly productId: number; readonly quantity: number }[]> =>
  transaction.queryMany<{ readonly id: number; readonly productId: number; readonly quantity: number }>({
    name: 'sheet-movement.standingMovements',
    text: `select m.id, m.product_id as "productId", m.quantity from stock_movements m
      where m.document_id = $1 and m.kind = $2 and not exists (select 1 from stock_movements u where u.reverses = m.id) order by m.product_id`,
    values: [sheetId, kind],
  });
