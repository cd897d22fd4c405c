/** Detects a session without loading the login client [ID-24]. */

const userKey = (clientId: string): string => `@@auth0spajs@@::${clientId}::@@user@@`;

/** Returns true if the login client's cookie, which expires after a day, or its stored user exists. */
export function hasSessionMarker(clientId: string, cookies: string, read: (name: string) => string | null): boolean {
  const marker = `auth0.${clientId}.is.authenticated=true`;
  return cookies.split(/;\s*/).includes(marker) || read(userKey(clientId)) !== null;
}

/** Interprets a change of local storage in another tab: true for a sign-in, false for a sign-out, else null. */
export function signInChange(clientId: string, name: string, value: string | null): boolean | null {
  return name === userKey(clientId) ? value !== null : null;
}
