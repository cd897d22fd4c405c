/**
 * Closes a shop to the public until it is configured: pages respond with 503 "Opening soon", and API requests are rejected
 * (docs/decisions/0075-public-shops-start-closed.md).
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { toCommonError } from '#lib/http/api-error.ts';
import type { MissingSetting } from '#lib/server/public-shop.ts';
import { isCall } from './send-refusal.ts';

const RETRY_AFTER_SECONDS = 3_600;

/** Paths that stay available to operators, gateways and other services, so that earlier orders can still be paid and refunded. */
const STAYS_OPEN = /^\/(?:(?:healthz|readyz|metrics|favicon\.ico|icon\.svg)(?:\?|$)|webhooks\/|\.well-known\/)/;

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#fbfaf4;color:#1d231b;font:1.125rem/1.6 Georgia,serif;text-align:center}h1{font-weight:400;font-size:2.5rem;margin:0 0 .5rem}p{margin:0}';
const PAGE = `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Opening soon</title><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><main><h1>Opening soon</h1><p>This shop isn’t open yet. Please come back later.</p></main></body>
</html>
`;
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Responds with 503 to all requests outside STAYS_OPEN while settings are missing. Logs each missing setting. */
export function closeUntilSettled(app: FastifyInstance, missing: readonly MissingSetting[]): void {
  if (missing.length === 0) return;
  for (const { variable, how } of missing) app.log.warn({ variable }, `The shop is closed: ${variable} is not set. ${how}`);
  app.addHook('onRequest', async (request, reply) => {
    if (STAYS_OPEN.test(request.url)) return;
    reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS });
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isCall(request.url);
    if (!isPage) return reply.send(toCommonError('shop_closed'));
    return reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(PAGE);
  });
}
