/** Text of the page that completes a sign-in. */
export const callbackMessages = {
  pageTitle: 'Signing in',
  title: 'Signing you in',
  loading: 'Loading your account…',
  failed: 'We couldn’t sign you in',
  tryAgain: 'Try again',
  needsScript: 'To sign in, turn on JavaScript in your browser.',
} as const;
