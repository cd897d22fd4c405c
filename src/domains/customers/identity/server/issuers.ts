/** OpenID providers by origin [ID-5]. Created at the first request and again when keys change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { buildIssuer } from './issuer.ts';
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

export function issuers(config: Config, database: Database, keys: SigningKeys, onError: (error: unknown) => void): Issuers {
  const kept = new Map<string, Issuer & { readonly version: string }>();
  return {
    async at(origin) {
      const current = await keys.current();
      let found = kept.get(origin);
      kept.delete(origin);
      if (!found || found.version !== current.version) {
        const provider = buildIssuer({ config, database, origin, keys: current, onError: onError });
        found = { provider, handle: provider.callback() as ProtocolHandler, version: current.version };
      }
      kept.set(origin, found);
      const [oldest] = kept.keys();
      if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
      return found;
    },
  };
}
