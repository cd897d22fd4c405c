/** Rules of an order that goes with another one: its address and its day. */
import type { CheckoutDetails } from '../contract.ts';
import { additionMessages as text } from '../messages/additions.ts';
import type { AddedTo } from './checkout-deps.ts';

/** Returns the details with the day of the order that they go with. */
export function timedAs({ details }: AddedTo, { deliveryDay: _, holdUntil: __, ...entered }: CheckoutDetails): CheckoutDetails {
  const { deliveryDay, holdUntil } = details;
  return { ...entered, ...(deliveryDay && { deliveryDay }), ...(holdUntil && { holdUntil }) };
}

const PLACE_FIELDS = ['address', 'suburb', 'state', 'postcode'] as const;

/** Returns why an order cannot go with another one, or null. Gift cards have no address. */
export function refuseAddition({ number, details, refusal }: AddedTo, entered: CheckoutDetails): string | null {
  if (refusal !== null) return refusal;
  const isElsewhere = entered.address !== '' && PLACE_FIELDS.some((field) => entered[field].trim() !== details[field].trim());
  return isElsewhere || entered.collectFrom ? text.otherAddress(number) : null;
}
