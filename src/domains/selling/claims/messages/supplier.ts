/** Text of claims to suppliers. */
import { plural } from '#lib/plural.ts';

export const supplierClaimMessages = {
  greeting: 'Hello,',
  subject: (producer: string) => `Claim about wines of ${producer}`,
  text: (shopName: string, producer: string) =>
    `Customers of ${shopName} reported wines of ${producer}. The attached file lists each with vintage, SKU, bottles, reason and dates.`,
  ask: 'Please tell us how you credit or replace them. We have photos of the claims where the file says so, and send them if you need them.',
  closing: 'Reply to this email with your answer.',

  action: 'Claim from supplier',
  intro: 'Each producer gets an email with a CSV file. The file names no buyer.',
  reading: 'Reading the claims…',
  producer: (producer: string, market: string) => `${producer}, ${market}`,
  count: (bottles: number, claims: number) => `${plural(bottles, 'bottle')} in ${plural(claims, 'claim')}`,
  before: (lines: number) =>
    `${plural(lines, 'wine')} ${lines === 1 ? 'was' : 'were'} claimed before and ${lines === 1 ? 'is' : 'are'} left out.`,
  again: 'Claim again what was claimed before',
  email: 'Email of the supplier',
  emailHint: 'Kept for the next claim about this producer.',
  send: 'Send claim',
  sent: 'Sent',
  sentTo: (email: string) => `Claim sent to ${email}.`,
  none: 'There is nothing to claim: the claims were declined, or their wines have no producer.',
  tooMany: (max: number) => `Choose at most ${max} claims at once.`,
  close: 'Done',

  panel: 'Claimed from suppliers',
  fact: (producer: string, email: string) => `${producer}: sent to ${email}`,
  by: (who: string, when: string) => `${who}, ${when}`,
  file: 'CSV',
  fileOf: (producer: string) => `Download the claim to ${producer} as CSV`,

  filter: 'Supplier',
  filters: { due: 'Not claimed yet', sent: 'Claimed' },
} as const;

/** Why a claim is not sent to a supplier. */
export const supplierRefusals = {
  nothing: (producer: string) => `Nothing of ${producer} is left to claim. Choose to claim again what was claimed before.`,
} as const;
