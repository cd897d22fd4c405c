import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { withEarlyClicks } from './routes/_layout/early-clicks.ts';
import { withLateStart } from './routes/_layout/late-start.ts';
import { loaderScripts } from './routes/_layout/loader-scripts.ts';
import { SCRIPT_MARK, takeMarks } from './routes/_layout/marked-scripts.ts';
import { renderToHtml } from './routes/_layout/render-to-html.tsx';
import { finished } from './routes/_layout/rendered-page.ts';
import { withRequestOrder } from './routes/_layout/request-order.ts';
import { withTrustedTypes } from './routes/_layout/trusted-types.ts';
import { pageContext } from './routes/page-context.ts';

const END = '</body></html>';

/**
 * Renders a complete page before the first byte is sent, because pages are cached and their status must be known
 * (docs/decisions/0005-identical-public-pages.md).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const { serverHandoffStream, ...withoutStream } = context;
  const scripts = await loaderScripts(serverHandoffStream);
  const rendered = await renderToHtml(() => <ServerRouter context={withoutStream} url={request.url} nonce={SCRIPT_MARK} />);
  const html = withTrustedTypes(withEarlyClicks(withRequestOrder(withLateStart(rendered))));
  headers.set('content-type', 'text/html; charset=utf-8');
  const hasScripts = context.renderMeta?.didRenderScripts === true && html.endsWith(END);
  return finished(takeMarks(hasScripts ? `${html.slice(0, -END.length)}${scripts}${END}` : html), status, headers);
}

/** Expected errors such as 404 are ignored; all others are logged and reported. */
export function handleError(error: unknown, { context }: { readonly context: Readonly<RouterContextProvider> }): void {
  if (isRouteErrorResponse(error)) return;
  console.error(error);
  context.get(pageContext).onError(error);
}
