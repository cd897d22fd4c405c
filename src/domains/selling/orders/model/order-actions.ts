/** What staff may do with an order now. The use cases decide again under the lock. */
import { canTransition, type OrderStatus } from '#domains/selling/checkout/model/order-status.ts';
import { COLLECTION_STATUSES, canBeReady, canHandOver } from './collection.ts';
import { type LineFulfilment, unshippedQuantity } from './line-fulfilment.ts';
import { MANUAL_STATUSES, type ManualStatus } from './manual-status.ts';

export interface OrderActions {
  readonly canShip: boolean;
  readonly canRefund: boolean;
  readonly canCancel: boolean;
  readonly canChangeDelivery: boolean;
  readonly canEditItems: boolean;
  readonly canAddItems: boolean;
  readonly canMakeReady: boolean;
  readonly canHandOver: boolean;
  /** Statuses that may be set by hand. */
  readonly statuses: readonly ManualStatus[];
}

export interface ActionFacts {
  readonly status: OrderStatus;
  readonly lines: readonly LineFulfilment[];
  /** What is left of the payment, in cents. */
  readonly unrefundedCents: number;
  readonly hasOpenDispute: boolean;
  /** Left out if the order is delivered. */
  readonly collection?: { readonly wasReady: boolean } | undefined;
}

/** Returns true if an order with this status may be changed as far as it was not sent: its delivery and its items. */
export const isChangeable = (status: OrderStatus): boolean =>
  canTransition(status, 'Shipped') || status === 'Awaiting Pickup' || status === 'Manual Verification Required';

/** Returns true while a person checks an order. A refund would set another status, which ends the check. */
export const isUnderCheck = (status: OrderStatus): boolean => status === 'Manual Verification Required';

/** Returns true if items of an order with this status may be changed. Each change is a refund. */
export const isItemsEditable = (status: OrderStatus): boolean => isChangeable(status) && !isUnderCheck(status);

/** Lists the actions that the state of an order allows. */
export function orderActions({ status, lines, unrefundedCents, hasOpenDispute, collection }: ActionFacts): OrderActions {
  const isShipped = lines.some(({ shipped }) => shipped > 0);
  const hasUnshipped = lines.some((line) => unshippedQuantity(line) > 0);
  const isRefundable = status === 'Cancelled' || canTransition(status, 'Refunded') || canTransition(status, 'Partially Refunded');
  return {
    canShip: !collection && hasUnshipped && canTransition(status, 'Shipped'),
    canRefund: unrefundedCents > 0 && isRefundable && !hasOpenDispute,
    canCancel: canTransition(status, 'Cancelled') && !isShipped && !hasOpenDispute,
    canChangeDelivery: !collection && hasUnshipped && !isShipped && isChangeable(status),
    canEditItems: hasUnshipped && unrefundedCents > 0 && isRefundable && !hasOpenDispute && isItemsEditable(status),
    canAddItems: !collection && hasUnshipped && !hasOpenDispute && isChangeable(status),
    canMakeReady: collection !== undefined && hasUnshipped && canBeReady(status) && !hasOpenDispute,
    canHandOver: collection !== undefined && hasUnshipped && canHandOver(status, collection.wasReady) && !hasOpenDispute,
    statuses: MANUAL_STATUSES.filter(
      (to) => to !== status && canTransition(status, to) && !(collection && COLLECTION_STATUSES.includes(to)),
    ),
  };
}
