/** OpenID providers, one per origin [ID-5]. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type Provider from 'oidc-provider';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Handles a request of the protocol. */
export type ProtocolHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Issuer {
  readonly provider: Provider;
  readonly handle: ProtocolHandler;
}

export interface Issuers {
  at(origin: string): Promise<Issuer>;
}

/** Any host and port is served, so the cache evicts the least recently used origin. */
const MAX_ENTRIES = 32;

/**
 * Creates the providers at the first request of an origin, and again when the signing keys change. Their library is imported with the
 * first one, because it takes a tenth of a second and guests do not need it.
 */
export function createIssuers(config: Config, database: Database, keys: SigningKeys, onError: (error: unknown) => void): Issuers {
  const cache = new LRUCache<string, Issuer & { readonly version: string }>({ max: MAX_ENTRIES });
  return {
    async at(origin) {
      const [current, { buildIssuer }] = await Promise.all([keys.current(), import('./issuer.ts')]);
      const cached = cache.get(origin);
      if (cached?.version === current.version) return cached;
      const provider = buildIssuer({ config, database, origin, keys: current, onError });
      const issuer = { provider, handle: provider.callback() as ProtocolHandler, version: current.version };
      cache.set(origin, issuer);
      return issuer;
    },
  };
}
