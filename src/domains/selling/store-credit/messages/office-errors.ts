/** Errors of the office's calls that change gift cards and store credit, and of their forms. */
import type { ErrorSpec } from '#lib/define-contract.ts';

type Errors = Readonly<Record<string, ErrorSpec>>;

export const CHANGE_LIMIT_ERRORS = {
  over_limit: {
    status: 403,
    title: 'Your role may change gift cards and store credit by up to <limit> at once. Ask a colleague with a higher limit.',
  },
} as const satisfies Errors;

const NOT_FOUND = { not_found: { status: 404, title: 'We couldn’t find that customer.' } } as const satisfies Errors;
const NOT_YOUR_MARKET = { not_found: { status: 404, title: 'You don’t work in that market.' } } as const satisfies Errors;
const UNKNOWN_CUSTOMERS = {
  unknown_customers: { status: 422, title: 'No account in this market has the address <email>. Nobody was given anything.' },
} as const satisfies Errors;
const TOO_LITTLE = {
  too_little: { status: 409, title: 'Only <available> can be taken back. The rest is spent or reserved by an order in progress.' },
} as const satisfies Errors;

export const OFFICE_CREDIT_ERRORS = { NOT_FOUND, NOT_YOUR_MARKET, UNKNOWN_CUSTOMERS, TOO_LITTLE } as const;

export const creditFormErrors = {
  amount: 'Enter an amount such as 20 or 12.50, up to 5,000',
  reason: 'Enter a reason. Only staff see it.',
  emails: 'Enter the email address of at least one customer',
  tooMany: 'Enter 200 addresses or fewer',
  wrongEmail: (address: string) => `“${address}” is not an email address`,
} as const;
