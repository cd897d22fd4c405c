/** The OpenID provider of an origin [ID-5]. It speaks Auth0's protocol, so that its client library works unchanged [ID-1]. */
import Provider, { type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { CLAIMS, idTokenClaims } from '../model/claims.ts';
import { allowedOrigins } from './allowed-origins.ts';
import { cookieNames } from './cookies.ts';
import { customerBySubject } from './customer.repository.ts';
import { oidcRecords } from './oidc.repository.ts';
import { PATHS, SESSION_SECONDS } from './protocol.ts';
import { revokeSession, touchSession } from './session.repository.ts';
import type { KeySet } from './signing-keys.ts';

const DAY = 86_400;
const REFRESH_IDLE_SECONDS = 30 * DAY;
const REFRESH_LONGEST_SECONDS = 90 * DAY;
const GRANT_SECONDS = 120 * DAY;
const ACCESS_SECONDS = 3_600;

const SCOPES = ['openid', 'profile', 'email', 'offline_access'];
const SCOPE = SCOPES.join(' ');

/** Response to an invalid refresh token [ID-3]. The client library compares it. */
const DEAD_TOKEN = { error: 'invalid_grant', error_description: 'Unknown or invalid refresh token.' } as const;

export interface IssuerParts {
  readonly config: Config;
  readonly database: Database;
  /** Without a trailing slash; the issuer has one. */
  readonly origin: string;
  readonly keys: KeySet;
  readonly onError: (error: unknown) => void;
}

/** `/auth/login?returnTo=/authorize?…`: the URL carries the request until the shopper has signed in. */
function signInUrl(params: Readonly<Record<string, unknown>>): string {
  const { prompt: _, login_hint: email, screen_hint: screen, max_age: age, ...rest } = params;
  const request = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (typeof value === 'string') request.set(name, value);
  // A minimum of 60 s, so that the sign-in that follows is recent enough.
  if (age !== undefined) request.set('max_age', String(Math.max(60, Number(age))));
  const page = new URLSearchParams({ returnTo: `${PATHS.authorization}?${request}` });
  if (typeof email === 'string') page.set('email', email);
  return `${screen === 'signup' ? '/auth/join' : '/auth/login'}?${page}`;
}

/** Creates the grant without a consent page, because the client is the shop itself. */
async function grantOfSession(ctx: KoaContextWithOIDC, audience: string) {
  const { session, client, provider } = ctx.oidc;
  if (!session?.accountId || !client) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  if (existing?.accountId === session.accountId) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(audience, SCOPE);
  await grant.save();
  return grant;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function configurationOf({ config, database, origin, keys }: IssuerParts): Configuration {
  const audience = config.IDENTITY_AUDIENCE;
  const origins = allowedOrigins(config, origin);
  const names = cookieNames(origin);
  return {
    adapter: (kind: string) => oidcRecords(database, kind),
    jwks: { keys: keys.signing },
    clients: [
      {
        client_id: config.IDENTITY_CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: origins.map((origin) => `${origin}/auth-callback`),
      },
    ],
    cookies: {
      keys: keys.cookies,
      names: { session: names.session, interaction: names.interaction, resume: names.resume },
      long: { httpOnly: true, sameSite: 'lax', path: '/' },
      short: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    routes: { authorization: PATHS.authorization, token: PATHS.token, revocation: PATHS.revocation, jwks: PATHS.jwks },
    discovery: { end_session_endpoint: `${origin}${PATHS.signOut}` },
    scopes: SCOPES,
    claims: {
      openid: ['sub', CLAIMS.appMetadata, CLAIMS.userMetadata, CLAIMS.customerGroup],
      profile: ['name', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    clientDefaults: { id_token_signed_response_alg: 'RS256' },
    extraParams: {
      audience: (_ctx: KoaContextWithOIDC, value: string | undefined) => {
        if (value !== undefined && value !== audience) throw new errors.InvalidTarget('unknown audience');
      },
      screen_hint: null,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      webMessageResponseMode: { enabled: true, ack: 'individual-draft-01' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== audience) throw new errors.InvalidTarget();
          return { scope: SCOPE, audience, accessTokenTTL: ACCESS_SECONDS, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
        },
      },
    },
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: 60,
      Grant: GRANT_SECONDS,
      IdToken: ACCESS_SECONDS,
      Interaction: 600,
      Session: SESSION_SECONDS,
      RefreshToken: (_ctx, token) => Math.max(1, Math.min(REFRESH_IDLE_SECONDS, REFRESH_LONGEST_SECONDS - token.totalLifetime())),
    },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    issueRefreshToken: () => true,
    extraTokenClaims: (_ctx, token) => ('sessionUid' in token && token.sessionUid ? { [CLAIMS.signIn]: token.sessionUid } : undefined),
    clientBasedCORS: (_ctx, from) => origins.includes(from),
    interactions: { url: (_ctx, interaction) => signInUrl(interaction.params) },
    loadExistingGrant: (ctx) => grantOfSession(ctx, audience),
    async findAccount(_ctx, subject) {
      const customer = await customerBySubject(database, subject);
      return customer ? { accountId: subject, claims: () => ({ sub: subject, ...idTokenClaims(customer) }) } : undefined;
    },
    renderError(ctx, out) {
      ctx.type = 'html';
      ctx.set('content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
      ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>We couldn’t sign you in</title><body>
<h1>We couldn’t sign you in</h1><p>${escapeHtml(out.error_description ?? out.error)}</p><p><a href="/">Back to the shop</a></p></body></html>`;
    },
  };
}

/**
 * Creates the provider of an origin. The issuer is the origin with a trailing slash [ID-5], so a sign-in belongs to one origin
 * [SITE-18]. Every refresh returns an ID token and a new refresh token [ID-2].
 */
export function buildIssuer(parts: IssuerParts): Provider {
  const provider = new Provider(`${parts.origin}/`, configurationOf(parts));
  // `asProviderSees` sets these headers from the request itself.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    const grantType = (ctx as Partial<KoaContextWithOIDC>).oidc?.params?.grant_type;
    if (ctx.path !== PATHS.token || grantType !== 'refresh_token') return;
    if ((ctx.body as { error?: string } | undefined)?.error === 'invalid_grant') {
      // A reused token may be stolen. The session is revoked too, or a silent sign-in would undo the revocation.
      const { RefreshToken: replayed } = (ctx as KoaContextWithOIDC).oidc.entities;
      if (replayed?.consumed && replayed.sessionUid) await revokeSession(parts.database, replayed.sessionUid);
      ctx.status = 403;
      ctx.body = DEAD_TOKEN;
    }
  });
  provider.on('server_error', (_ctx, error) => parts.onError(error));
  provider.on('grant.success', (ctx) => {
    const signIn = ctx.oidc.entities.RefreshToken?.sessionUid;
    if (signIn) touchSession(parts.database, signIn).catch(parts.onError);
  });
  return provider;
}
