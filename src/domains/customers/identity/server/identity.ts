/** Wires the identity service: keys, issuers, token verification and social sign-in. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { allowCrossOrigin, allowedOrigins, isBuiltInIdentity } from './allowed-origins.ts';
import { type Authentication, authentication } from './authenticate.ts';
import { browserSessions } from './browser-session.ts';
import { customerById } from './customer.repository.ts';
import type { QueueIdentityMail } from './hosted/identity-mail.ts';
import { serveHosted } from './hosted/serve-hosted.ts';
import { type SocialSignIn, socialSignIn } from './hosted/social.ts';
import { createIssuers, type Issuers } from './issuers.ts';
import { OFFICE_CLIENT, officeClientSecret } from './office-identity.ts';
import { serveProtocol } from './serve-protocol.ts';
import { signingKeys } from './signing-keys.ts';
import { verifyTokens } from './verify-token.ts';

export interface Identity {
  readonly auth: Authentication;
  readonly issuers: Issuers;
  /** Providers at the office's origin, which know staff only. */
  readonly officeIssuers: Issuers;
  /** Client id and secret of the office at its own provider. */
  readonly officeClient: () => Promise<{ readonly id: string; readonly secret: string }>;
  readonly social: SocialSignIn;
  readonly queueMail: QueueIdentityMail;
  /** Reads the keys again, because they were revoked. */
  readonly refreshKeys: () => void;
}

/** Creates the parts of the identity service over the database. */
export function openIdentity(
  config: Config,
  database: Database,
  queueMail: QueueIdentityMail,
  onError: (error: unknown) => void,
): Identity {
  const keys = signingKeys(database);
  return {
    auth: authentication(verifyTokens(config, database, keys), (id) => customerById(database, id)),
    issuers: createIssuers(
      keys,
      (origin) => allowedOrigins(config, origin),
      async (origin, current) => {
        const { buildIssuer } = await import('./issuer.ts');
        return buildIssuer({ config, database, origin, keys: current, onError });
      },
    ),
    officeIssuers: createIssuers(
      keys,
      () => [],
      async (origin, current) => {
        const { buildOfficeIssuer } = await import('./office-issuer.ts');
        return buildOfficeIssuer({ database, origin, keys: current, clientSecret: officeClientSecret(current), onError });
      },
    ),
    officeClient: async () => ({ id: OFFICE_CLIENT, secret: officeClientSecret(await keys.current()) }),
    social: socialSignIn(config, database, keys),
    queueMail,
    refreshKeys: keys.refresh,
  };
}

export interface RequestReaders {
  readonly originOf: (request: FastifyRequest) => string;
  /** Returns true if the form was sent from another site. */
  readonly isForeign: (request: FastifyRequest) => boolean;
}

/** Serves the protocol and the forms of the hosted pages. Does nothing if an external identity service does that. */
export function serveIdentity(app: FastifyInstance, config: Config, database: Database, identity: Identity, readers: RequestReaders): void {
  if (!isBuiltInIdentity(config)) return;
  allowCrossOrigin(app, config, readers.originOf);
  const sessions = browserSessions(database, identity.issuers, readers.originOf);
  serveProtocol(app, { config, issuers: identity.issuers, sessions, originOf: readers.originOf });
  serveHosted(app, { config, database, sessions, social: identity.social, queueMail: identity.queueMail, ...readers });
}
