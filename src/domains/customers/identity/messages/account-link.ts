/** Text of the sign-in link in the header, and errors of the login client. */
export const accountLinkMessages = { signIn: 'Sign in' } as const;

/** Replaces a missing message of the login client [ID-31]. */
export const loginErrors = { signIn: 'Login failed', token: 'Get access token failed' } as const;
