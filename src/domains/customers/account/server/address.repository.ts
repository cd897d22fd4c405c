/** SQL of a customer's addresses in a market. At most one is the default; the first one always is. */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { AddressFields, StoredAddress } from '../model/address.ts';

/** A customer in a market. */
export interface CustomerScope {
  readonly customerId: number;
  readonly market: Market;
}

const COLUMNS = `id, first_name as "firstName", last_name as "lastName", phone, address, suburb, state, postcode, instructions, is_default as "isDefault"`;

/** Lists the addresses, the default first. */
export const addressesOf = (db: Queryable, { customerId, market }: CustomerScope): Promise<StoredAddress[]> =>
  db.queryMany<StoredAddress>({
    name: 'address.addressesOf',
    text: `select ${COLUMNS} from customer_addresses where customer_id = $1 and market = $2 order by is_default desc, id`,
    values: [customerId, market],
  });

/** Returns the default address, to which one-click orders go; null if there is none. */
export const defaultAddressOf = (db: Queryable, { customerId, market }: CustomerScope): Promise<StoredAddress | null> =>
  db.queryOne<StoredAddress>({
    name: 'address.defaultAddressOf',
    text: `select ${COLUMNS} from customer_addresses where customer_id = $1 and market = $2 and is_default`,
    values: [customerId, market],
  });

/** Serialises changes of one customer's addresses, so that there is only one default. */
const lockCustomer = (transaction: Transaction, customerId: number): Promise<number> =>
  transaction.execute({ name: 'address.lockCustomer', text: 'select 1 from customers where id = $1 for update', values: [customerId] });

const valuesOf = (fields: AddressFields): string[] => [
  fields.firstName,
  fields.lastName,
  fields.phone,
  fields.address,
  fields.suburb,
  fields.state,
  fields.postcode,
  fields.instructions,
];

/** Makes an address the only default. @returns false if it does not exist */
export async function setDefaultAddress(transaction: Transaction, { customerId, market }: CustomerScope, id: number): Promise<boolean> {
  await lockCustomer(transaction, customerId);
  const found = await transaction.queryOne<{ id: number }>({
    name: 'address.setDefaultAddress.find',
    text: 'select id from customer_addresses where id = $3 and customer_id = $1 and market = $2',
    values: [customerId, market, id],
  });
  if (!found) return false;
  await transaction.execute({
    name: 'address.setDefaultAddress.noDefault',
    text: 'update customer_addresses set is_default = false where customer_id = $1 and market = $2 and is_default and id <> $3',
    values: [customerId, market, id],
  });
  await transaction.execute({
    name: 'address.setDefaultAddress.setDefault',
    text: 'update customer_addresses set is_default = true where id = $1',
    values: [id],
  });
  return true;
}

/** Adds an address. @returns its id, or null if the customer has `most` already */
export async function addAddress(
  transaction: Transaction,
  { customerId, market }: CustomerScope,
  fields: AddressFields,
  isDefault: boolean,
  most: number,
): Promise<number | null> {
  await lockCustomer(transaction, customerId);
  const existing = await addressesOf(transaction, { customerId, market });
  if (existing.length >= most) return null;
  const row = await transaction.queryOne<{ id: number }>({
    name: 'address.addAddress',
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode, instructions)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    values: [customerId, market, ...valuesOf(fields)],
  });
  if (row && (isDefault || existing.length === 0)) await setDefaultAddress(transaction, { customerId, market }, row.id);
  return row?.id ?? null;
}

/** Changes an address. @returns false if it does not exist */
export async function changeAddress(
  transaction: Transaction,
  owner: CustomerScope,
  id: number,
  fields: AddressFields,
  isDefault: boolean,
): Promise<boolean> {
  const changed = await transaction.execute({
    name: 'address.changeAddress',
    text: `update customer_addresses set first_name = $4, last_name = $5, phone = $6, address = $7, suburb = $8, state = $9, postcode = $10,
      instructions = $11 where id = $3 and customer_id = $1 and market = $2`,
    values: [owner.customerId, owner.market, id, ...valuesOf(fields)],
  });
  if (changed === 0) return false;
  if (isDefault) await setDefaultAddress(transaction, owner, id);
  return true;
}

/** Removes an address. If it was the default, the oldest other one becomes it. @returns false if it does not exist */
export async function removeAddress(transaction: Transaction, owner: CustomerScope, id: number): Promise<boolean> {
  await lockCustomer(transaction, owner.customerId);
  const removed = await transaction.execute({
    name: 'address.removeAddress',
    text: 'delete from customer_addresses where id = $3 and customer_id = $1 and market = $2',
    values: [owner.customerId, owner.market, id],
  });
  if (removed === 0) return false;
  const [next] = await addressesOf(transaction, owner);
  if (next && !next.isDefault) await setDefaultAddress(transaction, owner, next.id);
  return true;
}
