import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { finished } from './app/web/finished-page.ts';
import { FragmentCache } from './app/web/html-keeper.ts';
import { loaderScripts } from './app/web/loader-scripts.ts';
import { SCRIPT_MARK, takeMarks } from './app/web/marked-scripts.ts';
import { pageContext } from './app/web/page-context.ts';
import { withTrustedTypes } from './app/web/trusted-types.ts';
import { renderToHtml } from './app/web/whole-page.tsx';
import { HtmlMemoryContext } from './ui/web/Kept.tsx';

const END = '</body></html>';

/**
 * Render a whole page before the first byte leaves: it is kept and sent again, so it must be complete, and its status
 * must be known (docs/decisions/0005-public-pages-are-the-same-bytes.md).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const { serverHandoffStream, ...withoutStream } = context;
  const scripts = await loaderScripts(serverHandoffStream);
  const keeper = new FragmentCache();
  const rendered = await renderToHtml(() => (
    <HtmlMemoryContext value={keeper}>
      <ServerRouter context={withoutStream} url={request.url} nonce={SCRIPT_MARK} />
    </HtmlMemoryContext>
  ));
  const html = withTrustedTypes(keeper.learn(rendered));
  headers.set('content-type', 'text/html; charset=utf-8');
  const hasScripts = context.renderMeta?.didRenderScripts === true && html.endsWith(END);
  return finished(takeMarks(hasScripts ? `${html.slice(0, -END.length)}${scripts}${END}` : html), status, headers);
}

/** Expected refusals (a 404) are no faults; everything else is logged and reported. */
export function handleError(error: unknown, { context }: { readonly context: Readonly<RouterContextProvider> }): void {
  if (isRouteErrorResponse(error)) return;
  console.error(error);
  context.get(pageContext).onError(error);
}
