/** A page that is all there, on its way past the router, which knows responses only; their bodies are streams. */
import type { UnmarkedPage } from './marked-scripts.ts';

export interface FinishedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
  /** The code of the inline scripts that the renderer wrote; no other may run. */
  readonly scripts: readonly string[];
}

const pages = new WeakMap<Response, UnmarkedPage>();

/** The response that stands for a page. */
export function finished(page: UnmarkedPage, status: number, headers: Headers): Response {
  const response = new Response(null, { status, headers });
  pages.set(response, page);
  return response;
}

/** The page that a response stands for, or any other response read to its end. */
export async function readToEnd(response: Response): Promise<FinishedPage> {
  const { status, headers } = response;
  const page = pages.get(response);
  return page
    ? { status, headers, body: page.html, scripts: page.scripts }
    : { status, headers, body: new Uint8Array(await response.arrayBuffer()), scripts: [] };
}
