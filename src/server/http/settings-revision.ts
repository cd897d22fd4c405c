/** Tells browsers whose page was made with other settings that there are newer ones. Clients that name no revision are told nothing. */
import type { FastifyInstance } from 'fastify';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Config } from '#lib/server/config.ts';
import { revisionIn, SETTINGS_REVISION, siteOf } from './request-context.ts';

/** Adds the current revision to the response of each request that names another one. */
export function nameNewerRevision(
  app: FastifyInstance,
  { config, settings }: { readonly config: Config; readonly settings: Settings },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const named = revisionIn(request);
    if (named === null) return;
    const current = settings.current().revision(siteOf(config, request));
    if (named !== current) reply.header(SETTINGS_REVISION, current);
  });
}
