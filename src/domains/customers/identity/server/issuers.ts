/** OpenID providers, one per origin [ID-5]. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type Provider from 'oidc-provider';
import type { KeySet, SigningKeys } from './signing-keys.ts';

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
 * Creates the providers at the first request of an origin, and again when the signing keys or the origins that they redirect to change.
 * `build` imports their library, because that takes a tenth of a second and guests do not need it.
 */
export function createIssuers(
  keys: SigningKeys,
  originsOf: (origin: string) => readonly string[],
  build: (origin: string, keys: KeySet) => Promise<Provider>,
): Issuers {
  const cache = new LRUCache<string, Issuer & { readonly version: string }>({ max: MAX_ENTRIES });
  return {
    async at(origin) {
      const current = await keys.current();
      const cached = cache.get(origin);
      const version = [current.version, ...originsOf(origin)].join(' ');
      if (cached?.version === version) return cached;
      const provider = await build(origin, current);
      const issuer = { provider, handle: provider.callback() as ProtocolHandler, version };
      cache.set(origin, issuer);
      return issuer;
    },
  };
}
