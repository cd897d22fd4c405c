/** Builds the instance of the office's host. It never listens: the http server of the shop sends it the requests of its host. */
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { staffChecks } from '#domains/staff/server/authenticate.ts';
import { respondOnce } from '#lib/db/stored-answers.ts';
import { registerEndpoints } from '#lib/http/register-endpoints.ts';
import { siteOrigin } from '#markets/origins.ts';
import type { AppServices } from '#server/create-services.ts';
import { sharedCallLimits } from '#server/http/call-limits.ts';
import { describeTraces } from '#server/http/describe-traces.ts';
import { registerErrorHandler } from '#server/http/error-handler.ts';
import { fastifyOptions, limitRequests, refuseMalformed } from '#server/http/fastify-options.ts';
import { fetchMetadata, isRefused } from '#server/http/fetch-metadata.ts';
import { servePhotos } from '#server/page-cache/photo-routes.ts';
import { servePictures } from '#server/page-cache/picture-routes.ts';
import { officeContextOf } from './office-context.ts';
import { officeEndpoints } from './office-endpoints.ts';
import { officeOpenApi } from './office-open-api.ts';
import { officeOrigin } from './office-origin.ts';
import { serveLive } from './serve-live.ts';
import { serveOfficeFiles } from './serve-office-files.ts';
import { servePictureUpload } from './serve-picture-upload.ts';
import { serveSignIn } from './serve-sign-in.ts';

/** Serves the sources of the office in development. @returns nothing; adds hooks and routes */
export type AttachOffice = (office: FastifyInstance) => void;

/** Browser features that no page of the office uses. The camera scans bar codes. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'browsing-topics',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .concat('camera=(self)')
  .join(', ');

/**
 * Builds the instance. It is not ready yet.
 * @param officeUrl OFFICE_URL
 * @param root the project's root folder, which contains build/office
 * @param attach serves the sources instead of the build
 */
export async function createOfficeApp(
  services: AppServices,
  officeUrl: string,
  root: string,
  attach?: AttachOffice,
): Promise<FastifyInstance> {
  const { config, database } = services;
  const office = Fastify(fastifyOptions(config));
  office.decorate('shopNameFor', () => services.staff.shopName);
  registerErrorHandler(office, (error, action) => services.errors.report(error, { component: 'office', action }));
  await office.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity: officeUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });
  await limitRequests(office, config, database);
  refuseMalformed(office);
  describeTraces(office, (_request, route) => ({ route, attributes: { 'cellardoor.site': 'office' } }));
  office.addHook('onRequest', async (_request, reply) => {
    // Assets replace the last one.
    reply.headers({ 'permissions-policy': PERMISSIONS_POLICY, 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  });

  // The same pictures as in the shop, whose answers other origins may not show. Before the document of the calls, which has none of them.
  servePictures(office, services);
  servePhotos(office, services);
  await officeOpenApi(office);
  const contextOf = officeContextOf(services, officeUrl);
  const checks = staffChecks(database);
  const isUnsafe = (request: FastifyRequest): boolean =>
    isRefused(request, fetchMetadata(request), (origin) => origin === officeOrigin(officeUrl, request));
  registerEndpoints(
    office,
    officeEndpoints(services, () => {
      const document = office.swagger();
      return { ...document, info: { ...document.info, title: `${services.staff.shopName} office` } };
    }),
    contextOf,
    isUnsafe,
    checks,
    (once, run) => respondOnce(database, once, run),
    sharedCallLimits(database, config.WEB_PROCESSES),
  );
  servePictureUpload(office, { database, contextOf, authenticate: checks.authenticate, isUnsafe });
  serveLive(office, { database, contextOf, authenticate: checks.authenticate });
  serveSignIn(office, services, officeUrl);
  const sitesOf = (request: FastifyRequest): string[] => [
    ...new Set(config.sites.map(({ host }) => siteOrigin(host, config.PUBLIC_URL, officeOrigin(officeUrl, request)))),
  ];
  await serveOfficeFiles(office, { database, root, sitesOf, readShopName: () => services.staff.shopName, attach });
  return office;
}
