/** What the details of an order consist of, by how it is handed over. */
import type { CheckoutDetails } from '../contract.ts';

/** What only a delivery needs. */
export const NO_ADDRESS = {
  address: '',
  suburb: '',
  state: '',
  postcode: '',
  instructions: '',
  giftMessage: '',
  authorityToLeave: false,
} as const;

/** Leaves out what only a delivery needs from an order that is collected, and the choice from one that is delivered. */
export const orderedDetails = ({ collectFrom = '', deliveryDay = '', holdUntil = '', ...details }: CheckoutDetails): CheckoutDetails =>
  collectFrom === ''
    ? { ...details, ...(deliveryDay && { deliveryDay }), ...(holdUntil && { holdUntil }) }
    : { ...details, collectFrom, ...NO_ADDRESS };
