/**
 * Names of the identity service's cookies at an origin. Under https their prefixes have the browser refuse what another host or
 * a connection without TLS tries to plant: `__Host-` for the session, which belongs to the whole origin, `__Secure-` for those of
 * a sign-in in progress, which are bound to a path.
 */
export interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
  readonly social: string;
  /** Ties a join to its browser. */
  readonly join: string;
}

export function cookieNames(origin: string): CookieNames {
  const isSecure = origin.startsWith('https:');
  const bound = isSecure ? '__Secure-' : '';
  return {
    session: `${isSecure ? '__Host-' : ''}cellardoor_session`,
    interaction: `${bound}cellardoor_interaction`,
    resume: `${bound}cellardoor_resume`,
    social: `${bound}cellardoor_social`,
    join: `${bound}cellardoor_join`,
  };
}
