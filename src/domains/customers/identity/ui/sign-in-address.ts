/** `/auth/login?returnTo=/wines`: a plain link, so that signing in works without JavaScript. */
export const signInUrl = (returnTo: string): string =>
  returnTo === '/' || /^\/auth[/-]/.test(returnTo) ? '/auth/login' : `/auth/login?${new URLSearchParams({ returnTo })}`;
