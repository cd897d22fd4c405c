/** Text of the account menu in the header, and of the page that completes a sign-in. */
export const accountMenuMessages = {
  signIn: 'Sign in',
  label: (name: string) => `Account, ${name}`,
  account: 'Account',
  orders: 'Orders',
  clubs: 'Wine clubs',
  favourites: 'Favourites',
  signOut: 'Sign out',
} as const;

export const callbackMessages = {
  pageTitle: 'Signing in · Cellardoor',
  title: 'Signing you in',
  loading: 'Loading your account…',
  failed: 'We couldn’t sign you in',
  tryAgain: 'Try again',
  needsScript: 'To sign in, turn on JavaScript in your browser.',
} as const;

/** Replaces a missing message of the login client [ID-31]. */
export const loginErrors = { signIn: 'Login failed', token: 'Get access token failed' } as const;
