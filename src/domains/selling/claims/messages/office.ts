/** Text of claims in the office. */
import { plural } from '#lib/plural.ts';
import type { ClaimOutcome, ClaimState } from '../model/claim.ts';

export const OFFICE_CLAIM_STATES: Readonly<Record<ClaimState, string>> = {
  open: 'To decide',
  refunded: 'Refunded',
  credited: 'Store credit',
  replaced: 'Sent again',
  declined: 'Declined',
};

export const OUTCOME_LABELS: Readonly<Record<ClaimOutcome, string>> = {
  refund: 'Refund',
  credit: 'Store credit',
  replace: 'Send again',
  decline: 'Decline',
};

export const officeClaimMessages = {
  title: 'Claims',
  noun: { one: 'claim', many: 'claims' },
  titleOf: (number: number) => `Claim on order #${number}`,
  rowName: (number: number) => `claim on order #${number}`,
  received: (at: string) => `Received ${at}`,
  columns: {
    order: 'Order',
    buyer: 'Buyer',
    lines: 'What is wrong',
    photos: 'Photos',
    state: 'State',
    amount: 'Given back',
    market: 'Market',
    received: 'Received',
  },
  filters: { state: 'State', problem: 'What is wrong', producer: 'Producer', market: 'Market' },
  views: { all: 'All', open: 'To decide', decided: 'Decided' },
  number: (number: number) => `#${number}`,
  erased: 'Erased',
  line: (name: string, problem: string, bottles: number) => `${name}: ${problem}, ${plural(bottles, 'bottle')}`,
  more: (count: number) => `and ${plural(count, 'other wine')}`,
  report: 'Report',
  exportTitle: 'Export claims',
  exporting: (count: number) => `Exporting, ${plural(count, 'claim')} so far…`,
  exported: (count: number) => `Exported ${plural(count, 'claim')}.`,
  stop: 'Stop',
  emptyTitle: 'No claims',
  emptyText: 'When a buyer says on the page of an order that something is wrong, it is listed here.',

  reported: 'What the buyer says',
  ordered: (bottles: number, paid: string) => `of ${plural(bottles, 'bottle')} bought for ${paid}`,
  photo: (index: number, count: number) => `Photo ${index} of ${count}`,
  loadingPhoto: 'Loading the photo…',
  photoFailed: 'This photo couldn’t be loaded.',
  facts: 'Order',
  order: 'Order',
  buyer: 'Buyer',
  left: 'Left to give back',
  carriers: 'Sent with',
  notSent: 'Not sent yet',
  others: 'Other claims',
  otherCount: (count: number) => `${plural(count, 'other claim')} of this buyer`,
  answer: 'Answer to the buyer',
  decidedBy: (who: string) => `Decided by ${who}`,
  decidedAtOnce: 'Decided at once by the rule of the market',
  rule: (problems: string, upTo: string, perYear: number) =>
    `${problems}: up to ${upTo}, ${plural(perYear, 'claim')} of a buyer in twelve months.`,
  history: 'History',

  decide: 'Decide',
  decideTitle: (number: number) => `Decide the claim on order #${number}`,
  outcome: 'Decision',
  cases: 'Cases to send',
  casesOf: (name: string) => `Cases of ${name}`,
  inStock: (name: string, available: number) => `${name} (${available} in stock)`,
  ofSent: (sent: number) => `of ${sent} sent`,
  nothingSent: 'Nothing of what the buyer reported was sent yet, so there is nothing to send again.',
  sentAgain: 'Sent again as',
  amount: 'Amount',
  amountHint: (left: string) => `${left} is left of what was paid.`,
  amountInvalid: 'Enter an amount such as 12.50',
  answerHint: 'The buyer reads it, in the email and on the page of the claim.',
  consequences: {
    refund: (amount: string) => `${amount} goes back to the card, gift cards and credit that paid.`,
    stock: 'The stock stays as it is. Write bottles off in Stock if they were still counted.',
    credit: (amount: string) => `${amount} is added to the buyer’s store credit.`,
    replace: (cases: number) =>
      `${plural(cases, 'case')} ${cases === 1 ? 'is' : 'are'} taken from stock now and sent as a new order, without a charge.`,
    value: 'What was paid for this counts as given back.',
    decline: 'Nothing is given back.',
    email: (address: string) => `${address} gets an email.`,
  },
  submit: { refund: 'Refund', credit: 'Give store credit', replace: 'Send again', decline: 'Decline the claim' } satisfies Record<
    ClaimOutcome,
    string
  >,
  done: {
    refund: (amount: string) => `${amount} refunded.`,
    credit: (amount: string) => `${amount} store credit given.`,
    replace: () => 'The cases are sent again.',
    decline: () => 'Claim declined.',
  } satisfies Record<ClaimOutcome, (amount: string) => string>,
  refundIntended: (amount: string) => `${amount} will be refunded as soon as the payment gateway answers.`,
  conflict: 'Look at the claim again.',
} as const;
