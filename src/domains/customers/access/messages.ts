/** Errors of previews [ACCESS-7, ACCESS-8, ACCESS-9, ACCESS-10, ACCESS-11, ACCESS-12] and paywalls [ACCESS-15]. */
export const PREVIEW_ERRORS = {
  preview_format: { status: 400, title: 'Invalid preview code format' },
  preview_invalid: { status: 403, title: 'Invalid preview code.' },
  preview_expired: { status: 410, title: 'Preview link has expired. Please request a new preview link.' },
  preview_stock: { status: 422, title: 'Invalid stock status provided.' },
  preview_missing: { status: 404, title: 'There is nothing to preview on this site. It may belong to another market, or is gone.' },
} as const;

/** Creates an error with its title as `message` too, which callers of the paywall read. */
const paywallError = (status: number, code: string, title: string) => ({ status, title, body: { status, title, code, message: title } });

export const PAYWALL_ERRORS = {
  password_wrong: paywallError(401, 'password_wrong', 'That password does not open this page.'),
  email_invalid: paywallError(422, 'email_invalid', 'Please enter a valid email address.'),
  password_missing: paywallError(422, 'password_missing', 'Please enter the password.'),
} as const;

/** Messages of a successful unlock by status [ACCESS-13]. */
export const PAYWALL_MESSAGES = { 200: 'Unlocked.', 409: 'Already unlocked.' } as const;

/** Text of the form that unlocks a page. */
export const paywallMessages = {
  title: 'The rest of this page is locked',
  explanation: 'Enter the password you were given with the link. We’ll keep the page unlocked on this device.',
  email: 'Email',
  password: 'Password',
  unlock: 'Unlock',
  unlocking: 'Unlocking…',
  needsScript: 'To unlock this page, turn on JavaScript in your browser.',
  unreachable: 'We can’t reach the shop. Please try again.',
} as const;

/** Text above a preview. Staff read it. */
export const previewMessages = {
  label: 'Preview',
  guest: 'a guest',
  member: (tier: string) => `a ${tier} member`,
  audience: (audience: string) => `Preview, as ${audience} sees it.`,
  hidden: (audience: string) => `${audience.charAt(0).toUpperCase()}${audience.slice(1)} can’t see this page.`,
  notForSale: 'You can’t buy anything from here.',
  expires: (time: string) => `This link expires at ${time}.`,
  /** State of what is previewed. */
  states: {
    offer: {
      live: 'It is on sale now.',
      upcoming: (date: string) => `It goes on sale on ${date}.`,
      ended: 'Its sale has ended.',
      none: 'It is not on sale.',
    },
    page: {
      live: 'It is published.',
      upcoming: (date: string) => `It will be published on ${date}.`,
      ended: 'It has been taken down.',
      none: 'It is a draft.',
    },
  },
  failed: 'No preview',
} as const;
