/** Paths and session length of the OpenID protocol. */
export const PATHS = {
  authorization: '/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  jwks: '/.well-known/jwks.json',
  discovery: '/.well-known/openid-configuration',
  signOut: '/v2/logout',
} as const;

export const SESSION_SECONDS = 30 * 86_400;
