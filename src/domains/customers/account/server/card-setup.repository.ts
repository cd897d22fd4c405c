/** SQL of card setups: cards that are being added at the gateway. */
import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { CustomerScope } from './address.repository.ts';

export interface CardSetup extends CustomerScope {
  readonly id: string;
  readonly membershipId: string | null;
  readonly gatewayId: string | null;
  readonly state: 'open' | 'kept' | 'given_up';
  readonly instrumentId: string | null;
}

const COLUMNS =
  'id, customer_id as "customerId", market, membership_id as "membershipId", gateway_id as "gatewayId", state, instrument_id as "instrumentId"';

export const findSetup = (db: Queryable, id: string): Promise<CardSetup | null> =>
  db.queryOne<CardSetup>({ name: 'card-setup.findSetup', text: `select ${COLUMNS} from card_setups where id = $1`, values: [id] });

/** Inserts an open setup. @returns its id */
export async function insertSetup(
  transaction: Transaction,
  { customerId, market }: CustomerScope,
  membershipId: string | null,
): Promise<string> {
  const row = await transaction.queryOne<{ id: string }>({
    name: 'card-setup.insertSetup',
    text: 'insert into card_setups (customer_id, market, membership_id) values ($1, $2, $3) returning id',
    values: [customerId, market, membershipId],
  });
  if (!row) throw new Error('insert of a card setup returned no row');
  return row.id;
}

export const setGatewayId = (db: Queryable, id: string, gatewayId: string): Promise<number> =>
  db.execute({ name: 'card-setup.setGatewayId', text: 'update card_setups set gateway_id = $2 where id = $1', values: [id, gatewayId] });

/** Closes an open setup. */
export const closeSetup = (
  db: Queryable,
  { id }: Pick<CardSetup, 'id'>,
  state: 'kept' | 'given_up',
  instrumentId: string | null,
): Promise<number> =>
  db.execute({
    name: 'card-setup.closeSetup',
    text: "update card_setups set state = $2, instrument_id = $3 where id = $1 and state = 'open'",
    values: [id, state, instrumentId],
  });

/** Open setups that are at least two minutes old and whose gateway page is still valid. */
export const findAbandonedSetups = (db: Queryable): Promise<{ id: string }[]> =>
  db.queryMany({
    name: 'card-setup.findAbandonedSetups',
    text: `select id from card_setups where state = 'open' and gateway_id is not null
      and created_at between now() - interval '1 hour' and now() - interval '2 minutes' order by created_at`,
  });

/** Days for which card setups are stored. */
const SETUP_RETENTION_DAYS = 30;

/** Deletes old card setups, whatever their state. @returns how many */
export const purgeCardSetups = (db: Queryable): Promise<number> =>
  db.execute({ text: `delete from card_setups where created_at < now() - interval '${SETUP_RETENTION_DAYS} days'` });
