/** Text of claims for buyers: the page, and what emails add. */
import { plural } from '#lib/plural.ts';
import type { ClaimProblem, ClaimState } from '../model/claim.ts';

export const PROBLEM_LABELS: Readonly<Record<ClaimProblem, string>> = {
  wrong: 'Wrong wine',
  broken: 'Broken',
  faulty: 'Corked or faulty',
  missing: 'Missing',
  late: 'Late',
};

export const CLAIM_STATE_LABELS: Readonly<Record<ClaimState, string>> = {
  open: 'We’re looking at it',
  refunded: 'Refunded',
  credited: 'Store credit given',
  replaced: 'On its way again',
  declined: 'Declined',
};

export const claimEmailMessages = {
  line: (name: string, problem: string, bottles: number) => `${name}: ${problem}, ${plural(bottles, 'bottle')}.`,
  sent: (name: string, cases: number) => `${name}, ${plural(cases, 'case')}.`,
  answer: (answer: string) => `What we found: ${answer}`,
} as const;

export const claimMessages = {
  title: 'Something is wrong',
  orderOf: (number: number) => `Order #${number}`,
  wrong: ': something is wrong',
  intro: 'Say what is wrong with each wine. Photos of the label, the cork or the parcel help us decide faster.',
  problem: (name: string) => `What is wrong with ${name}`,
  nothing: 'Nothing',
  bottles: 'Bottles',
  ofBottles: (count: number) => `of ${plural(count, 'bottle')}`,
  words: 'What happened',
  wordsHint: 'Optional, up to 2,000 characters.',
  photos: 'Photos',
  photosHint: 'Up to 6, each up to 12 MB. We remove the place and time that your phone adds.',
  uploading: 'Uploading…',
  remove: 'Remove',
  removePhoto: (name: string) => `Remove ${name}`,
  send: 'Send',
  choose: 'Choose what is wrong with at least one wine',
  sent: 'Thank you. We have what you sent and will email you.',
  earlier: 'What you sent',
  sentOn: (day: string) => `Sent on ${day}`,
  line: (name: string, problem: string, bottles: number) => `${name}: ${problem}, ${plural(bottles, 'bottle')}`,
  photoCount: (count: number) => plural(count, 'photo'),
  loading: 'Loading…',
  unreachable: 'We can’t reach the shop. Please try again.',
  noScript: 'To tell us what is wrong, turn on JavaScript in your browser, or call us.',
} as const;
