/** Passes a finished page through the router, which handles only responses with streams as bodies. */
import type { UnmarkedPage } from './marked-scripts.ts';

export interface FinishedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
  /** Code of the inline scripts that the renderer wrote. No other script may run. */
  readonly scripts: readonly string[];
}

const pages = new WeakMap<Response, UnmarkedPage>();

/** Wraps a page in a response. */
export function finished(page: UnmarkedPage, status: number, headers: Headers): Response {
  const response = new Response(null, { status, headers });
  pages.set(response, page);
  return response;
}

/** Returns the page of a response. Reads any other response to its end. */
export async function readToEnd(response: Response): Promise<FinishedPage> {
  const { status, headers } = response;
  const page = pages.get(response);
  return page
    ? { status, headers, body: page.html, scripts: page.scripts }
    : { status, headers, body: new Uint8Array(await response.arrayBuffer()), scripts: [] };
}
