/** Opens and serves the whole shop, for `npm start`, `npm run dev` and tests. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { CATALOGUE_CHANGED } from '#domains/catalogue/server/import/import-log.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { CONTENT_CHANGED } from '#domains/content/server/page.repository.ts';
import { createPageStore } from '#domains/content/server/page-store.ts';
import { KEYS_CHANGED } from '#domains/customers/identity/server/signing-key.repository.ts';
import { buildIndexInChildProcess } from '#domains/discovery/search/server/index-build-client.ts';
import { type IndexServiceOptions, openSearchIndexes } from '#domains/discovery/search/server/index-service.ts';
import { NO_INDEXES } from '#domains/discovery/search/server/no-indexes.ts';
import { searchKeys } from '#domains/discovery/search/server/search-keys.ts';
import { SETTINGS_CHANGED } from '#domains/settings/server/setting.repository.ts';
import { onSiteChanged, openSettings } from '#domains/settings/server/settings-store.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { createFirstRunLink } from '#domains/staff/server/accept-invitation.ts';
import { countWebProcesses, watchWebProcesses } from '#domains/system/model/web-processes.ts';
import { startHeartbeat } from '#domains/system/server/heartbeat.ts';
import type { RunningProcess } from '#domains/system/server/process.repository.ts';
import { type Listener, listen } from '#lib/db/listen.ts';
import { type Database, isDatabaseUnavailable } from '#lib/db/pool.ts';
import { type ProcessTask, runsTask } from '#lib/process-roles.ts';
import { createRetriedRefresh } from '#lib/retried-refresh.ts';
import type { Config } from '#lib/server/config.ts';
import { type Jobs, startJobs } from '#lib/server/jobs.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { startTelemetry } from '#lib/server/telemetry/telemetry.ts';
import { createJobFailures } from '#server/jobs/job-failures.ts';
import { logQueuedMail } from '#server/jobs/log-queued-mail.ts';
import { QUEUE_NAMES } from '#server/jobs/queue-workers.ts';
import { startBackground } from '#server/jobs/scheduler.ts';
import { countPurged } from '#server/metrics/process-metrics.ts';
import type { Renderer } from '#server/page-cache/page-renderer.ts';
import { buildServer, type DevelopmentServer, type ShopServer } from './create-app.ts';
import { buildProbeServer, type ProbeServer } from './create-probe-app.ts';
import { type AppServices, createServices } from './create-services.ts';
import { officeOrigin } from './office/office-origin.ts';
import { ownProcess, SHOP_VERSION } from './own-process.ts';

export interface RunningServer {
  readonly services: AppServices;
  readonly server: ShopServer | ProbeServer;
  /** The port it listens on. */
  readonly port: number;
  /** Origin of the office as this machine reaches it; null if the process serves no office. */
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
  /** False in tests that run the jobs of imports themselves, those of the watched folder too. */
  readonly worksOnImports?: boolean;
}

/** Runs the jobs of the process. Failures are logged and reported. @returns a function that stops them */
async function startJobsOf(
  services: AppServices,
  jobs: Jobs,
  { renderMail }: Pick<Renderer, 'renderMail'>,
  log: FastifyBaseLogger,
  worksOnImports: boolean,
): Promise<() => Promise<void>> {
  const failures = createJobFailures(log, services.errors);
  const stop = await startBackground(services, jobs, renderMail, {
    onError: failures.report,
    onPurged(job, rows) {
      countPurged(job, rows);
      if (rows > 0) log.info({ job, rows }, 'Deleted old rows');
    },
    worksOnImports,
  });
  return async () => {
    await stop();
    failures.expectInterruptions();
  };
}

/** Milliseconds between attempts to refresh what a process has in memory while the database is unavailable. */
const REFRESH_PAUSE_MS = 500;

interface Followed {
  readonly channel: string;
  readonly refresh: () => void;
}

/** Refreshes what a process has in memory when another process changes it, and all of it when notifications may have been lost. */
const followChanges = (database: Database, followed: readonly Followed[]): Promise<Listener> =>
  listen(
    database,
    followed.map(({ channel }) => channel),
    (changed) => followed.find(({ channel }) => channel === changed)?.refresh(),
    () => {
      for (const { refresh } of followed) refresh();
    },
  );

/**
 * Serves what the role of the process serves, over an open, migrated database, and runs its tasks (`PROCESS_TASKS`).
 * @throws Error if another program uses the port
 */
export async function startServer(
  config: Config,
  database: Database,
  renderer: Renderer,
  root: string,
  { development, search: searchOptions = {}, worksOnImports = true }: StartOptions = {},
): Promise<RunningServer> {
  const runs = (task: ProcessTask): boolean => runsTask(config.SHOP_ROLE, task);
  const path = join(config.DATA_DIR, 'search-index.snapshot');
  let log: FastifyBaseLogger | null = null;
  /** Logs what went wrong beside requests and jobs. Until the server is built there is no logger. */
  const logFailure = (what: string, error: unknown): void => {
    const message = `${what}: ${error instanceof Error ? error.message : String(error)}`;
    if (log === null) console.error(message);
    else log.error({ err: error }, message);
  };
  const telemetry = await startTelemetry(config, SHOP_VERSION, (error) => logFailure('Telemetry', error));
  const [jobs, search, content, searchSecret, settings] = await Promise.all([
    startJobs(database, QUEUE_NAMES, (error) => logFailure('Jobs', error), {
      hasSchedules: runs('jobs'),
      statementFor: logQueuedMail,
    }),
    runs('catalogue')
      ? openSearchIndexes({
          feed: catalogueFeed(database, pictureVersion),
          rebuildIndexes: buildIndexInChildProcess(database.connectionString, path),
          snapshot: { path },
          onError: (error) => logFailure('Search', error),
          ...searchOptions,
        })
      : NO_INDEXES,
    createPageStore(database),
    sharedSecret(database, 'search keys'),
    openSettings(database, {
      start: startValuesOf(config),
      onError: (message) => (log === null ? console.error(message) : log.error(message)),
    }),
  ]);
  const services = await createServices(
    config,
    database,
    jobs,
    { search, content, settings, renderMail: renderer.renderMail, searchKeys: searchKeys(searchSecret) },
    pictureVersion,
    (error) => logFailure('Identity', error),
  );
  const server = runs('pages')
    ? await buildServer(services, { render: renderer.render, pages: renderer.pages, root, ...(development ? { development } : {}) })
    : buildProbeServer(services);
  log = server.app.log;
  const endBackground = runs('jobs') ? await startJobsOf(services, jobs, renderer, server.app.log, worksOnImports) : () => jobs.stop();
  const clearPages = (): void => server.pages?.clear();
  // Lists are rendered from the indexes. Pages are cleared after the indexes have changed, or a stale list would be cached again.
  search.onChange((isLargeChange) => (isLargeChange ? server.pages?.clearGradually() : clearPages()));
  content.onChange(clearPages);
  onSiteChanged(
    settings,
    () => services.config.sites,
    (site) => server.pages?.clearSite(site.id),
  );
  // Cached pages are served as they are until the database is available: new ones cannot be rendered.
  const refreshing = (refresh: () => Promise<unknown>): (() => void) =>
    createRetriedRefresh(refresh, {
      shouldRetry: (error) => isDatabaseUnavailable(error) && !server.stopping.isStopping(),
      pause: () => sleep(REFRESH_PAUSE_MS, undefined, { ref: false }),
      onFailure: clearPages,
    });
  /** Clears the pages even if no index has changed: they also show data that no index contains. */
  const refreshCatalogue = async (): Promise<void> => {
    if (!(await search.refresh())) clearPages();
  };
  const listener = await followChanges(database, [
    ...(runs('catalogue') ? [{ channel: CATALOGUE_CHANGED, refresh: refreshing(refreshCatalogue) }] : []),
    ...(runs('settings') ? [{ channel: SETTINGS_CHANGED, refresh: refreshing(() => settings.refresh()) }] : []),
    ...(runs('pages') ? [{ channel: KEYS_CHANGED, refresh: services.identity.refreshKeys }] : []),
    ...(runs('content') ? [{ channel: CONTENT_CHANGED, refresh: refreshing(() => content.refresh()) }] : []),
  ]);
  await server.app.listen({ port: config.PORT, host: config.HOST });
  await telemetry.sendMetrics(server.readMetrics);
  const compareWebProcesses = watchWebProcesses(config.WEB_PROCESSES, (message) => server.app.log.warn(message));
  // A worker may run without WEB_PROCESSES.
  const onReported = runs('pages') ? (running: readonly RunningProcess[]) => compareWebProcesses(countWebProcesses(running)) : null;
  const endHeartbeat = runs('heartbeat') ? await startHeartbeat(database, ownProcess(config.SHOP_ROLE), onReported) : async () => {};
  const address = server.app.server.address();
  const stop = async (): Promise<void> => {
    // No balancer has to notice that a worker stops.
    const drainMs = runs('pages') ? config.SHUTDOWN_DRAIN_SECONDS * 1_000 : 0;
    const timeoutMs = config.SHUTDOWN_TIMEOUT_SECONDS * 1_000;
    // Fails `/readyz` at once: the end of the heartbeat is written to the database, which may be away. Leaves the rest of the time to jobs
    // and the database.
    const served = server.stopping.stop({ drainMs, graceMs: timeoutMs - Math.min(5_000, timeoutMs / 4) });
    await Promise.all([served, endHeartbeat()]);
    await endBackground();
    await listener.close();
    await search.close();
    content.close();
    settings.close();
    await telemetry.close();
  };
  let stopped: Promise<void> | null = null;
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const origin =
    runs('pages') && config.OFFICE_URL !== null
      ? officeOrigin(config.OFFICE_URL, { host: `${new URL(config.OFFICE_URL).hostname}:${port}` })
      : null;
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
