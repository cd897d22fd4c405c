/** The identity service as the shop opens it: keys, providers, token verification and sign-in through other services. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { isBuiltInIdentity } from './allowed-origins.ts';
import { type Authentication, authentication } from './authenticate.ts';
import { browserSessions } from './browser-session.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import type { QueueIdentityMail } from './identity-mail.ts';
import { type Issuers, issuers } from './issuers.ts';
import { serveHosted } from './serve-hosted.ts';
import { serveProtocol } from './serve-protocol.ts';
import { signingKeys } from './signing-keys.ts';
import { type SocialSignIn, socialSignIn } from './social.ts';
import { verifyTokens } from './verify-token.ts';

export interface Identity {
  readonly auth: Authentication;
  readonly issuers: Issuers;
  readonly social: SocialSignIn;
  readonly queueMail: QueueIdentityMail;
}

export function openIdentity(
  config: Config,
  database: Database,
  queueMail: QueueIdentityMail,
  onError: (error: unknown) => void,
): Identity {
  const keys = signingKeys(database);
  return {
    auth: authentication(verifyTokens(config, database, keys)),
    issuers: issuers(config, database, keys, onError),
    social: socialSignIn(config, database, keys),
    queueMail,
  };
}

export interface RequestReaders {
  readonly originOf: (request: FastifyRequest) => string;
  /** Whether a form comes from another site. */
  readonly isForeign: (request: FastifyRequest) => boolean;
}

/** Serve the provider and the forms of the hosted pages, unless an identity service elsewhere does. */
export function serveIdentity(app: FastifyInstance, config: Config, database: Database, identity: Identity, readers: RequestReaders): void {
  if (!isBuiltInIdentity(config)) return;
  allowCrossOrigin(app, config, readers.originOf);
  const sessions = browserSessions(database, identity.issuers, readers.originOf);
  serveProtocol(app, { config, issuers: identity.issuers, sessions, originOf: readers.originOf });
  serveHosted(app, { config, database, sessions, social: identity.social, queueMail: identity.queueMail, ...readers });
}

/** Forget what has ended: records of the protocol, links, codes, counted attempts. */
export async function purgeExpired(database: Database): Promise<void> {
  await database.execute({ text: 'delete from oidc_records where expires_at < now()' });
  await database.execute({ text: "delete from one_time_links where expires_at < now() - interval '1 day'" });
  await database.execute({ text: 'delete from email_changes where expires_at < now()' });
  await database.execute({ text: 'delete from attempts where window_ends_at < now()' });
  await database.execute({ text: "delete from sign_ins where last_seen_at < now() - interval '90 days'" });
}
