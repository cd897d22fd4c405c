/** Reads a customer's store credit and purchased gift cards for the account page. */
import { type CreditAccount, creditAccount } from '#domains/selling/store-credit/server/credit.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toDecimal } from '#lib/money.ts';
import { balanceOf, entriesOf } from '#lib/server/ledger.repository.ts';
import type { CreditView } from '../credit-contract.ts';
import { creditWords } from '../model/format-credit.ts';

/** Matches sources of entries: `order:UUID:…`, `refund:UUID:…`. */
const FROM_ORDER = /^(?:order|refund):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

const idIn = (source: string): string | null => FROM_ORDER.exec(source)?.[1] ?? null;

/** Returns order numbers by order or refund id. */
async function numbersOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.queryMany<{ id: string; number: number }>({
    name: 'credit.orders',
    text: `select id, number from orders where id = any($1) and number is not null
      union all select r.id, o.number from order_refunds r join orders o on o.id = r.order_id where r.id = any($1) and o.number is not null`,
    values: [ids],
  });
  return new Map(rows.map(({ id, number }) => [id, number]));
}

interface GivenRow {
  readonly id: string;
  readonly recipient: string;
  readonly cents: number;
  readonly number: number;
  readonly sendAt: Date;
  readonly isSent: boolean;
  readonly expiresAt: Date;
}

const cardsGivenBy = (db: Queryable, { customerId, market }: CreditAccount): Promise<GivenRow[]> =>
  db.queryMany<GivenRow>({
    name: 'credit.cards_given',
    text: `select g.id, coalesce(nullif(g.recipient_name, ''), g.recipient_email) as recipient, g.initial_cents as cents, o.number, g.send_at as "sendAt",
        g.sent_at is not null as "isSent", g.expires_at as "expiresAt"
      from orders o join gift_cards g on g.order_id = o.id where o.customer_id = $1 and o.market = $2 and o.number is not null
      order by o.number desc, g.order_position, g.unit limit 200`,
    values: [customerId, market],
  });

export async function viewCredit(db: Queryable, owner: CreditAccount): Promise<CreditView> {
  const account = creditAccount(owner);
  const [{ cents, heldCents }, entries, given] = await Promise.all([
    balanceOf(db, account),
    entriesOf(db, account),
    cardsGivenBy(db, owner),
  ]);
  const ids = entries.map(({ source }) => idIn(source)).filter((id) => id !== null);
  const numbers = await numbersOf(db, ids);
  return {
    balance: toDecimal(cents - heldCents),
    held: toDecimal(heldCents),
    entries: entries.toReversed().map((entry, place) => ({
      id: entries.length - place,
      what: creditWords({ ...entry, orderNumber: numbers.get(idIn(entry.source) ?? '') ?? null }),
      amount: toDecimal(entry.cents),
      at: entry.at.toISOString(),
    })),
    given: given.map(({ cents: worth, number, sendAt, expiresAt, ...card }) => ({
      ...card,
      amount: toDecimal(worth),
      orderNumber: number,
      sendAt: sendAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  };
}
