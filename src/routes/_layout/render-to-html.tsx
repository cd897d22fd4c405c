/** Renders a page to a string. Most pages render without a stream (docs/decisions/0057-rendering-a-page.md). */
import type { ReactNode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { SCRIPT_MARK } from './marked-scripts.ts';

/** Marker that React leaves for a suspended or failed part. */
const LEFT_OUT = '<!--$!-->';

function inOneGo(page: ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(LEFT_OUT) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
}

/** Renders a page to HTML and waits for all of its parts. @throws the error of a part that failed */
export async function renderToHtml(page: () => ReactNode): Promise<string> {
  const html = inOneGo(page());
  if (html !== null) return html;
  // A part is not loaded yet or has failed. Waiting for the stream decides which.
  const stream = await renderToReadableStream(page(), { progressiveChunkSize: Number.POSITIVE_INFINITY, nonce: SCRIPT_MARK });
  await stream.allReady;
  return new Response(stream).text();
}
