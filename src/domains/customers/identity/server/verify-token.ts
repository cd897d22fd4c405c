/** Verifies access tokens: signature, issuer, audience, expiry, and that the session is active. */
import { createLocalJWKSet, createRemoteJWKSet, type JWK, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { Market } from '#markets/market.ts';
import { CLAIMS } from '../model/claims.ts';
import type { Shopper } from '../model/shopper.ts';
import { isBuiltInIdentity, isIssuer } from './allowed-origins.ts';
import type { VerifyToken } from './authenticate.ts';
import { shopperOfSubject } from './customer.repository.ts';
import type { SigningKeys } from './signing-keys.ts';
import { subjectOfTenant } from './tenant-customers.ts';

/** Lifetime of cached shoppers in milliseconds. A changed tier or a revoked session takes effect after it. */
const SHOPPER_MS = 1_000;
const MAX_TOKENS = 2_000;
const CLOCK_TOLERANCE_SECONDS = 5;
/** Timeout of requests for keys of an external identity service, and pause after a failure, in milliseconds. */
const KEYS = { patience: 2_500, rest: 5_000 } as const;
/** Errors of jose that concern the key set. Its other errors concern the token. */
const JWKS_UNAVAILABLE_CODES = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);

interface Verified {
  /** Id of the key that signed it. */
  readonly kid: string | undefined;
  readonly subject: string;
  readonly signIn: string | null;
  readonly expiresAt: number;
  readonly claims: JWTPayload;
  readonly shoppers: Map<Market, { readonly at: number; readonly shopper: Promise<Shopper | null> }>;
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK =>
  Object.fromEntries(Object.entries({ kty, n, e, kid, alg, use }).filter(([, value]) => value !== undefined)) as JWK;

/** Looks up our keys. Rereads them for an unknown key, because another process may have rotated them. */
function ownKeys(keys: SigningKeys): JWTVerifyGetKey {
  return async (header, token) => {
    const keySet = await keys.current();
    const set = keySet.signing.some((key) => key.kid === header.kid) ? keySet : await keys.fresh();
    return createLocalJWKSet({ keys: set.signing.map(publicPart) })(header, token);
  };
}

/** Creates the verifier of access tokens, with our own keys or those of the external identity service. Caches verified tokens. */
export function verifyTokens(config: Config, database: Database, keys: SigningKeys): VerifyToken {
  const isOwn = isBuiltInIdentity(config);
  const keyOf = isOwn
    ? ownKeys(keys)
    : createRemoteJWKSet(new URL('/.well-known/jwks.json', config.IDENTITY_URL), { timeoutDuration: KEYS.patience });
  let unavailableUntil = 0;
  const cache = new LRUCache<string, Verified>({ max: MAX_TOKENS });

  const verify = async (token: string): Promise<Verified | 'unavailable' | null> => {
    if (Date.now() < unavailableUntil) return 'unavailable';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
        audience: config.IDENTITY_AUDIENCE,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['iss', 'sub', 'exp'],
      });
      if (!payload.sub || !payload.exp || !payload.iss || !isIssuer(config, payload.iss)) return null;
      const signIn = payload[CLAIMS.signIn];
      // Our identity service names the session in every token, a hosted tenant does not.
      if (isOwn && typeof signIn !== 'string') return null;
      return {
        kid: protectedHeader.kid,
        subject: payload.sub,
        signIn: typeof signIn === 'string' ? signIn : null,
        expiresAt: (payload.exp + CLOCK_TOLERANCE_SECONDS) * 1_000,
        claims: payload,
        shoppers: new Map(),
      };
    } catch (error) {
      // An unavailable service must not look like an invalid token, which would sign the shopper out.
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code.startsWith('ERR_J') && !JWKS_UNAVAILABLE_CODES.has(code)) return null;
      if (isOwn) throw error;
      unavailableUntil = Date.now() + KEYS.rest;
      return 'unavailable';
    }
  };

  /** Returns whether the key of a cached token was revoked. Keys of an external identity service are not known here. */
  const isRevoked = async ({ kid }: Verified): Promise<boolean> => isOwn && !(await keys.current()).signing.some((key) => key.kid === kid);

  const shopperFor = async (verified: Verified, market: Market): Promise<Shopper | null> => {
    const found = await shopperOfSubject(database, verified.subject, market, verified.signIn);
    if (found || isOwn || verified.signIn !== null) return found;
    const subject = await subjectOfTenant(database, verified.subject, verified.claims);
    return subject === null ? null : shopperOfSubject(database, subject, market, null);
  };

  return async (token, { site }) => {
    const now = Date.now();
    let verified = cache.get(token);
    if (!verified || (await isRevoked(verified))) {
      cache.delete(token);
      const result = await verify(token);
      if (!result || result === 'unavailable') return result;
      verified = result;
      cache.set(token, verified);
    }
    if (verified.expiresAt <= now) {
      cache.delete(token);
      return null;
    }
    let shopper = verified.shoppers.get(site.market);
    if (!shopper || now - shopper.at > SHOPPER_MS) {
      shopper = { at: now, shopper: shopperFor(verified, site.market) };
      verified.shoppers.set(site.market, shopper);
      shopper.shopper.catch(() => verified.shoppers.delete(site.market));
    }
    return shopper.shopper;
  };
}
