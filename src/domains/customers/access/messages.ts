/** Refusals of previews and paywalls: code, status and the sentence that is shown (SPEC.md §5, §8). */
export const PREVIEW_ERRORS = {
  preview_format: { status: 400, title: 'Invalid preview code format' },
  preview_invalid: { status: 403, title: 'Invalid preview code.' },
  preview_expired: { status: 410, title: 'Preview link has expired. Please request a new preview link.' },
  preview_stock: { status: 422, title: 'Invalid stock status provided.' },
  preview_missing: { status: 404, title: 'There is nothing to preview on this site. It may belong to another market, or is gone.' },
} as const;

/** A refusal that carries its sentence as `message` too, which the paywall's callers read. */
const told = (status: number, code: string, title: string) => ({ status, title, body: { status, title, code, message: title } });

export const PAYWALL_ERRORS = {
  password_wrong: told(401, 'password_wrong', 'That password does not open this page.'),
  email_invalid: told(422, 'email_invalid', 'Please enter a valid email address.'),
  password_missing: told(422, 'password_missing', 'Please enter the password.'),
} as const;

/** What an unlock answers by its status; both open the page (SPEC.md §4 "Paywall"). */
export const PAYWALL_MESSAGES = { 200: 'Unlocked.', 409: 'Already unlocked.' } as const;
