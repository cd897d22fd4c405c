/**
 * Adds cards without a payment. Every step can be repeated and the row is closed last, so a setup that was interrupted anywhere
 * is completed later.
 */
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { ClubDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { changeCard } from '#domains/selling/clubs/server/member-actions.ts';
import { findMembership } from '#domains/selling/clubs/server/membership.repository.ts';
import { claimIdempotencyKey, storeResponse } from '#lib/db/idempotency.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { Failure, fail } from '#lib/result.ts';
import { getMarketConfig } from '#markets/market.ts';
import type { CustomerScope } from './address.repository.ts';
import {
  type CardSetup,
  closeSetup,
  findAbandonedSetups,
  findSetup,
  insertSetup,
  purgeCardSetups,
  setGatewayId,
} from './card-setup.repository.ts';
import { saveInstrument } from './instrument.repository.ts';

export interface AddCardInput extends CustomerScope {
  readonly membershipId: string | null;
  readonly key: string | null;
  /** Origin that the customer uses. */
  readonly origin: string;
}

/** Starts adding a card. */
export async function startCardSetup({ database, gateway }: CheckoutDeps, input: AddCardInput) {
  const { customerId, market, membershipId, key, origin } = input;
  const membership = membershipId === null ? null : await findMembership(database, membershipId);
  if (membershipId !== null && (membership?.customerId !== customerId || membership.market !== market)) return fail('membership_not_found');
  const setupId = await database.transaction(async (transaction) => {
    const once = { scope: `card-setup:${customerId}`, key, input: { membershipId } };
    const before = await claimIdempotencyKey(transaction, once, { setupId: '' });
    if (before) return before.setupId;
    const id = await insertSetup(transaction, { customerId, market }, membershipId);
    await storeResponse(transaction, once, { setupId: id });
    return id;
  });
  const back = membershipId === null ? `${origin}/account/cards` : `${origin}/account/wine-clubs?membership=${membershipId}`;
  const page = await gateway
    .beginCard({
      merchantKey: setupId,
      customerKey: String(customerId),
      currency: getMarketConfig(market).currency,
      returnUrl: `${back}${membershipId === null ? '?' : '&'}added=${setupId}`,
      backUrl: back,
      origin,
    })
    .catch(() => null);
  if (!page) return fail('payment_unavailable');
  await setGatewayId(database, setupId, page.id);
  return { setupId, nextUrl: page.pageUrl };
}

/** State of a setup at the gateway. */
interface CardSetupResult {
  readonly status: CardSetup['state'];
  readonly instrumentId: string | null;
  readonly paysClub: boolean;
}

const result = (status: CardSetup['state'], instrumentId: string | null, paysClub: boolean): CardSetupResult => ({
  status,
  instrumentId,
  paysClub,
});

const paidWith = async (db: Queryable, { membershipId, instrumentId }: CardSetup): Promise<boolean> =>
  membershipId !== null && instrumentId !== null && (await findMembership(db, membershipId))?.instrumentId === instrumentId;

/** Fetches the state of a setup from the gateway, saves the card and closes the setup. */
export async function completeCardSetup(deps: ClubDeps, id: string, owner: CustomerScope | null) {
  const { database, gateway } = deps.checkout;
  const setup = await findSetup(database, id);
  if (!setup || (owner && (owner.customerId !== setup.customerId || owner.market !== setup.market))) return fail('setup_not_found');
  if (setup.state !== 'open') return result(setup.state, setup.instrumentId, await paidWith(database, setup));
  const setupAtGateway = setup.gatewayId === null ? null : await gateway.findCard(setup.gatewayId).catch(() => 'unavailable' as const);
  if (setupAtGateway === 'unavailable') return fail('payment_unavailable');
  if (setupAtGateway?.status === 'given_up') {
    await closeSetup(database, setup, 'given_up', null);
    return result('given_up', null, false);
  }
  const { card } = setupAtGateway ?? { card: null };
  if (!card) return result('open', null, false);
  const instrumentId = await database.transaction((transaction) => saveInstrument(transaction, setup, card));
  const paysClub = setup.membershipId === null ? false : await payClub(deps, setup, setup.membershipId, instrumentId);
  if (paysClub instanceof Failure) return paysClub;
  await closeSetup(database, setup, 'kept', instrumentId);
  return result('kept', instrumentId, paysClub);
}

/** Makes a membership use the card. @returns false if it has been cancelled since */
async function payClub(deps: ClubDeps, { customerId, market }: CustomerScope, membershipId: string, instrumentId: string) {
  const rejected = await changeCard(deps, { membershipId, customerId, market, key: null, input: {} }, instrumentId);
  return rejected?.code === 'payment_unavailable' ? fail(rejected.code) : rejected === null;
}

/** Completes setups whose customer did not return from the gateway's page. Purges old ones. */
export async function completePendingCardSetups(deps: ClubDeps): Promise<void> {
  const { database } = deps.checkout;
  const open = await findAbandonedSetups(database);
  const errors: unknown[] = [];
  for (const { id } of open) {
    const done = await completeCardSetup(deps, id, null).catch((error: unknown) => {
      errors.push(error);
      return null;
    });
    if (done instanceof Failure) errors.push(new Error(`card setup ${id}: ${done.code}`));
  }
  await purgeCardSetups(database);
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} added cards could not be completed`);
}
