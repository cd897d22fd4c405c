/**
 * Changes the delivery of a placed order before anything is sent: recipient, address, instructions, gift message. A lower delivery charge
 * can be refunded in the same transaction (docs/decisions/0199-delivery-changes.md).
 */
import { type CheckoutDetails, checkoutDetails } from '#domains/selling/checkout/contract.ts';
import { deliveryErrors, validateLocality } from '#domains/selling/checkout/model/validate-details.ts';
import { findOrder, type OrderDetails, recordEvent } from '#domains/selling/checkout/server/order.repository.ts';
import { casesThatCount } from '#domains/selling/shipping/model/fees.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import { refusePostcode, zoneTerms } from '#domains/selling/shipping/model/zones.ts';
import type { DeliveryPlanner } from '#domains/selling/shipping/server/delivery-planner.ts';
import { textFields } from '#domains/staff/model/logged-facts.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { timeAgo } from '#domains/staff/model/time-ago.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Transaction } from '#lib/db/pool.ts';
import { formatMoney } from '#lib/money.ts';
import { fail, ok } from '#lib/result.ts';
import type { SellingTerms } from '#markets/definition.ts';
import { getMarketConfig, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { STATUS_LABELS } from '../messages/office.ts';
import { deliveryChangeErrors as text } from '../messages/office-errors.ts';
import {
  changedDelivery,
  compareCharges,
  type DeliveryChangeName,
  type DeliveryCharge,
  deliveryOf,
  timingOf,
} from '../model/delivery-change.ts';
import { linesLeft } from '../model/labels/label.ts';
import { OrderActionError, unshippedQuantity } from '../model/line-fulfilment.ts';
import type { TimedDelivery } from '../model/office-order-forms.ts';
import { isChangeable, isUnderCheck } from '../model/order-actions.ts';
import type { RefundState } from '../model/refund-state.ts';
import { deliveryChangesOf, insertDeliveryChange, setOrderDetails } from './delivery-change.repository.ts';
import { readLineFulfilments, readRefundableBalance } from './fulfilment.repository.ts';
import { assertFirstUnlabelled } from './labels/active-labels.ts';
import { readLastChange } from './office-order.repository.ts';
import { lockPlaced, type OrderDeps, type PlacedOrder } from './order-deps.ts';
import { readOrder } from './order-view.ts';
import { intendRefund, planOrderRefund, processRefund } from './refund-order.ts';

export interface DeliveryDeps extends OrderDeps {
  readonly localities: LocalityTables;
  readonly termsOf: (market: Market) => SellingTerms;
  readonly deliveryDays: DeliveryPlanner;
}

interface Place {
  readonly state: string;
  readonly postcode: string;
}

/** Compares the delivery charge of an order with that of another place of its market. Nothing is refunded while the order is checked. */
export async function readDeliveryCharge(
  transaction: Transaction,
  { termsOf }: Pick<DeliveryDeps, 'termsOf'>,
  { id, market, status, totals, details }: Pick<PlacedOrder, 'id' | 'market' | 'status' | 'totals' | 'details'>,
  to: Place,
): Promise<DeliveryCharge> {
  const terms = termsOf(market);
  const fulfilments = await readLineFulfilments(transaction, id);
  const packed = (await readOrder(transaction, id))?.lineItems ?? [];
  const left = linesLeft(fulfilments, packed);
  const at = ({ state, postcode }: Place) => ({ state, table: zoneTerms(terms, postcode, left).shipping });
  const counted = fulfilments.map(({ position, quantity, isPhysical }) => ({
    quantity,
    packSize: packed[position]?.packSize ?? 1,
    isGift: !isPhysical,
  }));
  const order = {
    isFreeShipping: totals.isFreeShipping,
    shippingCents: totals.shippingCents,
    cases: casesThatCount(counted, terms.shipping),
    orderCents: totals.discounts.reduce((cents, discount) => cents - discount.cents, totals.baseCents),
  };
  const balance = await readRefundableBalance(transaction, id);
  const charge = compareCharges(order, at(details), at(to), balance.shippingCents - balance.refundedShippingCents);
  if (isUnderCheck(status)) return { ...charge, refundableCents: 0 };
  return { ...charge, refundableCents: Math.max(0, Math.min(charge.refundableCents, balance.paidCents - balance.refundedCents)) };
}

/** @throws OrderActionError if the delivery of a locked order may not be changed */
async function assertChangeable(transaction: Transaction, { id, number, status, email, details }: PlacedOrder): Promise<void> {
  if (details.collection) throw new OrderActionError(text.isCollected(number));
  const lines = await readLineFulfilments(transaction, id);
  if (lines.some(({ shipped }) => shipped > 0)) throw new OrderActionError(text.sent(number));
  if (!isChangeable(status)) throw new OrderActionError(text.ended(number, STATUS_LABELS[status]));
  if (!lines.some((line) => unshippedQuantity(line) > 0)) throw new OrderActionError(text.nothingLeft(number));
  if (email === '') throw new OrderActionError(text.erased);
  await assertFirstUnlabelled(transaction, id);
}

type ChangedDetails = CheckoutDetails & Pick<TimedDelivery, 'dispatchOn'>;

/** Orders that are sent as soon as possible have no fields of timing. */
function withoutEmptyTiming({ deliveryDay, holdUntil, dispatchOn, ...details }: ChangedDetails): OrderDetails {
  return { ...details, ...(deliveryDay && { deliveryDay }), ...(holdUntil && { holdUntil }), ...(dispatchOn && { dispatchOn }) };
}

/** Writes the details and records the event. @returns the id of the event */
async function writeDelivery(
  { enqueueEmail }: OrderDeps,
  transaction: Transaction,
  order: PlacedOrder,
  change: {
    readonly details: ChangedDetails;
    readonly fields: readonly DeliveryChangeName[];
    /** What a dearer delivery costs more. */
    readonly shopPaysCents: number;
    readonly actor: string;
    readonly isUndo: boolean;
  },
): Promise<number> {
  const { details, fields, shopPaysCents, actor, isUndo } = change;
  await setOrderDetails(transaction, order.id, withoutEmptyTiming(details));
  await recordEvent(
    transaction,
    order.id,
    'delivery_changed',
    { fields, ...(shopPaysCents > 0 ? { shopPaysCents } : {}), ...(isUndo ? { isUndo } : {}) },
    actor,
  );
  const event = await readLastChange(transaction, order.id);
  if (!event) throw new Error('an event was recorded and is missing');
  await enqueueEmail(transaction, { kind: 'delivery-changed', orderId: order.id });
  return event.version;
}

const NO_REFUND = { all: false, lines: [], shipping: false, restock: false } as const;

/** Records the refund of a lower delivery charge. @throws OrderActionError */
async function refundCharge(
  deps: DeliveryDeps,
  staff: StaffActor,
  transaction: Transaction,
  order: PlacedOrder,
  amountCents: number,
  key: string,
) {
  if (!staff.may('orders.refund', order.market)) throw new OrderActionError(text.mayNotRefund);
  if (isUnderCheck(order.status)) throw new OrderActionError(text.underCheck);
  if (amountCents === 0) throw new OrderActionError(text.notRefundable);
  const { plan } = await planOrderRefund(transaction, order, { ...NO_REFUND, amountCents });
  const refundId = await intendRefund(
    transaction,
    order,
    { ...plan, shippingCents: amountCents },
    { key, reason: text.refundReason, actor: staff.name },
  );
  await deps.observer?.after(transaction, order, {
    action: 'refunded',
    after: { refundId, amountCents, ...textFields({ reason: text.refundReason }) },
    refundCents: amountCents,
  });
  return refundId;
}

/** A change of the delivery, and what became of the refund of a lower charge. */
export interface ChangedDelivery {
  readonly event: number;
  readonly refund: RefundState;
}

/** Plans when an order is sent, before it is locked. @returns null if nobody asked for another day */
async function planTiming({ database, deliveryDays }: DeliveryDeps, orderId: string, { postcode, deliveryDay, holdUntil }: TimedDelivery) {
  if (deliveryDay === undefined && holdUntil === undefined) return null;
  const order = await findOrder(database, orderId);
  return order && deliveryDays.plan(order.market, { postcode, deliveryDay, holdUntil });
}

export interface DeliveryRequest {
  readonly fields: TimedDelivery;
  /** True to refund a lower charge. */
  readonly refundsDifference: boolean;
  /** True if somebody decided that the shop pays what a dearer delivery costs more. */
  readonly shopPays: boolean;
}

/** @throws OrderActionError if a delivery costs more and nobody decided that the shop pays it */
function assertPaid({ market }: PlacedOrder, moreCents: number, shopPays: boolean): void {
  const { locale, currency } = getMarketConfig(market);
  if (moreCents > 0 && !shopPays) throw new OrderActionError(text.costsMore(formatMoney(moreCents, locale, currency)));
}

/**
 * Changes the delivery of an order and emails the buyer.
 * @returns a failure if the checkout would not take the address
 * @throws OrderActionError if something was sent, the order has ended or the refund is not possible
 */
export async function changeDelivery(
  deps: DeliveryDeps,
  staff: StaffActor,
  orderId: string,
  { fields, refundsDifference, shopPays }: DeliveryRequest,
) {
  const planned = await planTiming(deps, orderId, fields);
  const written = await deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    await deps.observer?.before(transaction, order);
    await assertChangeable(transaction, order);
    const { market } = order;
    const [invalid] = deliveryErrors(market, fields, todayIn(market, new Date()));
    const reason = invalid?.reason ?? validateLocality(market, fields, deps.localities[market]);
    if (reason !== null) return fail('delivery_invalid', { reason });
    const stored = checkoutDetails.parse(order.details);
    const unserved = fields.postcode === stored.postcode ? null : refusePostcode(deps.termsOf(market), fields.postcode);
    if (unserved !== null) return fail('delivery_invalid', { reason: unserved });
    const before = { ...deliveryOf(stored), ...timingOf(order.details) };
    const { deliveryDay, holdUntil } = planned === null ? before : fields;
    const asked = { ...fields, ...timingOf({ deliveryDay, holdUntil, dispatchOn: before.dispatchOn }) };
    const changed = changedDelivery(before, asked);
    if (changed.length === 0) throw new OrderActionError(text.same);
    // A correction of something else leaves the day of dispatch alone.
    const plan = changed.includes('timing') || changed.includes('address') ? planned : null;
    if (plan?.isOffered === false) return fail('delivery_invalid', { reason: plan.reason });
    const after = plan === null ? asked : { ...asked, dispatchOn: plan.dispatchOn ?? '' };

    const { refundableCents, differenceCents } = await readDeliveryCharge(transaction, deps, order, fields);
    const shopPaysCents = Math.max(0, differenceCents);
    assertPaid(order, shopPaysCents, shopPays);
    const event = await writeDelivery(deps, transaction, order, {
      details: { ...stored, ...after },
      fields: changed,
      shopPaysCents,
      actor: staff.name,
      isUndo: false,
    });
    await insertDeliveryChange(transaction, orderId, staff.name, {
      eventId: event,
      before,
      after,
      refundedCents: refundsDifference ? refundableCents : 0,
      isUndo: false,
    });
    await deps.observer?.after(transaction, order, {
      action: 'delivery_changed',
      after: {
        fields: changed.filter((name) => name !== 'authorityToLeave' && name !== 'timing'),
        ...(shopPaysCents > 0 ? { shopPaysCents } : {}),
        ...(changed.includes('timing') ? { sendOn: after.dispatchOn } : {}),
        ...(changed.includes('authorityToLeave') ? { authorityToLeave: fields.authorityToLeave } : {}),
      },
      refundCents: 0,
    });
    const refundId = refundsDifference ? await refundCharge(deps, staff, transaction, order, refundableCents, `delivery:${event}`) : null;
    return ok({ event, refundId });
  });
  if (!written.ok) return written;
  const { event, refundId } = written.value;
  const refund = refundId === null ? ('none' as const) : (await processRefund(deps, refundId)).state;
  return ok<ChangedDelivery>({ event, refund });
}

/** Takes a change of the delivery back, if nothing has happened to the order since. @throws OrderActionError saying why not */
export const restoreDelivery = (deps: DeliveryDeps, staff: StaffActor, orderId: string, eventId: number): Promise<void> =>
  deps.database.transaction(async (transaction) => {
    const order = await lockPlaced(transaction, orderId);
    const change = (await deliveryChangesOf(transaction, orderId)).find((one) => one.eventId === eventId);
    const last = await readLastChange(transaction, orderId);
    if (!change || !last || change.isUndo) throw new OrderActionError(text.erased);
    if (last.version !== eventId)
      throw new OrderActionError(text.changedSince(order.number, last.actor === 'shop' ? 'The shop' : last.actor, timeAgo(last.at)));
    await assertChangeable(transaction, order);
    const stored = checkoutDetails.parse(order.details);
    const event = await writeDelivery(deps, transaction, order, {
      details: { ...stored, ...change.before },
      fields: changedDelivery(change.after, change.before),
      shopPaysCents: 0,
      actor: staff.name,
      isUndo: true,
    });
    await insertDeliveryChange(transaction, orderId, staff.name, {
      eventId: event,
      before: change.after,
      after: change.before,
      refundedCents: 0,
      isUndo: true,
    });
    await recordActivity(transaction, staff, { action: 'order.restored', subject: { kind: 'order', id: orderId }, market: order.market });
  });
