/** A whole page as text: most are rendered in one go, without a stream (docs/decisions/0057-rendering-a-page.md). */
import type { ReactNode } from 'react';
import { renderToReadableStream, renderToString } from 'react-dom/server';
import { SCRIPT_MARK } from './marked-scripts.ts';

/** What React leaves in place of a part that was not there yet, or that failed. */
const LEFT_OUT = '<!--$!-->';

function inOneGo(page: ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(LEFT_OUT) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
}

/** In: a page from `<html>` on. Out: its HTML with every part that it waits for. Rejects with what it failed of. */
export async function renderToHtml(page: () => ReactNode): Promise<string> {
  const html = inOneGo(page());
  if (html !== null) return html;
  // A part whose script this process has not loaded yet, or one that fails: that is known once it has been waited for.
  const stream = await renderToReadableStream(page(), { progressiveChunkSize: Number.POSITIVE_INFINITY, nonce: SCRIPT_MARK });
  await stream.allReady;
  return new Response(stream).text();
}
