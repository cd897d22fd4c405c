/** Wine clubs for tests: a club of two cases, members with cards, and a clock that is set. */
import { ACCOUNT_WALLET } from '../../src/account/server/wallet.ts';
import type { PaymentGateway } from '../../src/checkout/payment-port.ts';
import type { CheckoutDeps } from '../../src/checkout/server/finish-order.ts';
import type { Database } from '../../src/platform/server/database/pool.ts';
import { createSandboxGateway } from '../../src/sandbox-gateway/server/sandbox-gateway.ts';
import { type ClubRecord, clubRecord } from '../../src/wine-club/record.ts';
import type { ClubDeps, ClubEmailDeps } from '../../src/wine-club/server/club-desk.ts';
import { writeClubs } from '../../src/wine-club/server/club-repository.ts';
import { deliveryDeclined, deliveryPaid } from '../../src/wine-club/server/outcomes.ts';
import type { TestShop } from './shop.ts';

/** A club of the AU wine site with a dozen and a six, monthly and four-weekly. The cases are the offers `dozen` and `six`. */
export const testClub = (more: Partial<ClubRecord> = {}): ClubRecord =>
  clubRecord.parse({
    record: 'club',
    id: 'table',
    slug: 'table',
    market: 'AU',
    name: 'The Table',
    variants: [
      { id: 'dozen', label: 'A dozen', price: 150, offerId: 'dozen' },
      { id: 'six', label: 'A six', price: 80, offerId: 'six' },
    ],
    frequencies: [
      { id: 'monthly', label: 'Every month', unit: 'month', every: 1 },
      { id: 'four-weeks', label: 'Every four weeks', unit: 'week', every: 4 },
    ],
    ...more,
  });

export const createClubs = ({ database }: Pick<TestShop, 'database'>, ...clubs: readonly ClubRecord[]) =>
  database.transaction((transaction) => writeClubs(transaction, clubs));

/** Keep a card of a customer; gives its id. */
export async function storeCard(
  { database }: Pick<TestShop, 'database'>,
  customerId: number,
  gatewayToken = 'card_success',
  market = 'AU',
): Promise<string> {
  const row = await database.queryOne<{ id: string }>({
    text: `insert into stored_instruments (customer_id, market, gateway_token, brand, last4, expiry_month, expiry_year)
      values ($1, $2, $3, 'Visa', '4242', 9, 2031) returning id`,
    values: [customerId, market, gatewayToken],
  });
  if (!row) throw new Error('a card was stored and did not come back');
  return row.id;
}

/** Keep an address of a customer; gives its id. */
export async function storeAddress(
  { database }: Pick<TestShop, 'database'>,
  customerId: number,
  place: { readonly suburb: string; readonly state: string; readonly postcode: string },
): Promise<number> {
  const row = await database.queryOne<{ id: number }>({
    text: `insert into customer_addresses (customer_id, market, first_name, last_name, phone, address, suburb, state, postcode)
      values ($1, 'AU', 'Grace', 'Hopper', '0412345678', '4 Queen Street', $2, $3, $4) returning id`,
    values: [customerId, place.suburb, place.state, place.postcode],
  });
  if (!row) throw new Error('an address was stored and did not come back');
  return row.id;
}

/** A clock that stands where it is put. */
export interface SetClock {
  now: Date;
}

/** A desk over a database alone, by a clock that is set. Mails are told to `tell`; `between` stands before the sandbox gateway. */
export function clubDesk(
  database: Database,
  clock: SetClock,
  {
    between = (gateway) => gateway,
    tell = async () => {},
  }: { readonly between?: (gateway: PaymentGateway) => PaymentGateway; readonly tell?: ClubDeps['enqueueEmail'] } = {},
): ClubDeps {
  const post: ClubEmailDeps = { now: () => clock.now, originOf: () => 'http://localhost', enqueueEmail: tell };
  const books: CheckoutDeps = {
    database,
    gateway: between(createSandboxGateway(database)),
    wallet: ACCOUNT_WALLET,
    onPlaced: (transaction, order, keptCard) => deliveryPaid(transaction, post, order, keptCard),
    onDeclined: async (transaction, order) => {
      await deliveryDeclined(transaction, post, order);
    },
  };
  return { ...post, checkout: books };
}
