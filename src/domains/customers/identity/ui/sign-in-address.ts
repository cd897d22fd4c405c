/** `/auth/login?returnTo=/wines`: a link, so that sign-in works without JavaScript. */
export const signInUrl = (returnTo: string): string =>
  returnTo === '/' || /^\/auth[/-]/.test(returnTo) ? '/auth/login' : `/auth/login?${new URLSearchParams({ returnTo })}`;
