/** Errors of the office's club calls. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that member.' } } as const satisfies Errors;
const REASON_MISSING = {
  reason_missing: {
    status: 422,
    title: 'The member has been told when this case is charged. Write down why it’s skipped, for whoever reads the timeline.',
  },
} as const satisfies Errors;
const CHARGE_ERRORS = {
  nothing_due: { status: 409, title: 'There is nothing to charge now: the next case isn’t due yet.' },
  card_declined: {
    status: 409,
    title: 'The card was declined again. Nothing was charged, and the member has an email about it.',
  },
  card_missing: { status: 409, title: 'The member has no card any more. Send them a link to add one.' },
  sold_out: { status: 409, title: 'The case is sold out, so nothing was charged. Receive stock, or change the case.' },
  charge_unknown: {
    status: 503,
    title: 'The payment service didn’t answer. If it has charged the card, the order appears within minutes. Nothing is charged twice.',
  },
  club_ended: { status: 409, title: 'The club no longer sends this case, so the membership was paused. Nothing was charged.' },
} as const satisfies Errors;
const NO_ADDRESS = {
  no_email: { status: 409, title: 'The account was closed, so there is no address to write to.' },
} as const satisfies Errors;

export const OFFICE_CLUB_ERRORS = { NOT_FOUND, REASON_MISSING, CHARGE_ERRORS, NO_ADDRESS } as const;

/** Who changed a membership, if it was no member of staff. */
export const ACTOR_NAMES: Readonly<Record<string, string>> = { member: 'The member', shop: 'The shop' };
