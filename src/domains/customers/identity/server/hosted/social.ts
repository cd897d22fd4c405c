/** Social sign-in with any number of configured OpenID providers. A signed cookie holds the pending sign-in. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as client from 'openid-client';
import { z } from 'zod';
import { isPersonName, NAME_MAX_LENGTH } from '#domains/customers/identity/model/person-name.ts';
import type { Database } from '#lib/db/pool.ts';
import { isEmail } from '#lib/email.ts';
import type { Config } from '#lib/server/config.ts';
import {
  type Customer,
  clearPassword,
  confirmEmail,
  createCustomer,
  customerByEmail,
  customerById,
  findLinkedCustomer,
  linkIdentity,
} from '../customer.repository.ts';
import { revokeSessions } from '../session.repository.ts';
import type { SigningKeys } from '../signing-keys.ts';

export const SOCIAL_PATH = '/auth/login/social';
/** Lifetime of a pending sign-in and its cookie, in seconds. */
export const SOCIAL_SECONDS = 600;

type Upstream = Config['IDENTITY_PROVIDERS'][number];

const pendingSignIn = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
});
type PendingSignIn = z.output<typeof pendingSignIn>;

export interface SocialStart {
  /** URL of the provider's page. */
  readonly url: string;
  /** Value of the cookie that the callback needs. */
  readonly cookie: string;
}

export type SocialEnd =
  | { readonly kind: 'signed_in'; readonly customer: Customer; readonly returnTo: string }
  | { readonly kind: 'failed' | 'unverified'; readonly returnTo: string };

export interface SocialSignIn {
  /** Returns true if the provider is configured. */
  has(provider: string): boolean;
  /** Starts a sign-in. @param email prefills the provider's page; null for none */
  start(provider: string, origin: string, returnTo: string, email: string | null): Promise<SocialStart>;
  /** Completes the sign-in with the query of the callback. */
  finish(provider: string, origin: string, query: string, cookie: string | undefined): Promise<SocialEnd>;
}

/** Returns the provider's name claim; empty if it is not a valid name here. */
function nameOf(claim: unknown): string {
  const name = typeof claim === 'string' ? claim.trim().slice(0, NAME_MAX_LENGTH) : '';
  return isPersonName(name) ? name : '';
}

const callbackOf = (origin: string, provider: string): string => `${origin}${SOCIAL_PATH}/${provider}/callback`;

/** Creates the social sign-in over the configured providers. */
export function socialSignIn(config: Config, database: Database, keys: SigningKeys): SocialSignIn {
  const discovered = new Map<string, Promise<client.Configuration>>();

  const upstreamOf = (id: string): Upstream | undefined => config.IDENTITY_PROVIDERS.find((candidate) => candidate.id === id);
  const discover = (upstream: Upstream): Promise<client.Configuration> => {
    const cached = discovered.get(upstream.id);
    if (cached) return cached;
    const isPlain = upstream.issuer.startsWith('http:');
    const found = client.discovery(
      new URL(upstream.issuer),
      upstream.clientId,
      undefined,
      upstream.clientSecret === undefined ? client.None() : client.ClientSecretPost(upstream.clientSecret),
      isPlain ? { execute: [client.allowInsecureRequests] } : {},
    );
    discovered.set(upstream.id, found);
    // Retries discovery at the next sign-in after a failure.
    found.catch(() => discovered.delete(upstream.id));
    return found;
  };

  const seal = async (value: PendingSignIn): Promise<string> => {
    const [secret = ''] = (await keys.current()).cookies;
    const text = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const unseal = async (cookie: string | undefined): Promise<PendingSignIn | null> => {
    const [text = '', seal = ''] = cookie?.split('.') ?? [];
    const actual = Buffer.from(seal, 'base64url');
    const isValid = (await keys.current()).cookies.some((secret) => {
      const expected = createHmac('sha256', secret).update(text).digest();
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    });
    return isValid ? pendingSignIn.parse(JSON.parse(Buffer.from(text, 'base64url').toString())) : null;
  };

  /** Finds the customer of a provider's account: the linked one, else the one with the confirmed email, else a new one. */
  const customerOf = (provider: string, claims: client.IDToken): Promise<Customer | null> =>
    database.transaction(async (transaction) => {
      const linked = await findLinkedCustomer(transaction, provider, claims.sub);
      if (linked) return customerById(transaction, linked.id);
      const { email } = claims;
      if (typeof email !== 'string' || !isEmail(email) || claims.email_verified !== true) return null;
      const customer =
        (await customerByEmail(transaction, email)) ??
        (await createCustomer(transaction, {
          email,
          emailVerified: true,
          passwordHash: null,
          givenName: nameOf(claims.given_name),
          familyName: nameOf(claims.family_name),
          userMetadata: {},
        }));
      if (!customer) return null;
      // The address is unconfirmed, so its password may be a stranger's.
      if (!customer.emailVerified) {
        await confirmEmail(transaction, customer.id);
        await clearPassword(transaction, customer.id);
        await revokeSessions(transaction, customer.id, null);
      }
      await linkIdentity(transaction, customer.id, provider, claims.sub);
      return customer;
    });

  return {
    has: (provider) => upstreamOf(provider) !== undefined,

    async start(provider, origin, returnTo, email) {
      const upstream = upstreamOf(provider);
      if (!upstream) throw new Error(`there is no provider '${provider}'`);
      const configuration = await discover(upstream);
      const pending: PendingSignIn = {
        provider,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        returnTo,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackOf(origin, provider),
        scope: 'openid profile email',
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...(email === null ? {} : { login_hint: email }),
      });
      return { url: url.href, cookie: await seal(pending) };
    },

    async finish(provider, origin, query, cookie) {
      const upstream = upstreamOf(provider);
      const pending = await unseal(cookie);
      if (!upstream || pending?.provider !== provider) return { kind: 'failed', returnTo: '/' };
      const { returnTo } = pending;
      try {
        const tokens = await client.authorizationCodeGrant(await discover(upstream), new URL(`${callbackOf(origin, provider)}?${query}`), {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const customer = claims ? await customerOf(provider, claims) : null;
        return customer ? { kind: 'signed_in', customer, returnTo } : { kind: 'unverified', returnTo };
      } catch (error) {
        const isTheirs = error instanceof client.ClientError || error instanceof client.AuthorizationResponseError;
        if (isTheirs || error instanceof client.ResponseBodyError) return { kind: 'failed', returnTo };
        throw error;
      }
    },
  };
}
