/** Opens and serves the whole shop, for `npm start`, `npm run dev` and tests. */

import { join } from 'node:path';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { CATALOGUE_CHANGED } from '#domains/catalogue/server/import/import-log.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { CONTENT_CHANGED } from '#domains/content/server/page.repository.ts';
import { createPageStore } from '#domains/content/server/page-store.ts';
import { buildIndexInChildProcess } from '#domains/discovery/search/server/index-build-client.ts';
import { type IndexServiceOptions, openSearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { searchKeys } from '#domains/discovery/search/server/search-keys.ts';
import { SETTINGS_CHANGED } from '#domains/settings/server/setting.repository.ts';
import { onSiteChanged, openSettings } from '#domains/settings/server/settings-store.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { createFirstRunLink } from '#domains/staff/server/accept-invitation.ts';
import { listen } from '#lib/db/listen.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Config } from '#lib/server/config.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { purgedRows } from '#server/http/metrics.ts';
import { logQueuedMail } from '#server/jobs/log-queued-mail.ts';
import { QUEUE_NAMES, startBackground } from '#server/jobs/scheduler.ts';
import type { Renderer } from '#server/page-cache/page-renderer.ts';
import { buildServer, type DevelopmentServer, type ShopServer } from './create-app.ts';
import { type AppServices, createServices } from './create-services.ts';
import { officeOrigin } from './office/office-origin.ts';

export interface RunningServer {
  readonly services: AppServices;
  readonly server: ShopServer;
  /** The port it listens on. */
  readonly port: number;
  /** Origin of the office as this machine reaches it; null if the shop serves no office. */
  readonly officeOrigin: string | null;
  /** Creates the link for the first owner. @returns null if there are staff, or no office */
  createFirstRunLink(): Promise<string | null>;
  /** Stops accepting requests, waits for running ones up to a timeout and stops jobs. Does not close the database. Safe to call again. */
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly development?: DevelopmentServer;
  /** How the search indexes are built, for tests. */
  readonly search?: Partial<Pick<IndexServiceOptions, 'rebuildIndexes' | 'maxOffersAtStart'>>;
  /** False in tests that run the jobs of imports themselves. */
  readonly worksOnImports?: boolean;
}

/**
 * Serves the shop over an open, migrated database.
 * @throws Error if another program uses the port
 */
export async function startServer(
  config: Config,
  database: Database,
  renderer: Renderer,
  root: string,
  { development, search: searchOptions = {}, worksOnImports = true }: StartOptions = {},
): Promise<RunningServer> {
  const path = join(config.DATA_DIR, 'search-index.snapshot');
  const [jobs, search, content, searchSecret, settings] = await Promise.all([
    startJobs(database, QUEUE_NAMES, (error) => console.error(`Jobs: ${error.message}`), {
      hasSchedules: true,
      statementFor: logQueuedMail,
    }),
    openSearchIndexes({
      feed: catalogueFeed(database, pictureVersion),
      rebuildIndexes: buildIndexInChildProcess(database.connectionString, path),
      snapshot: { path },
      onError: (error) => console.error(`Search: ${error instanceof Error ? error.message : error}`),
      ...searchOptions,
    }),
    createPageStore(database),
    sharedSecret(database, 'search keys'),
    openSettings(database, { start: startValuesOf(config) }),
  ]);
  const services = await createServices(
    config,
    database,
    jobs,
    { search, content, settings, searchKeys: searchKeys(searchSecret) },
    pictureVersion,
  );
  const server = await buildServer(services, {
    render: renderer.render,
    pages: renderer.pages,
    root,
    ...(development ? { development } : {}),
  });
  const onJobError = (what: string, error: unknown): void => {
    server.app.log.error({ err: error }, what);
    services.errors.report(error, { component: 'background', action: what });
  };
  const onPurged = (job: string, rows: number): void => {
    purgedRows.inc({ job }, rows);
    if (rows > 0) server.app.log.info({ job, rows }, 'Deleted old rows');
  };
  const endBackground = await startBackground(services, jobs, renderer.renderMail, { onError: onJobError, onPurged, worksOnImports });
  const clearPages = (): void => server.pages.clear();
  // Lists are rendered from the indexes. Pages are cleared after the indexes have changed, or a stale list would be cached again.
  search.onChange((isLargeChange) => (isLargeChange ? server.pages.clearGradually() : clearPages()));
  content.onChange(clearPages);
  onSiteChanged(settings, config.sites, (site) => server.pages.clearSite(site.id));
  const refreshByChannel: Record<string, () => void> = {
    // Clears the pages even if no index has changed: they also show data that no index contains.
    [CATALOGUE_CHANGED]: () => void search.refresh().then((hasChanged) => hasChanged || clearPages(), clearPages),
    [SETTINGS_CHANGED]: () => void settings.refresh().catch(clearPages),
    [CONTENT_CHANGED]: () => void content.refresh().catch(clearPages),
  };
  const listener = await listen(
    database,
    Object.keys(refreshByChannel),
    (channel) => refreshByChannel[channel]?.(),
    () => {
      for (const refresh of Object.values(refreshByChannel)) refresh();
    },
  );
  await server.app.listen({ port: config.PORT, host: config.HOST });
  const address = server.app.server.address();
  const stop = async (): Promise<void> => {
    const drainMs = config.SHUTDOWN_DRAIN_SECONDS * 1_000;
    const timeoutMs = config.SHUTDOWN_TIMEOUT_SECONDS * 1_000;
    // Leaves the rest of the time to jobs and the database.
    await server.stopping.stop({ drainMs, graceMs: timeoutMs - Math.min(5_000, timeoutMs / 4) });
    await endBackground();
    await listener.close();
    await search.close();
    content.close();
    settings.close();
  };
  let stopped: Promise<void> | null = null;
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const origin = config.OFFICE_URL && officeOrigin(config.OFFICE_URL, { host: `${new URL(config.OFFICE_URL).hostname}:${port}` });
  return {
    services,
    server,
    port,
    officeOrigin: origin,
    createFirstRunLink: async () => (origin === null ? null : createFirstRunLink(services.staff, origin)),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
