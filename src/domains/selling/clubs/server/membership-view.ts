/** Reads memberships as their member sees them. */
import { checkoutDetails } from '#domains/selling/checkout/contract.ts';
import type { PaymentMethodStore } from '#domains/selling/checkout/server/checkout-deps.ts';
import { orderUrl } from '#domains/selling/checkout/server/checkout-view.ts';
import { type PlacedTotal, placedTotals } from '#domains/selling/checkout/server/order.repository.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { toCents, toDecimal } from '#lib/money.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { todayIn } from '#markets/market-day.ts';
import type { MembershipView } from '../contract.ts';
import { chargeFor, viewCharge } from '../model/charge.ts';
import { clubPath, type FindCase, viewVariant } from '../model/club-view.ts';
import { formatEvent } from '../model/format-event.ts';
import { actionsIn } from '../model/membership.ts';
import { undoableSkip, undoableUntil } from '../model/undo-skip.ts';
import { type ClubEmailDeps, deliveryTerms, type Terms, termsOf } from './club-deps.ts';
import { type Delivery, deliveriesOf, type Membership, readHistory } from './membership.repository.ts';

const paidOrders = async (db: Queryable, deliveries: readonly Delivery[]): Promise<ReadonlyMap<string, PlacedTotal>> => {
  const orders = await placedTotals(
    db,
    deliveries.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  );
  return new Map(orders.map((order) => [order.id, order]));
};

/** Returns the due delivery with its costs. Null if the membership delivers nothing. */
function nextOf(sellingTerms: SellingTerms, { status, details }: Membership, { variant }: Terms, due: Delivery): MembershipView['next'] {
  if (status !== 'active') return null;
  const priceCents = due.priceCents ?? (variant ? toCents(variant.price) : 0);
  return { ...viewCharge(chargeFor(sellingTerms, priceCents, details.state)), period: due.period, on: due.tryOn ?? due.dueOn };
}

const problemOf = (due: Delivery | undefined): MembershipView['problem'] => {
  if (due && due.cardTries > 0) return { of: 'card', tries: due.cardTries };
  return due && due.stockTries > 0 ? { of: 'stock', tries: due.stockTries } : null;
};

/** Reads everything that a member sees of a membership. */
export async function viewMembership(
  db: Queryable,
  paymentMethods: PaymentMethodStore,
  membership: Membership,
  findCase: FindCase,
  { now, sellingTerms }: { readonly now: Date; readonly sellingTerms: ClubEmailDeps['sellingTerms'] },
): Promise<MembershipView> {
  const { id, market, status, reason, details } = membership;
  const terms = await termsOf(db, membership);
  const { club, variant, frequency } = terms;
  const deliveries = await deliveriesOf(db, id);
  const orders = await paidOrders(db, deliveries);
  const due = deliveries.find(({ state }) => state === 'due');
  const card = (await paymentMethods.cards(db, membership)).find((stored) => stored.id === membership.instrumentId);
  const today = todayIn(market, now);
  const undoable = status === 'active' ? undoableSkip(deliveries, today) : null;
  const isOpen = club !== null && club.state !== 'closed' && club.state !== 'draft';
  return {
    id,
    status,
    reason,
    actions: actionsIn(status).filter((action) => action !== 'unskip' || undoable !== null),
    club: { id: membership.clubId, name: club?.name ?? 'Wine club', path: club ? clubPath(club.slug) : '/wine-clubs' },
    variant: {
      id: membership.variantId,
      label: variant?.label ?? 'No longer sent',
      price: variant?.price ?? 0,
      imageUrl: variant ? (findCase(variant.offerId)?.imageUrl ?? null) : null,
    },
    frequency: { id: membership.frequencyId, label: frequency?.label ?? 'No longer offered' },
    variants: isOpen ? club.variants.map((each) => viewVariant(each, findCase)) : [],
    frequencies: isOpen ? club.frequencies.map((each) => ({ id: each.id, label: each.label })) : [],
    card: card ? { id: card.id, brand: card.brand, last4: card.last4, expiryMonth: card.expiryMonth, expiryYear: card.expiryYear } : null,
    address: checkoutDetails.parse(details),
    joinedAt: membership.joinedAt?.toISOString() ?? null,
    next: due ? nextOf(await deliveryTerms(db, { sellingTerms }, membership, due), membership, terms, due) : null,
    skipped: undoable && { period: undoable.period, on: undoable.dueOn, until: undoableUntil(undoable) },
    problem: status === 'active' ? problemOf(due) : null,
    deliveries: deliveries
      .filter(({ state }) => state !== 'due')
      .map(({ period, dueOn, state, orderId }) => {
        const order = orderId === null ? undefined : orders.get(orderId);
        return {
          period,
          on: dueOn,
          state,
          total: order ? toDecimal(order.totalCents) : null,
          orderNumber: order?.number ?? null,
          orderUrl: order ? orderUrl(order.id) : null,
        };
      }),
    history: (await readHistory(db, id)).map(({ at, event, data }) => ({
      at: at.toISOString(),
      event,
      words: formatEvent(event, data, market),
    })),
  };
}
