/**
 * Names of the identity service's cookies at an origin. Under https their prefixes stop other hosts and connections without TLS
 * from planting cookies: `__Host-` for the session of the whole origin, `__Secure-` for pending sign-ins, which are bound to a
 * path.
 */
export interface CookieNames {
  readonly session: string;
  readonly interaction: string;
  readonly resume: string;
  readonly social: string;
  /** Binds a join to its browser. */
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
