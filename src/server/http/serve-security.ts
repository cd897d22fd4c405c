/** Sets the permissions policy, receives browsers' reports of policy violations, and serves security.txt. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toCommonError } from '#lib/http/api-error.ts';
import type { Config } from '#lib/server/config.ts';
import { logSecurityEvent } from '#lib/server/security-log.ts';
import type { PageTable } from '#routes/page-handle.ts';
import { REPORTS_GROUP, REPORTS_PATH } from './content-security.ts';
import { originOf } from './request-context.ts';

/** Browser features that no page of the shop uses. Payment pages of gateways are on other sites. */
const UNUSED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
const REPORTING_ENDPOINTS = `${REPORTS_GROUP}="${REPORTS_PATH}"`;

const REPORT_BYTES = 65_536;
const REPORTS_PER_MINUTE = 60;
/** Maximum log lines of a process per minute. A faulty browser extension causes a report on every page. */
const LINES_PER_MINUTE = 30;
const MAX_TEXT = 100;

const text = z.string().max(10_000).catch('');
/** Schema of a report, in the format of the Reporting API or in the older one of `report-uri`. */
const report = z.union([
  z
    .object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }) })
    .transform(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL, page: body.documentURL })),
  z
    .object({
      'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text, 'document-uri': text }),
    })
    .transform(({ 'csp-report': body }) => ({
      directive: body['effective-directive'] || body['violated-directive'],
      blocked: body['blocked-uri'],
      page: body['document-uri'],
    })),
]);
type Violation = z.output<typeof report>;
const MAX_REPORTS = 100;

/** Returns the violations that a body reports. Ignores other reports and malformed ones. */
const violationsOf = (body: unknown): Violation[] =>
  (Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body]).flatMap((one) => {
    const parsed = report.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });

/** Returns `inline`, `eval` or an origin. Omits paths and queries, because they may contain personal data. */
const blockedSource = (blocked: string): string => {
  if (!URL.canParse(blocked)) return blocked.replace(/[^a-z-]/gi, '').slice(0, MAX_TEXT);
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol : origin.slice(0, MAX_TEXT);
};
const isExtension = ({ blocked }: Violation): boolean => /^[a-z-]*extension:/i.test(blocked);

/** Sets the security headers that helmet does not set, and serves `security.txt` and the endpoint for reports. */
export function serveSecurity(app: FastifyInstance, configNow: () => Config, pages: Pick<PageTable, 'find'>): void {
  const pageId = (address: string): string => (URL.canParse(address) ? pages.find(new URL(address).pathname).id : '');
  app.addHook('onRequest', async (request, reply) => {
    // Browsers read these of documents only. On each of a page's files they would be a third of a kilobyte.
    if (request.url.startsWith('/assets/')) return;
    reply.header('permissions-policy', PERMISSIONS_POLICY).header('reporting-endpoints', REPORTING_ENDPOINTS);
  });

  const securityText = (request: FastifyRequest): string => {
    const config = configNow();
    const now = new Date();
    // RFC 9116 recommends at most a year. The first of a month, so that the file changes once a month.
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1));
    const lines = [
      `Contact: ${config.SECURITY_CONTACT ?? `mailto:${config.CONTACT_EMAIL}`}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${originOf(config, request)}/.well-known/security.txt`,
    ];
    return `${lines.join('\n')}\n`;
  };
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(securityText(request)),
  );
  app.get('/security.txt', { schema: { hide: true } }, async (_request, reply) => reply.redirect('/.well-known/security.txt', 301));

  let window = { since: 0, lines: 0 };
  const mayLog = (): boolean => {
    if (Date.now() - window.since >= 60_000) window = { since: Date.now(), lines: 0 };
    window.lines += 1;
    return window.lines <= LINES_PER_MINUTE;
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const types = ['application/reports+json', 'application/csp-report', 'application/json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: REPORT_BYTES }, (_request, body, done) => done(null, body));
    scope.post(
      REPORTS_PATH,
      { schema: { hide: true }, config: { rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: 60_000 } } },
      async (request, reply) => {
        let body: unknown;
        try {
          body = JSON.parse(String(request.body));
        } catch {
          return reply.code(400).send(toCommonError('invalid_input', { reason: 'The report must be JSON.' }));
        }
        for (const violation of violationsOf(body)) {
          if (isExtension(violation) || !mayLog()) continue;
          logSecurityEvent(request.log, 'policy_violated', {
            directive: violation.directive.replace(/[^a-z-]/gi, '').slice(0, MAX_TEXT),
            blocked: blockedSource(violation.blocked),
            page: pageId(violation.page),
          });
        }
        return reply.code(204).send();
      },
    );
  });
}
