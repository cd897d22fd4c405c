/** Text about what became of shipments at the door. */
import type { ErrorSpec } from '#lib/define-contract.ts';
import { plural } from '#lib/plural.ts';
import type { Outcome, RefusalReason } from '../model/outcome.ts';

export const OUTCOME_ERRORS = {
  NOT_FOUND: { not_found: { status: 404, title: 'We couldn’t find that shipment.' } },
  NOT_POSSIBLE: { not_possible: { status: 409, title: 'That can’t follow what is recorded. Take the last entry back first.' } },
  ORDER_CHANGED: {
    order_changed: {
      status: 409,
      title: 'The order changed after this delivery completed it, so the delivery can’t be taken back. Write a note instead.',
    },
  },
  REASON: { reason_missing: { status: 422, title: 'Say why the parcel was refused.' } },
  DAY: { day_not_possible: { status: 422, title: 'The day must not be before the shipment or in the future.' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ErrorSpec>>>>;

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  delivered: 'Delivered',
  refused: 'Refused at the door',
  returned: 'Back in the cellar',
};

export const REASON_LABELS: Readonly<Record<RefusalReason, string>> = {
  under_age: 'Under age',
  no_proof_of_age: 'No proof of age',
  intoxicated: 'Intoxicated',
  nobody_home: 'Nobody home',
  declined: 'Didn’t want it',
  damaged: 'Parcel damaged',
  wrong_address: 'Wrong address',
  other: 'Other',
};

export const outcomeMessages = {
  open: 'Record delivery',
  openNamed: (carrier: string) => `Record delivery: ${carrier}`,
  title: 'What became of the parcel?',
  outcome: 'Outcome',
  reason: 'Reason',
  noReason: 'Choose a reason',
  day: 'Day',
  next: {
    refused: 'When the parcel is back, record that too. Then choose Refund to put the cases on sale again and pay the buyer back.',
    returned: 'Choose Refund afterwards to put the cases on sale again and pay the buyer back.',
  },
  kept: 'It’s kept in the delivery record for the licence inspector, without the buyer’s name.',
  save: 'Save',
  saved: 'Recorded.',
  undone: 'Taken back.',
  line: (day: string, actor: string) => `${day}, recorded by ${actor}`,
  exportRecord: 'Delivery record (CSV)',
  exported: (rows: number) => `Saved ${plural(rows, 'entry', 'entries')} of the last 12 months.`,
} as const;
