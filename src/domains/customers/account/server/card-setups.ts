/**
 * Cards that are added without paying. The row is written before the gateway is asked, keeping a card and letting a membership
 * be paid with it may both be repeated, and the row is closed last: killed anywhere, it is settled again.
 */
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { changeCard } from '#domains/selling/clubs/server/member-actions.ts';
import { findMembership } from '#domains/selling/clubs/server/membership.repository.ts';
import { claimIdempotencyKey, remember } from '#lib/db/idempotency.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { marketFacts } from '#markets/market.ts';
import type { CustomerScope } from './addresses.ts';
import { saveInstrument } from './instruments.ts';

interface CardSetup extends CustomerScope {
  readonly id: string;
  readonly membershipId: string | null;
  readonly gatewayId: string | null;
  readonly state: 'open' | 'kept' | 'given_up';
  readonly instrumentId: string | null;
}

const COLUMNS =
  'id, customer_id as "customerId", market, membership_id as "membershipId", gateway_id as "gatewayId", state, instrument_id as "instrumentId"';

const findSetup = (db: Queryable, id: string): Promise<CardSetup | null> =>
  db.queryOne<CardSetup>({ name: 'card_setup.find', text: `select ${COLUMNS} from card_setups where id = $1`, values: [id] });

export interface AddCardInput extends CustomerScope {
  readonly membershipId: string | null;
  readonly key: string | null;
  /** The shop's origin that the customer is on. */
  readonly origin: string;
}

/** Begin to add a card. @throws Refused `membership_not_found`, `payment_unavailable` */
export async function startCardSetup(
  { database, gateway }: CheckoutDeps,
  input: AddCardInput,
): Promise<{ setupId: string; nextUrl: string }> {
  const { customerId, market, membershipId, key, origin } = input;
  const membership = membershipId === null ? null : await findMembership(database, membershipId);
  if (membershipId !== null && (membership?.customerId !== customerId || membership.market !== market))
    throw new ApiError('membership_not_found');
  const setupId = await database.transaction(async (transaction) => {
    const once = { scope: `card-setup:${customerId}`, key, input: { membershipId } };
    const before = await claimIdempotencyKey(transaction, once, { setupId: '' });
    if (before) return before.setupId;
    const row = await transaction.queryOne<{ id: string }>({
      name: 'card_setup.add',
      text: 'insert into card_setups (customer_id, market, membership_id) values ($1, $2, $3) returning id',
      values: [customerId, market, membershipId],
    });
    if (!row) throw new Error('a card setup was inserted and did not come back');
    await remember(transaction, once, { setupId: row.id });
    return row.id;
  });
  const back = membershipId === null ? `${origin}/account/cards` : `${origin}/account/wine-clubs?membership=${membershipId}`;
  const page = await gateway
    .beginCard({
      merchantKey: setupId,
      customerKey: String(customerId),
      currency: marketFacts(market).currency,
      returnUrl: `${back}${membershipId === null ? '?' : '&'}added=${setupId}`,
      backUrl: back,
      origin,
    })
    .catch(() => {
      throw new ApiError('payment_unavailable');
    });
  await database.execute({
    name: 'card_setup.begun',
    text: 'update card_setups set gateway_id = $2 where id = $1',
    values: [setupId, page.id],
  });
  return { setupId, nextUrl: page.pageUrl };
}

/** How a setup stands after asking the gateway. */
interface CardSetupResult {
  readonly status: CardSetup['state'];
  readonly instrumentId: string | null;
  readonly paysClub: boolean;
}

const paidWith = async (db: Queryable, { membershipId, instrumentId }: CardSetup): Promise<boolean> =>
  membershipId !== null && instrumentId !== null && (await findMembership(db, membershipId))?.instrumentId === instrumentId;

/** Ask the gateway how a setup stands, and do what follows. @throws Refused `setup_not_found`, `payment_unavailable` */
export async function completeCardSetup(deps: ClubDeps, id: string, owner: CustomerScope | null): Promise<CardSetupResult> {
  const { database, gateway } = deps.checkout;
  const setup = await findSetup(database, id);
  if (!setup || (owner && (owner.customerId !== setup.customerId || owner.market !== setup.market))) throw new ApiError('setup_not_found');
  if (setup.state !== 'open') return { status: setup.state, instrumentId: setup.instrumentId, paysClub: await paidWith(database, setup) };
  const asked =
    setup.gatewayId === null
      ? null
      : await gateway.findCard(setup.gatewayId).catch(() => {
          throw new ApiError('payment_unavailable');
        });
  if (asked?.status === 'given_up') {
    await close(database, setup, 'given_up', null);
    return { status: 'given_up', instrumentId: null, paysClub: false };
  }
  const { card } = asked ?? { card: null };
  if (!card) return { status: 'open', instrumentId: null, paysClub: false };
  const instrumentId = await database.transaction((transaction) => saveInstrument(transaction, setup, card));
  const paysClub = setup.membershipId !== null && (await payClub(deps, setup, setup.membershipId, instrumentId));
  await close(database, setup, 'kept', instrumentId);
  return { status: 'kept', instrumentId, paysClub };
}

/** Let a membership be paid with a card; false where it has ended meanwhile. @throws Refused `payment_unavailable` */
async function payClub(
  deps: ClubDeps,
  { customerId, market }: CustomerScope,
  membershipId: string,
  instrumentId: string,
): Promise<boolean> {
  try {
    await changeCard(deps, { membershipId, customerId, market, key: null, input: {} }, instrumentId);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'payment_unavailable') return false;
    throw error;
  }
}

const close = (db: Queryable, { id }: CardSetup, state: 'kept' | 'given_up', instrumentId: string | null): Promise<number> =>
  db.execute({
    name: 'card_setup.close',
    text: "update card_setups set state = $2, instrument_id = $3 where id = $1 and state = 'open'",
    values: [id, state, instrumentId],
  });

/** Cards whose owner did not come back from the gateway's page, once each round while that page may be open; old rows are forgotten. */
export async function completePendingCardSetups(deps: ClubDeps): Promise<void> {
  const { database } = deps.checkout;
  const open = await database.queryMany<{ id: string }>({
    name: 'card_setup.open',
    text: `select id from card_setups where state = 'open' and gateway_id is not null
      and created_at between now() - interval '1 hour' and now() - interval '2 minutes' order by created_at`,
  });
  const faults: unknown[] = [];
  for (const { id } of open) await completeCardSetup(deps, id, null).catch((error: unknown) => faults.push(error));
  await database.execute({ text: "delete from card_setups where created_at < now() - interval '30 days'" });
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} added cards could not be settled`);
}
