import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { CardKeeper } from './app/web/card-keeper.ts';
import { KeptCards } from './app/web/kept-cards.ts';
import { pageContext } from './app/web/page-context.ts';

/**
 * Render a whole page before the first byte leaves: it is kept and sent again, so it must be complete, and its status
 * must be known (docs/decisions/0005-public-pages-are-the-same-bytes.md).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  const cards = new CardKeeper();
  const page = (
    <KeptCards value={cards}>
      <ServerRouter context={context} url={request.url} />
    </KeptCards>
  );
  const stream = await renderToReadableStream(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    signal: request.signal,
  });
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (!cards.hasNew) return new Response(stream, { status, headers });
  const html = await new Response(stream).text();
  cards.learn(html);
  return new Response(html, { status, headers });
}

/** Expected refusals (a 404) are no faults; everything else is logged and reported. */
export function handleError(error: unknown, { context }: { readonly context: Readonly<RouterContextProvider> }): void {
  if (isRouteErrorResponse(error)) return;
  console.error(error);
  context.get(pageContext).onFault(error);
}
