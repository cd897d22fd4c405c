/** The office as an OpenID relying party: authorization code with PKCE and nonce, as a confidential client. */
import * as client from 'openid-client';
import { z } from 'zod';
import { CALLBACK_PATH } from './staff-services.ts';

/** Where the provider is: at the office's own origin, or at a hosted tenant. */
export type ProviderAddress =
  | {
      readonly kind: 'built_in';
      readonly client: () => Promise<{ readonly id: string; readonly secret: string }>;
      /** Sends requests of the relying party to the provider in this process. */
      readonly fetch: client.CustomFetch;
      readonly paths: { readonly authorization: string; readonly token: string; readonly jwks: string };
    }
  | { readonly kind: 'external'; readonly issuer: string; readonly clientId: string; readonly clientSecret: string | undefined };

const pendingState = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

export interface Recognised {
  readonly subject: string;
  /** Confirmed email address at a tenant, or null. */
  readonly email: string | null;
  /** The provider asked for more than a password. */
  readonly hasSecondFactor: boolean;
}

export interface RelyingParty {
  /** Starts a sign-in. @returns the provider's URL and what the callback needs, to be stored */
  start(origin: string): Promise<{ readonly url: string; readonly pending: string }>;
  /** Completes it with the query of the callback. @returns null if the provider refused or the response is not for this start */
  finish(origin: string, query: string, pending: string): Promise<Recognised | null>;
}

/** Methods (RFC 8176) that are a second factor or include one. */
const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'fpt', 'face', 'sc']);

/** Returns true if the tenant says that a second factor was given. */
const hasSecondFactor = ({ amr, acr }: client.IDToken): boolean =>
  (Array.isArray(amr) && amr.some((method) => typeof method === 'string' && SECOND_FACTORS.has(method))) ||
  (typeof acr === 'string' && /multi-?factor|mfa/i.test(acr));

/** Creates the relying party. */
export function createRelyingParty(provider: ProviderAddress): RelyingParty {
  let discovered: Promise<client.Configuration> | null = null;

  const configurationAt = async (origin: string): Promise<client.Configuration> => {
    if (provider.kind === 'external') {
      const auth = provider.clientSecret === undefined ? client.None() : client.ClientSecretPost(provider.clientSecret);
      const insecure = provider.issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : {};
      discovered ??= client.discovery(new URL(provider.issuer), provider.clientId, undefined, auth, insecure);
      // Retries discovery at the next sign-in after a failure.
      discovered.catch(() => {
        discovered = null;
      });
      return discovered;
    }
    const { id, secret } = await provider.client();
    const { paths } = provider;
    const server = {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}${paths.authorization}`,
      token_endpoint: `${origin}${paths.token}`,
      jwks_uri: `${origin}${paths.jwks}`,
    };
    const configuration = new client.Configuration(server, id, secret, client.ClientSecretBasic(secret));
    configuration[client.customFetch] = provider.fetch;
    if (origin.startsWith('http:')) client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  return {
    async start(origin) {
      const pending = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configurationAt(origin), {
        redirect_uri: `${origin}${CALLBACK_PATH}`,
        scope: provider.kind === 'external' ? 'openid email' : 'openid',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending: JSON.stringify(pending) };
    },

    async finish(origin, query, stored) {
      const { state, nonce, verifier } = pendingState.parse(JSON.parse(stored));
      try {
        const tokens = await client.authorizationCodeGrant(await configurationAt(origin), new URL(`${origin}${CALLBACK_PATH}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) return null;
        const email = typeof claims.email === 'string' && claims.email_verified === true ? claims.email : null;
        return { subject: claims.sub, email, hasSecondFactor: provider.kind === 'built_in' || hasSecondFactor(claims) };
      } catch (error) {
        const isTheirs = error instanceof client.ClientError || error instanceof client.AuthorizationResponseError;
        if (isTheirs || error instanceof client.ResponseBodyError) return null;
        throw error;
      }
    },
  };
}
