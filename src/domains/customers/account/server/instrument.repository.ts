/** SQL of stored cards: the gateway's token and the fields that may be shown [ACC-4]. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { StoredInstrument } from '../contract.ts';
import type { CustomerScope } from './address.repository.ts';

const COLUMNS = 'id, brand, last4, expiry_month as "expiryMonth", expiry_year as "expiryYear", is_default';

/** Lists the cards, the default first. */
export const instrumentsOf = (db: Queryable, { customerId, market }: CustomerScope, defaultOnly = false): Promise<StoredInstrument[]> =>
  db.queryMany<StoredInstrument>({
    name: 'instrument.instrumentsOf',
    text: `select ${COLUMNS} from stored_instruments where customer_id = $1 and market = $2 and (is_default or not $3) order by is_default desc, created_at, id`,
    values: [customerId, market, defaultOnly],
  });

/** A card with its gateway token. Never leaves the server. */
export interface PayableInstrument extends StoredInstrument {
  readonly gatewayToken: string;
}

/** Returns the gateway token of a card; null if the customer has no such card. */
export async function gatewayTokenOf(db: Queryable, { customerId, market }: CustomerScope, id: string): Promise<string | null> {
  const row = await db.queryOne<{ gatewayToken: string }>({
    name: 'instrument.gatewayTokenOf',
    text: 'select gateway_token as "gatewayToken" from stored_instruments where id = $3 and customer_id = $1 and market = $2',
    values: [customerId, market, id],
  });
  return row?.gatewayToken ?? null;
}

/**
 * Locks a card against removal, or with `update` against being chosen, until the transaction ends.
 * @returns false if it does not exist
 */
export async function lockInstrument(
  transaction: Transaction,
  { customerId, market }: CustomerScope,
  id: string,
  strength: 'share' | 'update' = 'share',
): Promise<boolean> {
  const row = await transaction.queryOne<{ id: string }>({
    name: `instrument.lockInstrument.${strength}`,
    text: `select id from stored_instruments where id = $3 and customer_id = $1 and market = $2 for ${strength}`,
    values: [customerId, market, id],
  });
  return row !== null;
}

/** Returns the default card, which one-click orders charge; null if there is none. */
export const defaultInstrumentOf = (db: Queryable, { customerId, market }: CustomerScope): Promise<PayableInstrument | null> =>
  db.queryOne<PayableInstrument>({
    name: 'instrument.defaultInstrumentOf',
    text: `select ${COLUMNS}, gateway_token as "gatewayToken" from stored_instruments where customer_id = $1 and market = $2 and is_default`,
    values: [customerId, market],
  });

export interface NewInstrument {
  readonly gatewayToken: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** Serialises changes of one customer's cards. */
export const lockOwner = (transaction: Transaction, { customerId }: Pick<CustomerScope, 'customerId'>): Promise<number> =>
  transaction.execute({ name: 'instrument.lockOwner', text: 'select 1 from customers where id = $1 for update', values: [customerId] });

/** Makes a card the only default. @returns false if it does not exist */
export async function setDefaultInstrument(transaction: Transaction, owner: CustomerScope, id: string): Promise<boolean> {
  const { customerId, market } = owner;
  await lockOwner(transaction, owner);
  const found = await transaction.queryOne<{ id: string }>({
    name: 'instrument.setDefaultInstrument.find',
    text: 'select id from stored_instruments where id = $3 and customer_id = $1 and market = $2',
    values: [customerId, market, id],
  });
  if (!found) return false;
  await transaction.execute({
    name: 'instrument.setDefaultInstrument.noDefault',
    text: 'update stored_instruments set is_default = false where customer_id = $1 and market = $2 and is_default and id <> $3',
    values: [customerId, market, id],
  });
  await transaction.execute({
    name: 'instrument.setDefaultInstrument.setDefault',
    text: 'update stored_instruments set is_default = true where id = $1',
    values: [id],
  });
  return true;
}

/** Saves a card and makes the first one the default. @returns its id */
export async function addInstrument(
  transaction: Transaction,
  owner: CustomerScope,
  card: NewInstrument,
  isDefault: boolean,
): Promise<string> {
  const row = await transaction.queryOne<{ id: string; others: number }>({
    name: 'instrument.addInstrument',
    text: `insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year)
      values ($1, $2, $3, $4, $5, $6, $7)
      returning id, (select count(*) from stored_instruments where customer_id = $1 and market = $2) as others`,
    values: [owner.customerId, owner.market, card.gatewayToken, card.brand, card.last4, card.expiryMonth, card.expiryYear],
  });
  if (!row) throw new Error('a card was inserted and did not come back');
  if (isDefault || row.others === 0) await setDefaultInstrument(transaction, owner, row.id);
  return row.id;
}

/** Saves a card after a payment. Updates the expiry of a card with the same token. @returns its id */
export async function saveInstrument(transaction: Transaction, owner: CustomerScope, card: NewInstrument): Promise<string> {
  await lockOwner(transaction, owner);
  const existing = await transaction.queryOne<{ id: string }>({
    name: 'instrument.saveInstrument',
    text: `update stored_instruments set expiry_month = $4, expiry_year = $5 where customer_id = $1 and market = $2 and gateway_token = $3 returning id`,
    values: [owner.customerId, owner.market, card.gatewayToken, card.expiryMonth, card.expiryYear],
  });
  return existing?.id ?? addInstrument(transaction, owner, card, false);
}

/** Deletes a card. If it was the default, the oldest other one becomes it. @returns false if it does not exist */
export async function removeInstrument(transaction: Transaction, owner: CustomerScope, id: string): Promise<boolean> {
  const removed = await transaction.execute({
    name: 'instrument.removeInstrument',
    text: 'delete from stored_instruments where id = $3 and customer_id = $1 and market = $2',
    values: [owner.customerId, owner.market, id],
  });
  if (removed === 0) return false;
  const [next] = await instrumentsOf(transaction, owner);
  if (next && !next.is_default) await setDefaultInstrument(transaction, owner, next.id);
  return true;
}
