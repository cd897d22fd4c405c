/** SQL of the lines of stock sheets. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Audience } from '#markets/audiences.ts';
import type { Market } from '#markets/market.ts';
import type { MovementKind } from '../model/stock.ts';

export interface StoredLine {
  readonly productId: number;
  readonly quantity: number | null;
  readonly expected: number | null;
  readonly movementId: number | null;
  readonly isSkipped: boolean;
  readonly version: number;
  readonly enteredBy: string;
  readonly enteredAt: Date;
}

const STORED = `l.product_id as "productId", l.quantity, l.expected, l.movement_id as "movementId", l.is_skipped as "isSkipped", l.version,
  l.entered_by as "enteredBy", l.entered_at as "enteredAt"`;

export const findLine = (db: Queryable, sheetId: number, productId: number): Promise<StoredLine | null> =>
  db.queryOne<StoredLine>({
    name: 'sheet-line.findLine',
    text: `select ${STORED} from stock_sheet_lines l where l.sheet_id = $1 and l.product_id = $2`,
    values: [sheetId, productId],
  });

export interface LineEntry {
  readonly sheetId: number;
  readonly productId: number;
  readonly quantity: number | null;
  readonly expected: number | null;
  readonly movementId: number | null;
  readonly enteredBy: string;
}

/** Writes a line. What was decided about it before no longer counts. */
export const writeLine = (transaction: Transaction, line: LineEntry): Promise<number> =>
  transaction.execute({
    name: 'sheet-line.writeLine',
    text: `insert into stock_sheet_lines as l (sheet_id, product_id, quantity, expected, movement_id, entered_by) values ($1, $2, $3, $4, $5, $6)
      on conflict (sheet_id, product_id) do update set quantity = $3, expected = $4, movement_id = $5, entered_by = $6, entered_at = now(),
        is_skipped = false, version = l.version + 1`,
    values: [line.sheetId, line.productId, line.quantity, line.expected, line.movementId, line.enteredBy],
  });

/** Adds products that were not entered yet. Unknown ones are skipped. */
export const insertLines = (transaction: Transaction, sheetId: number, productIds: readonly number[]): Promise<number> =>
  transaction.execute({
    name: 'sheet-line.insertLines',
    text: `insert into stock_sheet_lines (sheet_id, product_id)
      select $1, i.product_id from stock_items i where i.product_id = any($2) order by i.product_id on conflict do nothing`,
    values: [sheetId, productIds],
  });

/** @returns false if it is no longer the version that was shown */
export const deleteLine = async (transaction: Transaction, sheetId: number, productId: number, version: number): Promise<boolean> =>
  (await transaction.execute({
    name: 'sheet-line.deleteLine',
    text: 'delete from stock_sheet_lines where sheet_id = $1 and product_id = $2 and version = $3',
    values: [sheetId, productId, version],
  })) === 1;

export const decideLine = (
  transaction: Transaction,
  sheetId: number,
  productId: number,
  isSkipped: boolean,
  movementId: number | null,
): Promise<number> =>
  transaction.execute({
    name: 'sheet-line.decideLine',
    text: `update stock_sheet_lines set is_skipped = $3, movement_id = greatest(movement_id, $4), version = version + 1
      where sheet_id = $1 and product_id = $2`,
    values: [sheetId, productId, isSkipped, movementId],
  });

/** Whose products they are: audiences of their offers, and markets with stock of them. */
export interface ProductScope {
  readonly audiences: readonly Audience[];
  readonly markets: readonly Market[];
}

/** SQL condition: an item is sold in one of the audiences in $1, or has stock in one of the markets in $2. */
const IS_IN_SCOPE = `(exists (select 1 from offers o where o.product_id = i.product_id and o.audience = any($1::text[]))
  or exists (select 1 from stock_levels s where s.product_id = i.product_id and s.market = any($2::text[])))`;

export const hasProduct = async (db: Queryable, productId: number, { audiences, markets }: ProductScope): Promise<boolean> =>
  (await db.queryOne<{ found: number }>({
    name: 'sheet-line.hasProduct',
    text: `select 1 as found from stock_items i where i.product_id = $3 and ${IS_IN_SCOPE}`,
    values: [audiences, markets, productId],
  })) !== null;

/** Returns the last movement of an item, 0 if nothing ever moved. */
export const lastMovement = async (db: Queryable, productId: number, market: Market): Promise<number> =>
  (
    await db.queryOne<{ last: number }>({
      name: 'sheet-line.lastMovement',
      text: 'select coalesce(max(id), 0) as last from stock_movements where product_id = $1 and market = $2',
      values: [productId, market],
    })
  )?.last ?? 0;

/** Lists the products that have a quantity. */
export const enteredProducts = async (db: Queryable, sheetId: number): Promise<number[]> =>
  (
    await db.queryMany<{ productId: number }>({
      name: 'sheet-line.enteredProducts',
      text: 'select product_id as "productId" from stock_sheet_lines where sheet_id = $1 and quantity is not null and not is_skipped',
      values: [sheetId],
    })
  ).map(({ productId }) => productId);

/** Returns whether cases were sent, came back or were corrected in the last seconds. Sales leave the shelf as it is. */
export const hasStockMoved = async (db: Queryable, productId: number, market: Market, seconds: number): Promise<boolean> =>
  (await db.queryOne<{ moved: number }>({
    name: 'sheet-line.hasStockMoved',
    text: `select 1 as moved where exists (
        select 1 from stock_movements m where m.product_id = $1 and m.market = $2 and m.kind <> 'order' and m.at > now() - make_interval(secs => $3)
      ) or exists (
        select 1 from order_shipments h join orders o on o.id = h.order_id and o.market = $2
          join order_shipment_lines x on x.shipment_id = h.id join order_lines l on l.order_id = o.id and l.position = x.position and l.product_id = $1
        where h.shipped_at > now() - make_interval(secs => $3)
      ) or exists (
        select 1 from order_refunds r join orders o on o.id = r.order_id and o.market = $2
          join order_refund_lines x on x.refund_id = r.id and x.withdrawn > 0 join order_lines l on l.order_id = o.id and l.position = x.position and l.product_id = $1
        where r.created_at > now() - make_interval(secs => $3)
      )`,
    values: [productId, market, seconds],
  })) !== null;

export interface SheetLineRow extends StoredLine {
  readonly name: string;
  readonly sku: string;
  readonly gtin: string;
  readonly level: number;
  readonly reserved: number;
  readonly oversold: number;
  readonly priceCents: number | null;
  readonly conflictId: number | null;
  readonly conflictKind: MovementKind | null;
  readonly conflictQuantity: number | null;
  readonly conflictBy: string | null;
  readonly conflictAt: Date | null;
}

/**
 * Lists the lines of a sheet by name, with the last correction after each was counted. Deliveries and their undo only add and take, so
 * they need no decision. Imports set levels, so they do.
 * @param productId of the only line to read; null for all
 */
export const listLines = (db: Queryable, sheetId: number, market: Market, productId: number | null): Promise<SheetLineRow[]> =>
  db.queryMany<SheetLineRow>({
    name: 'sheet-line.listLines',
    text: `select ${STORED}, coalesce(i.name, '') as name, coalesce(i.sku, '') as sku, coalesce(i.gtin, '') as gtin,
        coalesce(s.level, 0) as level, coalesce(s.reserved, 0) as reserved, coalesce(s.oversold, 0) as oversold, p.pack_price as "priceCents",
        c.id as "conflictId", c.kind as "conflictKind", c.quantity as "conflictQuantity", c.actor as "conflictBy", c.at as "conflictAt"
      from stock_sheet_lines l
        left join stock_items i on i.product_id = l.product_id
        left join stock_levels s on s.product_id = l.product_id and s.market = $2
        left join lateral (
          select p.pack_price from offers o join offer_prices p on p.offer_id = o.offer_id and p.market = $2
          where o.product_id = l.product_id order by o.offer_id limit 1
        ) p on true
        left join lateral (
          select m.id, m.kind, m.quantity, m.actor, m.at from stock_movements m
          where m.product_id = l.product_id and m.market = $2 and m.id > l.movement_id
            and (m.kind in ('adjustment', 'count', 'import') or (m.kind = 'undo' and m.reason <> 'receipt'))
          order by m.id desc limit 1
        ) c on true
      where l.sheet_id = $1 and ($3::integer is null or l.product_id = $3)
      order by i.name_key, l.product_id`,
    values: [sheetId, market, productId],
  });

export interface FoundWine {
  readonly productId: number;
  readonly name: string;
  readonly sku: string;
  readonly gtin: string;
}

const LISTED = 8;

/** Finds products by words of their names and codes, in small letters. */
export const findWinesByWords = (
  db: Queryable,
  patterns: readonly (string | null)[],
  { audiences, markets }: ProductScope,
): Promise<FoundWine[]> =>
  db.queryMany<FoundWine>({
    text: `select i.product_id as "productId", i.name, i.sku, i.gtin from stock_items i
      where ${IS_IN_SCOPE}
        and ($3::text is null or i.terms like $3) and ($4::text is null or i.terms like $4) and ($5::text is null or i.terms like $5)
      order by i.name_key, i.product_id limit ${LISTED}`,
    values: [audiences, markets, patterns[0] ?? null, patterns[1] ?? null, patterns[2] ?? null],
  });

/** Finds products by a bar code or SKU, as `toCodes` writes it. */
export const findWinesByCode = (db: Queryable, codes: readonly string[], { audiences, markets }: ProductScope): Promise<FoundWine[]> =>
  db.queryMany<FoundWine>({
    name: 'sheet-line.findWinesByCode',
    text: `select i.product_id as "productId", i.name, i.sku, i.gtin from stock_items i where i.codes && $3::text[] and ${IS_IN_SCOPE}
      order by i.name_key, i.product_id limit ${LISTED}`,
    values: [audiences, markets, codes],
  });
