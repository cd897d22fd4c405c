/** Text of orders that are collected in a store. */
import type { ErrorSpec } from '#lib/define-contract.ts';

/** What the buyer reads. */
export const orderCollectionMessages = {
  title: 'Collect in store',
  hours: (hours: string) => `Open: ${hours}`,
  bring: (bring: string) => `Bring: ${bring}`,
  codeTitle: 'Collection code',
  code: 'Your collection code',
  showCode: 'Show it when you collect your order.',
  packing: 'We’ll pack your order',
  packed: 'and email you a code when you can collect it.',
  collect: 'You collect it.',
  collected: 'Collected',
  wasCollected: 'You’ve collected your order. We hope it tastes as it should.',
  isPacked: 'Your order is packed. We’ll email you when you can collect it.',
  ready: 'Ready to collect',
  isReady: 'Your order is ready to collect.',
} as const;

export const HAND_OVER_ERRORS = {
  code_wrong: { status: 422, title: 'That isn’t the code of this order. Look at the email again, or check the name on their photo ID.' },
  identity_unchecked: { status: 422, title: 'Enter the collection code, or confirm that the name on their photo ID is the buyer’s.' },
  age_unchecked: { status: 422, title: 'Confirm that you’ve seen proof of age. The order stays here until you have.' },
} as const satisfies Readonly<Record<string, ErrorSpec>>;

/** Why an order is not made ready or handed over. */
export const collectionErrors = {
  isDelivered: (number: number) => `Order #${number} is delivered to an address, so it can’t be collected.`,
  isCollected: (number: number) => `Order #${number} is collected in store. Use “Ready to collect” and “Hand over” instead.`,
  notReady: (number: number, status: string) => `Order #${number} is “${status}”, so it can’t be made ready to collect.`,
  notWaiting: (number: number, status: string) => `Order #${number} is “${status}”, so it can’t be handed over.`,
  disputed: 'the order stays here',
  erased: 'The buyer’s data was erased, so nobody can be told.',
} as const;

/** When an order is delivered, if its buyer chose. */
export const orderTimingMessages = {
  title: 'When',
  deliveryDay: (day: string) => `Delivery on ${day}`,
  holdUntil: (day: string) => `Held until ${day}, then sent`,
  sendOn: (day: string) => `Send on ${day}`,
  column: 'Send on',
} as const;

/** Text of the office. */
export const collectionMessages = {
  title: 'Collect in store',
  ready: 'Ready to collect',
  readyTitle: (number: number) => `Is order #${number} ready to collect?`,
  readyText: (email: string, place: string) => `${email} gets an email with the collection code, and the address and hours of ${place}.`,
  readyDone: 'The buyer knows that it’s ready.',
  handOver: 'Hand over',
  handOverTitle: (number: number) => `Hand over order #${number}`,
  code: 'Collection code',
  codeHint: 'From the buyer’s email or order page.',
  nameChecked: (name: string) => `Without the code: the name on their photo ID is ${name}`,
  ageChecked: (age: number) => `I’ve seen proof that they’re ${age} or over`,
  kept: 'The order is completed, and the hand-over is kept in the delivery record without the buyer’s name.',
  refuse: 'No proof of age, or drunk? Don’t hand it over. Add a note, and the order stays here.',
  done: 'Handed over.',
  waits: 'Waits for the buyer here.',
  toPack: 'Pack it, then tell the buyer that it’s ready.',
  carrier: (place: string) => `Collected from ${place}`,
  column: 'Collect',
  filter: 'Handed over by',
  filters: { collect: 'Collect in store', send: 'Delivery' },
  view: 'To collect',
  byCode: 'by code',
  byName: 'by name on photo ID',
} as const;
