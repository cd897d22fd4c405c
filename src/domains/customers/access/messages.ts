/** Errors of previews [ACCESS-7, ACCESS-8, ACCESS-9, ACCESS-10, ACCESS-11, ACCESS-12] and paywalls [ACCESS-15]. */
export const PREVIEW_ERRORS = {
  preview_format: { status: 400, title: 'Invalid preview code format' },
  preview_invalid: { status: 403, title: 'Invalid preview code.' },
  preview_expired: { status: 410, title: 'Preview link has expired. Please request a new preview link.' },
  preview_stock: { status: 422, title: 'Invalid stock status provided.' },
  preview_missing: { status: 404, title: 'There is nothing to preview on this site. It may belong to another market, or is gone.' },
} as const;

/** Creates an error with its title as `message` too, which callers of the paywall read. */
const told = (status: number, code: string, title: string) => ({ status, title, body: { status, title, code, message: title } });

export const PAYWALL_ERRORS = {
  password_wrong: told(401, 'password_wrong', 'That password does not open this page.'),
  email_invalid: told(422, 'email_invalid', 'Please enter a valid email address.'),
  password_missing: told(422, 'password_missing', 'Please enter the password.'),
} as const;

/** Messages of a successful unlock by status [ACCESS-13]. */
export const PAYWALL_MESSAGES = { 200: 'Unlocked.', 409: 'Already unlocked.' } as const;
