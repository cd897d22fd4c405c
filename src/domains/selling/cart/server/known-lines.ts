/**
 * Lines of long carts as they were last read. Reading one again asks which lines there are and how many cases, and what
 * changed of stock and offers since; only where that touches the cart are its lines read as a whole (decision 48).
 */

import type { CartRow } from './cart-repository.ts';
import type { StoredLine } from './read-cart.ts';

/** What is kept of a reading: good for as long as the database says the same of the lines and knows no news of what is in them. */
interface Known {
  /** What the database saw when it was read. */
  readonly snapshot: string;
  readonly ids: string;
  readonly seen: string;
  readonly quantities: string;
  readonly lines: readonly StoredLine[];
}

/** Shorter carts are read as fast as they are compared. */
const MIN_LINES = 6;
/** Some ten megabytes, of the carts changed last. */
const MAX_LINES = 6_000;
const known = new Map<string, Known>();
let lineCount = 0;

/** More news than this, and the cart is read instead. */
const MAX_CHANGES = 200;

const newsOf = (key: string, stamp: string, table: string): string =>
  `(select ${key} as key, ${stamp} as stamp from ${table} where ${stamp} >= pg_snapshot_xmin($5::pg_snapshot) order by ${stamp} limit ${MAX_CHANGES})`;

/** The news since a snapshot, $5: how many rows may be some, and the products and offers that are. */
export const CHANGES_SQL = `(select json_build_array(count(*), coalesce(json_agg(key) filter (where not pg_visible_in_snapshot(stamp, $5::pg_snapshot)), '[]'))
    from (${newsOf('product_id::text', 'moved_in', 'stock')} union all ${newsOf('offer_id', 'changed_in', 'offers')}
      union all ${newsOf('offer_id', 'changed_in', 'removed_offers')}) news) as news`;

/** The lines of a cart `c`, as texts that are compared and seldom looked into. */
export const LINE_TEXTS = `select array_agg(id)::text as ids, array_agg(seen_cents)::text as seen, array_agg(quantity)::text as quantities,
    bool_or(gift_details is not null) as personal from (select id, seen_cents, quantity, gift_details from cart_lines where cart_id = c.id order by position) l`;

export interface LinesSnapshot {
  readonly snapshot: string;
  readonly ids: string | null;
  readonly seen: string | null;
  readonly quantities: string | null;
  /** Whether one of them is for somebody. */
  readonly personal: boolean | null;
  readonly news: readonly [count: number, keys: readonly string[]];
}

/** The snapshot of what is kept of a cart, to ask what changed since; null where nothing is. */
export const cachedSnapshot = (cartId: string): string | null => known.get(cartId)?.snapshot ?? null;

function forget(cartId: string): void {
  lineCount -= known.get(cartId)?.lines.length ?? 0;
  known.delete(cartId);
}

function keep(cartId: string, reading: Known): void {
  forget(cartId);
  known.set(cartId, reading);
  lineCount += reading.lines.length;
  for (const oldest of known.keys()) {
    if (lineCount <= MAX_LINES) return;
    forget(oldest);
  }
}

const textOf = (values: readonly (string | number | null | undefined)[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`;

/** Keep lines that were read in a transaction that changes neither offers nor stock. Lines for somebody are read each time. */
export function keepLines(cartId: string, snapshot: string, lines: readonly StoredLine[]): void {
  if (lines.length < MIN_LINES || lines.some(({ gift }) => gift)) {
    forget(cartId);
    return;
  }
  const texts = {
    ids: textOf(lines.map(({ id }) => id)),
    seen: textOf(lines.map(({ seenCents: lastSeenPriceCents }) => lastSeenPriceCents)),
    quantities: textOf(lines.map(({ quantity }) => quantity)),
  };
  keep(cartId, { snapshot, ...texts, lines });
}

function withQuantities(lines: readonly StoredLine[], text: string): readonly StoredLine[] {
  const quantities = text.slice(1, -1).split(',').map(Number);
  return lines.map((line, index) => {
    const quantity = quantities[index] ?? line.quantity;
    return quantity === line.quantity ? line : { ...line, quantity };
  });
}

/** The lines as they are now, those that are as before the same objects; null where they have to be read. */
export function linesSince({ id }: Pick<CartRow, 'id'>, found: LinesSnapshot): readonly StoredLine[] | null {
  const before = known.get(id);
  const { snapshot, ids, seen, quantities } = found;
  const [count, keys] = found.news;
  if (!before || quantities === null || found.personal || ids !== before.ids || seen !== before.seen || count >= MAX_CHANGES) return null;
  if (keys.length > 0) {
    const newNotices = new Set(keys);
    if (before.lines.some(({ offerId, productId }) => newNotices.has(offerId) || newNotices.has(String(productId)))) return null;
  }
  const lines = quantities === before.quantities ? before.lines : withQuantities(before.lines, quantities);
  keep(id, { snapshot, ids, seen, quantities, lines });
  return lines;
}
