/** Builds the web server: one Fastify instance with every endpoint, page and file. Tests build the same one. */

import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { serveUnsubscribe } from '#domains/customers/consent/server/serve-unsubscribe.ts';
import { UNSUBSCRIBE_LINKS } from '#domains/customers/consent/server/unsubscribe-token.ts';
import { isBuiltInIdentity } from '#domains/customers/identity/server/allowed-origins.ts';
import { serveIdentity } from '#domains/customers/identity/server/identity.ts';
import { hostedSearchOrigin, insightsOrigin } from '#domains/discovery/search/server/hosted-search-config.ts';
import { serveSearchWire } from '#domains/discovery/search/server/serve-wire.ts';
import { EVENT_QUOTA } from '#domains/outbound/analytics/model/collected-event.ts';
import { analyticsOrigins } from '#domains/outbound/analytics/server/analytics-service.ts';
import { serveCollector } from '#domains/outbound/analytics/server/collector.ts';
import { serveNotices } from '#domains/outbound/error-reports/server/serve-notices.ts';
import { oneSignalOrigins, serveOneSignalWorker } from '#domains/outbound/push/server/onesignal.ts';
import { confirmPaymentByOrderId } from '#domains/selling/checkout/server/order-payment.ts';
import { handleGatewayDispute } from '#domains/selling/orders/server/disputes.ts';
import { PaymentAlertRaised } from '#domains/selling/payments/port/server/payment.repository.ts';
import { serveGatewayWebhook } from '#domains/selling/payments/server/gateways.ts';
import { respondOnce } from '#lib/db/stored-answers.ts';
import { RETRY_AFTER_SECONDS, toCommonError } from '#lib/http/api-error.ts';
import { byteQuota } from '#lib/http/byte-quota.ts';
import { clientKey } from '#lib/http/client-key.ts';
import { type FetchMetadata, isUnsafeChange } from '#lib/http/cross-site.ts';
import { registerEndpoints } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { isWellFormedTarget, MALFORMED_TARGET, originForm } from '#lib/http/request-target.ts';
import { missingSettings } from '#lib/server/public-shop.ts';
import { logSecurityEvent, pseudonym } from '#lib/server/security-log.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import { isHostHeader } from '#markets/origins.ts';
import type { PageContext } from '#routes/page-context.ts';
import type { PageTable } from '#routes/page-handle.ts';
import { serveFeeds } from '#server/feeds/product-feed.ts';
import { serveSitemap } from '#server/feeds/sitemap-routes.ts';
import { saveInsights } from '#server/feeds/store-insights.ts';
import { claimedCustomer } from '#server/http/claimed-customer.ts';
import { closeUntilSettled } from '#server/http/closed-shop.ts';
import { allowCallsFrom } from '#server/http/cross-origin-calls.ts';
import { directTransport } from '#server/http/direct-transport.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { logging } from '#server/http/logging.ts';
import { serveMetrics } from '#server/http/metrics.ts';
import { openApi } from '#server/http/open-api.ts';
import { callContextOf, isKnownOrigin, originOf, siteOf } from '#server/http/request-context.ts';
import { respondToUnparsed, sendError, sendMalformed } from '#server/http/send-refusal.ts';
import { serveMailReports } from '#server/http/serve-mail-reports.ts';
import { serveSecurity } from '#server/http/serve-security.ts';
import { serveFiles } from '#server/http/static-routes.ts';
import { warnOfUnknownHosts } from '#server/http/unknown-hosts.ts';
import { homeTextsOf } from '#server/page-cache/home-texts.ts';
import { createLayoutDataReader } from '#server/page-cache/layout-data.ts';
import { PageCache } from '#server/page-cache/page-cache.ts';
import type { Render } from '#server/page-cache/page-renderer.ts';
import { servePages } from '#server/page-cache/page-routes.ts';
import { servePhotos } from '#server/page-cache/photo-routes.ts';
import { servePictures } from '#server/page-cache/picture-routes.ts';
import type { AppServices } from './create-services.ts';
import { endpoints } from './endpoints.ts';
import { type GracefulStop, gracefulStop } from './graceful-stop.ts';

/** What development adds: Vite's files, uncached pages, and looser script rules for hot reload. */
export interface DevelopmentServer {
  readonly attach: (app: FastifyInstance) => void;
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
  readonly pages: PageCache;
  readonly stopping: GracefulStop;
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const MALFORMED_HOST = 'Host is malformed: it must be a host name or an address, with a port from 1 to 65535 or none.';
const malformed = (status = 400) => ({ ...toCommonError('invalid_input', { reason: MALFORMED_TARGET }), status });

const fetchMetadata = (request: FastifyRequest): FetchMetadata => ({
  site: header(request, 'sec-fetch-site'),
  mode: header(request, 'sec-fetch-mode'),
  purpose: header(request, 'sec-purpose') ?? header(request, 'purpose'),
  origin: header(request, 'origin'),
});

/** Builds the server over open services. Does not listen yet. */
export async function buildServer(services: AppServices, { render, pages, root, development }: ServerOptions): Promise<ShopServer> {
  const { config } = services;
  const app = Fastify({
    logger: logging(config.LOG_LEVEL),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.TRUSTED_PROXIES.length > 0 ? [...config.TRUSTED_PROXIES] : false,
    bodyLimit: 1_048_576,
    // Limits the time in ms to receive a request, and the time in ms for which a connection may be idle.
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    connectionTimeout: config.REQUEST_TIMEOUT_MS * 2,
    http: { headersTimeout: config.REQUEST_TIMEOUT_MS, connectionsCheckingInterval: Math.min(5_000, config.REQUEST_TIMEOUT_MS / 2) },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/', headers }) => originForm(url, headers.host ?? ''),
    frameworkErrors: (error, request, reply) => void sendMalformed(request, reply, malformed(error.statusCode)),
    clientErrorHandler: respondToUnparsed,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const stopping = gracefulStop(app);
  registerErrorHandler(app, (error, action) => services.errors.report(error, { component: 'call', action }));

  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: config.PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  // Requests per client IP address and minute [API-22, API-25].
  await app.register(rateLimit, {
    max: config.RATE_LIMIT_PER_MINUTE,
    timeWindow: 60_000,
    // The plugin's own key fails if the client disconnected before its address was read.
    keyGenerator: (request) => clientKey(request.ip),
    errorResponseBuilder: () => toCommonError('rate_limited'),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: (request, reply) => {
      // Assets are always served: they are cheap, and a page without its scripts is worse than a slow one.
      if (!request.url.startsWith('/assets/'))
        void sendError(request, reply.header('retry-after', RETRY_AFTER_SECONDS), toCommonError('busy'));
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isHostHeader(request.host)) return sendMalformed(request, reply, toCommonError('invalid_input', { reason: MALFORMED_HOST }));
    if (!isWellFormedTarget(request.url)) return sendMalformed(request, reply, malformed(400));
  });
  serveSecurity(app, config, pages);
  warnOfUnknownHosts(app, config);
  closeUntilSettled(app, missingSettings(config));
  if (config.DEMO) app.addHook('onSend', async (_request, reply) => void reply.header('x-robots-tag', 'noindex'));
  if (config.API_DOCS) await openApi(app);

  const eventQuota = byteQuota(EVENT_QUOTA);
  const cache = new PageCache(config.PAGE_CACHE_MAX_MB * 1_048_576);
  serveMetrics(app, {
    database: services.database,
    pages: cache,
    search: services.search,
    token: config.METRICS_TOKEN,
    isStopping: stopping.isStopping,
  });

  /** Returns true for a change that another site caused, or that the shopper did not intend. Logs foreign origins. */
  const isRefused = (request: FastifyRequest, metadata: FetchMetadata): boolean => {
    const isAllowed = (origin: string) => isKnownOrigin(config, request, origin);
    const { origin } = metadata;
    if (origin !== undefined && !isAllowed(origin))
      logSecurityEvent(request.log, 'origin_refused', {
        origin: URL.canParse(origin) ? new URL(origin).origin.slice(0, 100) : 'malformed',
        route: request.routeOptions.url ?? '',
        client: pseudonym(clientKey(request.ip)),
      });
    return isUnsafeChange(metadata, isAllowed);
  };
  const bound = endpoints(services);
  await allowCallsFrom(app, config, new Set(bound.map(({ spec }) => spec.path)));
  registerEndpoints(
    app,
    bound,
    (request) => callContextOf(config, request),
    (request) => isRefused(request, fetchMetadata(request)),
    {
      authenticate: (context) => services.auth.customer(context),
      authorize: async (context, spec, input) => services.auth.claimed(context, await claimedCustomer(services.database, spec, input)),
    },
    (once, run) => respondOnce(services.database, once, run),
  );

  serveIdentity(app, config, services.database, services.identity, {
    originOf: (request) => originOf(config, request),
    // A form post is a navigation, so the mode does not tell where it came from.
    isForeign: (request) => isRefused(request, { ...fetchMetadata(request), mode: undefined }),
  });

  await serveGatewayWebhook(app, services, {
    onPayment: (orderId) => confirmPaymentByOrderId(services.checkoutDeps, orderId),
    // The alert is stored and reported, so the gateway need not send the event again.
    onDispute: (dispute) =>
      handleGatewayDispute(services.database, dispute).catch((error: unknown) => {
        if (!(error instanceof PaymentAlertRaised)) throw error;
        services.errors.report(error, { component: 'payments', action: 'dispute' });
      }),
  });

  if (config.MAIL_WEBHOOK_SECRET) await serveMailReports(app, services.database, config.MAIL_WEBHOOK_SECRET);

  serveUnsubscribe(app, {
    database: services.database,
    secret: () => sharedSecret(services.database, UNSUBSCRIBE_LINKS),
    marketOf: (request) => siteOf(config, request).market,
  });

  serveNotices(app, services.errors, (request, origin) => isKnownOrigin(config, request, origin));

  serveSearchWire(app, {
    indexes: services.search,
    keys: services.searchKeys,
    insights: (market, events) =>
      void saveInsights(services.events, market, events).catch((error) => app.log.warn({ err: error }, 'insights')),
    eventQuota,
    estimates: services.estimates,
    isAllowedOrigin: (request, origin) => isKnownOrigin(config, request, origin),
    marketOf: (request) => siteOf(config, request).market,
  });

  serveCollector(app, {
    store: services.events,
    quota: eventQuota,
    writeKey: config.ANALYTICS_WRITE_KEY,
    marketOf: (request) => siteOf(config, request).market,
    isAllowedOrigin: (request, origin) => isKnownOrigin(config, request, origin),
  });

  if (development) development.attach(app);
  else await serveFiles(app, root);
  servePictures(app, services);
  servePhotos(app, services);
  serveFeeds(app, services);
  if (config.ONESIGNAL_APP_ID) serveOneSignalWorker(app);
  serveSitemap(app, services, pages.pages);
  const readLayout = createLayoutDataReader(config, services.content, pages.unprefetched);
  servePages(app, {
    cache,
    render,
    pages,
    isComplete: () => services.search.isReady,
    policy: {
      development: development !== undefined,
      identity: isBuiltInIdentity(config) ? null : (config.IDENTITY_URL ?? null),
      search: [...new Set([hostedSearchOrigin(config), insightsOrigin(config)])].filter((origin) => origin !== null),
      external: [analyticsOrigins(config), oneSignalOrigins(config)],
    },
    contextOf: (request): PageContext => {
      const full = callContextOf(config, request);
      // A shared page is rendered for a guest. Of the request only site and origin are used.
      const guest: CallContext = {
        site: full.site,
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
        layout: readLayout(full.site, full.origin),
        home: homeTextsOf(services.content, full.site),
        withDevPages: config.DEV_PAGES && full.isLocal,
        onError: (error) => services.errors.report(error, { component: 'page', action: 'render' }),
      };
    },
  });
  return { app, pages: cache, stopping };
}
