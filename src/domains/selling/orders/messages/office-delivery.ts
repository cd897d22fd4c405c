/** Text of the office about changes of an order's delivery. */
import type { DeliveryChangeName } from '../model/delivery-change.ts';

export const deliveryChangeMessages = {
  change: 'Change delivery',
  title: (number: number) => `Change the delivery of order #${number}`,
  soon: 'as soon as possible',
  soonest: 'As soon as possible',
  deliveryDay: 'Delivery day',
  holdUntil: 'Hold until',
  fields: {
    name: 'Name',
    phone: 'Phone',
    address: 'Address',
    instructions: 'For the driver',
    authorityToLeave: 'No one at home',
    giftMessage: 'Gift message',
    timing: 'Day',
  } satisfies Record<DeliveryChangeName, string>,
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  address: 'Street and number',
  suburb: 'Suburb',
  state: 'State',
  chooseState: 'Choose a state',
  postcode: 'Postcode',
  instructions: 'For the driver',
  authorityToLeave: 'May be left in a safe place if no one’s home',
  giftMessage: 'Gift message',
  /** Former value of a field. */
  former: (field: string, value: string) => (value === '' ? `${field} was empty` : `${field} was: ${value}`),
  left: 'may be left in a safe place',
  handedOver: 'hand over in person',
  costsMore: (amount: string) => `Delivery there costs ${amount} more. The buyer isn’t charged.`,
  shopPays: (amount: string) => `The shop pays the ${amount}`,
  /** In the timeline. */
  shopPaid: (amount: string) => `The shop pays ${amount} more for the delivery`,
  costsLess: (amount: string) => `Delivery there costs ${amount} less. The buyer paid the higher charge.`,
  costsLessUnderCheck: (amount: string) =>
    `Delivery there costs ${amount} less. It isn’t refunded while the order is being checked. Refund it once that is decided.`,
  refund: (amount: string) => `Refund ${amount}, because delivery there costs less`,
  refunded: (amount: string) => `${amount} is refunded.`,
  emails: (email: string) => `${email} gets an email with the new details.`,
  invoice: 'The invoice keeps the address of the day of the order.',
  save: 'Change delivery',
  done: {
    none: 'Delivery changed.',
    done: 'Delivery changed. The refund is on its way.',
    intended: 'Delivery changed. The refund follows as soon as the payment gateway answers.',
    refused: 'Delivery changed, but the payment gateway refused the refund. Find it in the view “Refund failed”.',
  },
} as const;
