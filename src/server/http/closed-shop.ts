/**
 * Closes a shop to the public until it is configured and the retailer has opened it: pages respond with 503 and a page of a few words, and
 * API requests are rejected (docs/decisions/0075-public-shops-start-closed.md, docs/decisions/0148-first-run.md).
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISIT_PARAMETER, VISIT_SECONDS } from '#domains/setup/server/visit-pass.ts';
import { toCommonError } from '#lib/http/api-error.ts';
import type { MissingSetting } from '#lib/server/public-shop.ts';
import { isCall } from './send-refusal.ts';

const RETRY_AFTER_SECONDS = 3_600;

/**
 * Paths that stay available to operators, gateways and other services, so that earlier orders can still be paid and refunded, and the style
 * sheets, fonts and pictures of previews in the office.
 */
const STAYS_OPEN = /^\/(?:(?:healthz|readyz|metrics|favicon\.ico|icon\.svg)(?:\?|$)|webhooks\/|\.well-known\/|assets\/|pictures\/)/;

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-content:center;padding:2rem;background:#fbfaf4;color:#1d231b;font:1.125rem/1.6 Georgia,serif;text-align:center}h1{font-weight:400;font-size:2.5rem;margin:0 0 .5rem}p{margin:0}';
const POLICY = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);

const pageOf = (title: string, text: string): string => `<!doctype html>
<html lang="en-AU">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title><meta name="robots" content="noindex"><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main></body>
</html>
`;

export interface ShopGate {
  readonly findMissing: () => readonly MissingSetting[];
  /** Returns what shoppers read while the shop is closed, null if the retailer has opened it. */
  readonly closedText: () => { readonly title: string; readonly text: string } | null;
  /** Returns the words of a shop that only lacks settings. */
  readonly defaultText: { readonly title: string; readonly text: string };
  /** Returns true for a pass that lets a browser in. */
  readonly isPass: (pass: string) => Promise<boolean>;
  /** Returns true for a page that a signed link previews. */
  readonly isPreview: (path: string, query: unknown) => Promise<boolean>;
  /** True if browsers reach the shop by https only. */
  readonly isSecure: boolean;
}

const VISIT_COOKIE = 'cellardoor_visit';

const cookieOf = ({ headers }: FastifyRequest): string | null =>
  new RegExp(`(?:^|;\\s*)${VISIT_COOKIE}=([\\w.-]{1,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? null;

/** Returns the pass in the query of a page, and the address without it. */
function passIn(url: string): { readonly pass: string; readonly rest: string } | null {
  const [path = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const pass = parameters.get(VISIT_PARAMETER);
  parameters.delete(VISIT_PARAMETER);
  // A second slash would lead to another host.
  const own = path.replace(/^\/+/, '/');
  return pass === null ? null : { pass, rest: parameters.size === 0 ? own : `${own}?${parameters}` };
}

/** Lets the browser in that has a pass. @returns false if it has none; the response is sent if it had one in the address */
async function letIn(request: FastifyRequest, reply: FastifyReply, { isPass, isSecure }: ShopGate): Promise<boolean> {
  const link = request.method === 'GET' ? passIn(request.url) : null;
  if (link && (await isPass(link.pass))) {
    const cookie = `${VISIT_COOKIE}=${link.pass}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${VISIT_SECONDS}${isSecure ? '; Secure' : ''}`;
    await reply.headers({ 'set-cookie': cookie, 'cache-control': 'no-store' }).redirect(link.rest, 303);
    return true;
  }
  const cookie = cookieOf(request);
  return cookie !== null && (await isPass(cookie));
}

/** Responses that say that the shop is closed. */
const closedResponses = new WeakSet<FastifyReply>();
/** Returns whether a response says that the shop is closed, which is no fault. */
export const isClosedResponse = (reply: FastifyReply): boolean => closedResponses.has(reply);

/**
 * Responds with 503 to all requests outside STAYS_OPEN while the shop is closed, except to browsers with a pass. Logs each setting that is
 * missing at the start.
 */
export function closeUntilSettled(app: FastifyInstance, gate: ShopGate): void {
  for (const { variable, how } of gate.findMissing()) app.log.warn({ variable }, `The shop is closed: ${variable} is not set. ${how}`);
  app.addHook('onRequest', async (request, reply) => {
    const closed = gate.closedText();
    if ((closed === null && gate.findMissing().length === 0) || STAYS_OPEN.test(request.url)) return;
    if (await letIn(request, reply, gate)) return;
    if (request.method === 'GET' && (await gate.isPreview(request.url.split('?')[0] ?? '', request.query))) return;
    closedResponses.add(reply);
    reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS });
    const isPage = ['GET', 'HEAD'].includes(request.method) && !isCall(request.url);
    if (!isPage) return reply.send(toCommonError('shop_closed'));
    const { title, text } = closed ?? gate.defaultText;
    return reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(pageOf(title, text));
  });
  // What a browser with a pass gets is for nobody else, least of all for a shared cache.
  app.addHook('onSend', async (request, reply) => {
    if (cookieOf(request) === null || request.url.startsWith('/assets/')) return;
    if (gate.closedText() !== null || gate.findMissing().length > 0) reply.header('cache-control', 'private, no-store');
  });
}
