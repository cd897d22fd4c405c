/** How a page tells, without the login client, whether this browser holds a sign-in. */

const userKey = (clientId: string): string => `@@auth0spajs@@::${clientId}::@@user@@`;

/** True where the login client left its marker cookie (one day) or its kept user. */
export function hasSessionMarker(clientId: string, cookies: string, read: (name: string) => string | null): boolean {
  const marker = `auth0.${clientId}.is.authenticated=true`;
  return cookies.split(/;\s*/).includes(marker) || read(userKey(clientId)) !== null;
}

/** What a change of local storage in another tab means: signed in, signed out, or (null) nothing. */
export function signInChange(clientId: string, name: string, value: string | null): boolean | null {
  return name === userKey(clientId) ? value !== null : null;
}
