/** Builds the web server: one Fastify instance with every endpoint, page and file. Tests build the same one. */

import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serveUnsubscribe } from '#domains/customers/consent/server/serve-unsubscribe.ts';
import { UNSUBSCRIBE_LINKS } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { isBuiltInIdentity } from '#domains/customers/identity/server/allowed-origins.ts';
import { serveIdentity } from '#domains/customers/identity/server/identity.ts';
import { hostedSearchOrigin, insightsOrigin } from '#domains/discovery/search/server/hosted-search-config.ts';
import { serveSearchWire } from '#domains/discovery/search/server/serve-wire.ts';
import { analyticsOrigins } from '#domains/outbound/analytics/server/analytics-service.ts';
import { serveCollector } from '#domains/outbound/analytics/server/collector.ts';
import { ClientQuotaReached } from '#domains/outbound/analytics/server/event.repository.ts';
import { serveNotices } from '#domains/outbound/error-reports/server/serve-notices.ts';
import { oneSignalOrigins, serveOneSignalWorker } from '#domains/outbound/push/server/onesignal.ts';
import { confirmPaymentByOrderId } from '#domains/selling/checkout/server/order-payment.ts';
import { findOwnOrder } from '#domains/selling/claims/server/order-access.ts';
import { handleGatewayDispute } from '#domains/selling/orders/server/disputes.ts';
import { createDocumentShopOf } from '#domains/selling/orders/server/document-shop-of.ts';
import { createExpectedDelivery } from '#domains/selling/orders/server/expected-delivery.ts';
import { serveCarrierWebhooks } from '#domains/selling/orders/server/tracking/serve-carrier-webhooks.ts';
import { PaymentAlertRaised } from '#domains/selling/payments/port/server/payment.repository.ts';
import { serveGatewayWebhooks } from '#domains/selling/payments/server/gateways.ts';
import { CARRIERS } from '#domains/settings/model/groups/carriers.ts';
import { IDENTITY } from '#domains/settings/model/groups/identity.ts';
import { marketShopName } from '#domains/settings/server/mail-texts.ts';
import { respondOnce } from '#lib/db/stored-answers.ts';
import { RETRY_AFTER_SECONDS, toCommonError } from '#lib/http/api-error.ts';
import type { FetchMetadata } from '#lib/http/cross-site.ts';
import { registerEndpoints } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import type { ReadMetrics } from '#lib/server/telemetry/telemetry.ts';
import { MARKETS } from '#markets/market.ts';
import type { PageContext } from '#routes/page-context.ts';
import type { PageTable } from '#routes/page-handle.ts';
import { serveFeeds } from '#server/feeds/product-feed.ts';
import { serveSitemap } from '#server/feeds/sitemap-routes.ts';
import { saveInsights } from '#server/feeds/store-insights.ts';
import { nameCacheKeys } from '#server/http/cache-key-header.ts';
import { sharedCallLimits } from '#server/http/call-limits.ts';
import { claimedCustomer } from '#server/http/claimed-customer.ts';
import { closeUntilSettled } from '#server/http/closed-shop.ts';
import { createHttpServer } from '#server/http/create-http-server.ts';
import { allowCallsFrom } from '#server/http/cross-origin-calls.ts';
import { describeTraces } from '#server/http/describe-traces.ts';
import { directTransport } from '#server/http/direct-transport.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { fastifyOptions, limitRequests, refuseMalformed } from '#server/http/fastify-options.ts';
import { fetchMetadata, isRefused } from '#server/http/fetch-metadata.ts';
import { redirectFormerHosts } from '#server/http/former-hosts.ts';
import { serveHostProof } from '#server/http/host-proof.ts';
import { createRegistry, indexedOffers, measureShop } from '#server/http/metrics.ts';
import { openApi } from '#server/http/open-api.ts';
import { serveOwnIcons } from '#server/http/own-icons.ts';
import { callContextOf, isKnownOrigin, originOf, siteOf } from '#server/http/request-context.ts';
import { respondToUnparsed, sendError } from '#server/http/send-refusal.ts';
import { serveClaimPhotos } from '#server/http/serve-claim-photos.ts';
import { serveMailReports } from '#server/http/serve-mail-reports.ts';
import { serveOrderFiles } from '#server/http/serve-order-files.ts';
import { serveProbes, waitForLists } from '#server/http/serve-probes.ts';
import { serveSecurity } from '#server/http/serve-security.ts';
import { isServedUnderPressure } from '#server/http/served-under-pressure.ts';
import { nameNewerRevision } from '#server/http/settings-revision.ts';
import { serveFiles } from '#server/http/static-routes.ts';
import { warnOfUnknownHosts } from '#server/http/unknown-hosts.ts';
import { systemDepsOf } from '#server/jobs/scheduler.ts';
import { createMetricsReader } from '#server/metrics/metrics-reader.ts';
import { homeTextsOf } from '#server/page-cache/home-texts.ts';
import { createLayoutDataReader } from '#server/page-cache/layout-data.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import { previewIn, withHome } from '#server/page-cache/page-preview.ts';
import type { Render } from '#server/page-cache/page-renderer.ts';
import { servePages } from '#server/page-cache/page-routes.ts';
import { servePhotos } from '#server/page-cache/photo-routes.ts';
import { servePictures } from '#server/page-cache/picture-routes.ts';
import { serveThemes } from '#server/page-cache/theme-routes.ts';
import type { AppServices } from './create-services.ts';
import { endpoints } from './endpoints.ts';
import { type GracefulStop, gracefulStop } from './graceful-stop.ts';
import { type AttachOffice, createOfficeApp } from './office/create-office-app.ts';
import { officeOrigin } from './office/office-origin.ts';
import { createShopGate } from './shop-gate.ts';

/** What development adds: Vite's files, uncached pages, and looser script rules for hot reload. */
export interface DevelopmentServer {
  readonly attach: (app: FastifyInstance) => void;
  /** Serves the sources of the office on its host. */
  readonly attachOffice?: AttachOffice;
}

export interface ServerOptions {
  readonly render: Render;
  readonly pages: PageTable;
  /** The project's root folder, which contains build/. */
  readonly root: string;
  readonly development?: DevelopmentServer;
}

export interface ShopServer {
  readonly app: FastifyInstance;
  /** The instance of the office's host; null if the shop serves no office. */
  readonly office: FastifyInstance | null;
  readonly pages: PageCache;
  readonly stopping: GracefulStop;
  readonly readMetrics: ReadMetrics;
}

/** Builds the server over open services. Does not listen yet. */
export async function buildServer(services: AppServices, { render, pages, root, development }: ServerOptions): Promise<ShopServer> {
  const { config } = services;
  const office = config.OFFICE_URL === null ? null : await createOfficeApp(services, config.OFFICE_URL, root, development?.attachOffice);
  const app = Fastify({
    ...fastifyOptions(config),
    serverFactory: (shop) => createHttpServer(config, shop, office),
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => respondToUnparsed(error, socket, services.staff.shopName),
  });
  app.decorate('shopNameFor', (request: FastifyRequest) => services.settings.current().read(IDENTITY, siteOf(config, request).id).name);
  const stopping = gracefulStop(app, office);
  registerErrorHandler(app, (error, action) => services.errors.report(error, { component: 'call', action }));

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await limitRequests(app, config, services.database);
  await app.register(underPressure, {
    maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: (request, reply) => {
      if (!isServedUnderPressure(request.url))
        void sendError(request, reply.header('retry-after', RETRY_AFTER_SECONDS), toCommonError('busy'));
    },
  });
  refuseMalformed(app);
  nameCacheKeys(app, config);
  const routeOf = (request: FastifyRequest, route: string): string =>
    route === '/*' ? `/${pages.find(request.url.split('?', 1)[0] ?? '/').path}` : route;
  describeTraces(app, (request, route) => {
    const { id: site, market } = siteOf(config, request);
    const attributes = { 'cellardoor.site': site, 'cellardoor.market': market };
    return { route: routeOf(request, route), attributes };
  });
  serveSecurity(app, services.configNow, pages);
  redirectFormerHosts(app, config);
  warnOfUnknownHosts(app, config);
  const gate = createShopGate(services);
  closeUntilSettled(app, gate);
  serveOwnIcons(app, services);
  if (config.DEMO) app.addHook('onSend', async (_request, reply) => void reply.header('x-robots-tag', 'noindex'));
  if (config.API_DOCS) await openApi(app);

  const cache = new PageCache(config.PAGE_CACHE_MAX_MB * 1_048_576);
  const system = systemDepsOf(services);
  const registry = createRegistry(config.SHOP_ROLE, system);
  measureShop(app, {
    registry,
    pages: cache,
    search: services.search,
    office,
    routeOf,
    isOpen: () => gate.closedText() === null && gate.findMissing().length === 0,
  });
  const readMetrics = createMetricsReader(system, registry);
  serveProbes(app, {
    database: services.database,
    readMetrics,
    token: config.METRICS_TOKEN,
    isStopping: stopping.isStopping,
    isPreparing: waitForLists(config.SHOP_ROLE, services.search),
    details: () => ({
      search: Object.fromEntries(MARKETS.map((market) => [market, indexedOffers(services.search, market)])),
      lists: services.search.isReady ? 'ready' : 'preparing',
    }),
  });

  serveHostProof(app, services.database);

  const isForeign = (request: FastifyRequest, metadata: FetchMetadata): boolean =>
    isRefused(request, metadata, (origin) => isKnownOrigin(config, request, origin));
  nameNewerRevision(app, services);
  const bound = endpoints(services);
  await allowCallsFrom(app, config, new Set(bound.map(({ spec }) => spec.path)));
  registerEndpoints(
    app,
    bound,
    (request) => callContextOf(config, services.settings, request),
    (request) => isForeign(request, fetchMetadata(request)),
    {
      authenticate: (context) => services.auth.customer(context),
      authorize: async (context, spec, input) => services.auth.claimed(context, await claimedCustomer(services.database, spec, input)),
    },
    (once, run) => respondOnce(services.database, once, run),
    sharedCallLimits(services.database, config.WEB_PROCESSES),
  );

  serveIdentity(app, config, services.database, services.identity, {
    originOf: (request) => originOf(config, request),
    // A form post is a navigation, so the mode does not tell where it came from.
    isForeign: (request) => isForeign(request, { ...fetchMetadata(request), mode: undefined }),
  });

  await serveGatewayWebhooks(app, services, {
    onPayment: (orderId) => confirmPaymentByOrderId(services.checkoutDeps, orderId),
    // The alert is stored and reported, so the gateway need not send the event again.
    onDispute: (dispute) =>
      handleGatewayDispute(services.database, dispute).catch((error: unknown) => {
        if (!(error instanceof PaymentAlertRaised)) throw error;
        services.errors.report(error, { component: 'payments', action: 'dispute' });
      }),
  });

  await serveCarrierWebhooks(app, {
    database: services.database,
    settingsOf: (market) => services.settings.current().read(CARRIERS, market),
  });

  if (config.MAIL_WEBHOOK_SECRET) await serveMailReports(app, services.database, config.MAIL_WEBHOOK_SECRET);

  serveClaimPhotos(app, {
    database: services.database,
    contextOf: (request) => callContextOf(config, services.settings, request),
    findOrder: findOwnOrder(services.database, services.auth),
    isUnsafe: (request) => isForeign(request, fetchMetadata(request)),
  });
  serveOrderFiles(app, {
    database: services.database,
    config,
    documentShopOf: createDocumentShopOf(services.settings, config),
    expectedDelivery: createExpectedDelivery(services),
    shopNameOf: (market) => marketShopName(services.settings.current(), config.sites, market),
  });
  serveUnsubscribe(app, {
    database: services.database,
    secret: () => sharedSecret(services.database, UNSUBSCRIBE_LINKS),
    marketOf: (request) => siteOf(config, request).market,
  });

  serveNotices(app, services.errors, (request, origin) => isKnownOrigin(config, request, origin));

  serveSearchWire(app, {
    indexes: services.search,
    keys: services.searchKeys,
    insights: {
      save: (market, events, sender) =>
        void saveInsights(services.events, market, events, sender).catch(
          (error) => error instanceof ClientQuotaReached || app.log.warn({ err: error }, 'insights'),
        ),
      waitOf: services.events.waitOf,
    },
    estimates: services.estimates,
    isAllowedOrigin: (request, origin) => isKnownOrigin(config, request, origin),
    marketOf: (request) => siteOf(config, request).market,
  });

  serveCollector(app, {
    store: services.events,
    writeKey: config.ANALYTICS_WRITE_KEY,
    marketOf: (request) => siteOf(config, request).market,
    isAllowedOrigin: (request, origin) => isKnownOrigin(config, request, origin),
  });

  if (development) development.attach(app);
  else await serveFiles(app, services.database, root);
  servePictures(app, services);
  servePhotos(app, services);
  serveThemes(app);
  serveFeeds(app, services);
  serveOneSignalWorker(app, config);
  serveSitemap(app, services, pages.pages);
  const readLayout = createLayoutDataReader(services, pages.unprefetched);
  servePages(app, {
    cache,
    render,
    pages,
    isComplete: () => services.search.isReady,
    policy: () => ({
      development: development !== undefined,
      identity: isBuiltInIdentity(config) ? null : (config.IDENTITY_URL ?? null),
      search: [...new Set([hostedSearchOrigin(config), insightsOrigin(config)])].filter((origin) => origin !== null),
      external: [analyticsOrigins(config), oneSignalOrigins(config)],
    }),
    previewOf: (request) => previewIn(services, request.query),
    officeOf: (request) => (config.OFFICE_URL === null ? null : officeOrigin(config.OFFICE_URL, request)),
    contextOf: (request, preview): PageContext => {
      const full = callContextOf(config, services.settings, request);
      // A shared page is rendered for a guest. Of the request only site and origin are used.
      const guest: CallContext = {
        site: full.site,
        terms: full.terms,
        outdatedTerms: null,
        origin: full.origin,
        ip: '',
        edgeRegion: null,
        isLocal: full.isLocal,
        requestId: full.requestId,
        idempotencyKey: null,
        ifMatch: null,
        bearer: null,
      };
      return {
        site: full.site,
        origin: full.origin,
        transport: directTransport(bound, guest),
        layout: readLayout(full.site, full.origin, preview),
        home: homeTextsOf(withHome(services.content, preview?.home ?? null), full.site),
        redirectAt: (path) => services.content.redirectAt(path, full.site),
        withDevPages: config.DEV_PAGES && full.isLocal,
        onError: (error) => services.errors.report(error, { component: 'page', action: 'render' }),
      };
    },
  });
  await office?.ready();
  return { app, office, pages: cache, stopping, readMetrics };
}
