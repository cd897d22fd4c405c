/** Text of the office about orders that are sent together. */
import { plural } from '#lib/plural.ts';

const orders = (count: number): string => plural(count, 'order');

export const sendMessages = {
  title: (count: number) => `Send ${orders(count)}?`,
  action: (count: number) => `Send ${orders(count)}`,
  text: 'What is left of each order leaves with the labels that were bought for it, together with wines that were added to it. Buyers get an email with the tracking number.',
  carrier: 'Carrier',
  carrierHint: 'For parcels with labels that the shop printed. The others name their carrier.',
} as const;

/** Why an order is not sent. */
export const sendRefusals = {
  notFound: 'We couldn’t find that order.',
  goesWith: (first: number) => `It goes with order #${first}, and leaves together with that one.`,
  noLabels: 'It has no labels. Buy labels first, or send it on its page.',
  labelsOpen: 'Its labels are still being bought.',
  labelFailed: 'A label of it failed. See its page.',
  labelMissing: 'One of its parcels has no label. See its page.',
  moved: 'The delivery changed since its labels were bought. Cancel them and buy new ones.',
  later: (day: string) => `It’s to be sent on ${day}. To send it now, use its page.`,
  noCarrier: 'Enter who carries it.',
} as const;
