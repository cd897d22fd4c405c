/** Errors of the office's calls about emails. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

export const MAIL_NOT_FOUND = {
  not_found: { status: 404, title: 'We couldn’t find that email. The log is deleted after two years, and with the customer.' },
} as const satisfies Errors;

export const RESEND_ERRORS = {
  ...MAIL_NOT_FOUND,
  mail_waiting: { status: 409, title: 'This email is still being sent. It’s tried again by itself.' },
  mail_once: { status: 409, title: 'This email can’t be sent again from here, because it holds a code or a link of its own.' },
  text_deleted: { status: 409, title: 'This email can’t be sent again: its text was deleted after <days> days.' },
  address_suppressed: {
    status: 409,
    title: 'This address doesn’t get email: <reason>. Let it get email again first, if its owner says that it works.',
  },
} as const satisfies Errors;

export const LIFT_ERRORS = {
  not_found: { status: 404, title: 'This address gets email already, or the record is gone. Reload the page.' },
} as const satisfies Errors;
