/** Serves every page: public ones from the cache, personal ones rendered per request, and error pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RedirectTarget } from '#domains/content/model/redirect.ts';
import { PREVIEW_PARAMETER } from '#domains/settings/model/preview-parameter.ts';
import { isDatabaseUnavailable } from '#lib/db/pool.ts';
import { RETRY_AFTER_SECONDS, toCommonError } from '#lib/http/api-error.ts';
import { SHOP_NAME } from '#lib/shop-identity.ts';
import type { PageContext } from '#routes/page-context.ts';
import { type PageTable, sharedQuery } from '#routes/page-handle.ts';
import { encodingFor } from '#server/http/accepted-encoding.ts';
import { contentSecurityPolicy, type PolicyOptions } from '#server/http/content-security.ts';
import { brokenPage } from '#server/http/error-page.ts';
import { isCall } from '#server/http/send-refusal.ts';
import { bodyOf, type CachedPage, type PageCache, pageKey, toCachedPage } from './page-cache.ts';
import { type PagePreview, PREVIEW_PATHS } from './page-preview.ts';
import type { Render } from './page-renderer.ts';

export interface PageService {
  readonly cache: PageCache;
  readonly render: Render;
  readonly pages: PageTable;
  /** Returns what pages may load at this moment. */
  readonly policy: () => PolicyOptions;
  /** Returns false while pages lack data that the process is still preparing. They are not cached anywhere. */
  readonly isComplete: () => boolean;
  /** Returns the context that a page is rendered in. Reads no personal data from the request. */
  readonly contextOf: (request: FastifyRequest, preview?: PagePreview | null) => PageContext;
  /** Returns what a request previews, null for an ordinary request. Previews are not cached. */
  readonly previewOf: (request: FastifyRequest) => Promise<PagePreview | null>;
  /** Returns the origin of the office, which shows previews beside their forms. Null without an office. */
  readonly officeOf: (request: FastifyRequest) => string | null;
}

const FRESH = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
const NEVER = 'no-store';

const pairsOf = (search: string): [string, string][] => [...new URLSearchParams(search)];

/** Returns the URL under which a page is rendered: a configured origin, the path, and the parameters that the page declares. */
function pageAddress(
  request: FastifyRequest,
  pages: PageTable,
  { origin }: PageContext,
  isPreview: boolean,
): { url: URL; shared: boolean } {
  const requestUrl = new URL(request.url, origin);
  const { handle } = pages.find(requestUrl.pathname);
  if (handle.cache === 'personal') return { url: requestUrl, shared: false };
  // Loaders pass the code of a preview on to the calls that they make.
  const retained = isPreview ? { ...handle, params: [...(handle.params ?? []), PREVIEW_PARAMETER] } : handle;
  return { url: new URL(`${requestUrl.pathname}${sharedQuery(retained, pairsOf(requestUrl.search))}`, origin), shared: !isPreview };
}

/** Removes every element of a name from a document that the renderer wrote. */
function withoutElements(html: string, name: string): string {
  const end = `</${name}>`;
  return html
    .split(`<${name}`)
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf(end) + end.length)))
    .join('');
}

/** Removes scripts, and the notices for visitors without them. */
const withoutScripts = (html: string): string => withoutElements(withoutElements(html, 'script'), 'noscript');

/**
 * Leaves one stop for the Tab key, from which arrow keys scroll: the page itself. Whoever reads the page still reads its links and controls
 * as what they are.
 */
const withoutTabStops = (html: string): string =>
  html
    .replaceAll('tabindex="0"', 'tabindex="-1"')
    .replace(/<(?:a|button|input|select|textarea|summary)(?=[\s>])/g, '$& tabindex="-1"')
    .replace('<body', '$& tabindex="0"');

/** Turns a page into a picture of it, which leads nowhere. */
const toPicture = (html: string): string => withoutTabStops(withoutScripts(html));

/** @param isPicture true for a frame of the office, in which no script runs and nobody needs to be told so */
async function renderPage(service: PageService, url: URL, context: PageContext, isPicture = false): Promise<CachedPage> {
  const isComplete = service.isComplete();
  let isUnavailable = false;
  const onError = (error: unknown): void => {
    isUnavailable ||= isDatabaseUnavailable(error);
    context.onError(error);
  };
  const rendered = await service.render(new Request(url), { ...context, onError });
  // Crawlers keep a page that is briefly unavailable.
  const status = rendered.status === 500 && isUnavailable ? 503 : rendered.status;
  const contentType = rendered.headers.get('content-type') ?? 'text/html; charset=utf-8';
  const broken = rendered.status >= 500 && contentType.startsWith('text/plain');
  const html = isPicture ? toPicture(Buffer.from(rendered.body).toString('utf8')) : rendered.body;
  const body = broken ? Buffer.from(brokenPage(context.layout.identity?.name ?? SHOP_NAME)) : Buffer.from(html);
  const type = broken ? 'text/html; charset=utf-8' : contentType;
  const headers: Record<string, string> = { 'content-type': type };
  for (const name of ['location', 'x-remix-response', 'x-robots-tag']) {
    const value = rendered.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  if (type.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(rendered.scripts, service.policy());
  }
  return toCachedPage(status, headers, body, isComplete);
}

/** Lets the office, and nobody else, show a preview in a frame. */
function allowFrame(reply: FastifyReply, page: CachedPage, office: string): CachedPage {
  const policy = page.headers['content-security-policy'];
  if (policy === undefined) return page;
  void reply.removeHeader('x-frame-options');
  return {
    ...page,
    headers: { ...page.headers, 'content-security-policy': policy.replace("frame-ancestors 'none'", `frame-ancestors ${office}`) },
  };
}

/** Returns the address that a redirect of the retailer leads to, with the query of the request. */
const withQuery = ({ to }: RedirectTarget, { search }: URL): string =>
  search === '' || to.includes('?') || to.includes('#') ? to : `${to}${search}`;

/** Returns true for a redirect. Page data signal redirects with 202. */
const isRedirect = ({ status }: CachedPage): boolean => status === 202 || (status >= 300 && status < 400);

/** @param site whose shared page it is; null for a page of one person */
async function send(request: FastifyRequest, reply: FastifyReply, page: CachedPage, site: string | null): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const shared = site !== null && page.isComplete;
  // Weak, because a page can be sent in several encodings.
  const etag = `W/"${page.etag}"`;
  reply.headers({
    ...page.headers,
    'cache-control': shared && page.status < 400 && !isRedirect(page) ? FRESH : NEVER,
    vary: 'accept-encoding',
    ...(page.isComplete && { etag }),
    // With it a CDN can drop all pages at once (docs/guides/serve-pictures.md).
    ...(shared && { 'surrogate-key': `pages pages-${site}` }),
    ...(page.status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }),
  });
  if (shared && page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(await bodyOf(page, encoding));
}

/** Serves a page for every GET and HEAD without another route. */
export function servePages(app: FastifyInstance, service: PageService): void {
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isCall(request.url)) return reply.code(404).send(toCommonError('not_found'));
    const preview = await service.previewOf(request);
    const context = service.contextOf(request, preview);
    const { url, shared } = pageAddress(request, service.pages, context, preview !== null);
    const office = preview !== null || PREVIEW_PATHS.has(url.pathname) ? service.officeOf(request) : null;
    const isPicture = office !== null && request.headers['sec-fetch-dest'] === 'iframe';
    const make = () => renderPage(service, url, context, isPicture);
    const page = shared && !service.policy().development ? await service.cache.get(pageKey(context.site.id, url.href), make) : await make();
    const requestUrl = new URL(request.url, context.origin);
    // Loaders redirect too, for visits without a page load, but know nothing of the query.
    const moved = page.status === 404 || isRedirect(page) ? context.redirectAt(requestUrl.pathname) : null;
    if (moved)
      return reply
        .headers({ 'cache-control': NEVER, location: withQuery(moved, requestUrl) })
        .code(moved.isPermanent ? 301 : 302)
        .send();
    if (office !== null) return send(request, reply, allowFrame(reply, page, office), null);
    // A public URL is rendered without parameters that change nothing. A redirect keeps them.
    const site = shared ? context.site.id : null;
    if (!shared || !isRedirect(page) || requestUrl.href === url.href) return send(request, reply, page, site);
    const led = await renderPage(service, requestUrl, context);
    return send(request, reply, isRedirect(led) ? led : page, site);
  };
  app.route({ method: ['GET'], url: '/*', exposeHeadRoute: true, handler: respond });
  app.route({ method: ['GET'], url: '/', exposeHeadRoute: true, handler: respond });
}
