/**
 * OpenID provider at the office's origin. It knows staff only and has one client, the office itself. Records, cookies and client are its
 * own, so nothing of the shop's provider is valid here and the other way round.
 */
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { findStaffBySubject } from '#domains/staff/server/staff.repository.ts';
import { CALLBACK_PATH } from '#domains/staff/server/staff-services.ts';
import type { Database } from '#lib/db/pool.ts';
import { OFFICE_CLIENT, OFFICE_IDENTITY_SECONDS } from './office-identity.ts';
import { oidcRecords } from './oidc.repository.ts';
import { PATHS } from './protocol.ts';
import type { KeySet } from './signing-keys.ts';

export interface OfficeIssuerParts {
  readonly database: Database;
  /** Without a trailing slash; the issuer has one. */
  readonly origin: string;
  readonly keys: KeySet;
  readonly clientSecret: string;
  readonly onError: (error: unknown) => void;
}

async function grantOfSession({ oidc: { session, client, provider } }: KoaContextWithOIDC) {
  if (!session?.accountId || !client) return undefined;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope('openid');
  await grant.save();
  return grant;
}

const configurationOf = ({ database, origin, keys, clientSecret }: OfficeIssuerParts): Configuration => {
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/' } as const;
  return {
    adapter: (kind: string) => oidcRecords(database, `Office${kind}`),
    jwks: { keys: keys.signing },
    clients: [
      {
        client_id: OFFICE_CLIENT,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${origin}${CALLBACK_PATH}`],
      },
    ],
    cookies: {
      keys: keys.cookies,
      names: {
        session: `${prefix}cellardoor_office_identity`,
        interaction: 'cellardoor_office_interaction',
        resume: 'cellardoor_office_resume',
      },
      long: cookie,
      short: cookie,
    },
    routes: { authorization: PATHS.authorization, token: PATHS.token, jwks: PATHS.jwks },
    scopes: ['openid'],
    claims: { openid: ['sub'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 120, IdToken: 120, Interaction: 60, Session: OFFICE_IDENTITY_SECONDS },
    interactions: { url: () => '/sign-in' },
    loadExistingGrant: grantOfSession,
    async findAccount(_ctx, subject) {
      const staff = await findStaffBySubject(database, subject);
      return staff?.status === 'active' ? { accountId: subject, claims: () => ({ sub: subject }) } : undefined;
    },
    renderError(ctx) {
      ctx.redirect('/sign-in?error=sign_in_expired');
    },
  };
};

/** Creates the provider of an origin of the office. */
export function buildOfficeIssuer(parts: OfficeIssuerParts): Provider {
  const provider = new Provider(`${parts.origin}/`, configurationOf(parts));
  // `asProviderSees` sets these headers from the request itself.
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => parts.onError(error));
  return provider;
}
