/** A page that is all there, on its way past the router, which knows responses only; their bodies are streams. */
export interface FinishedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

const bodies = new WeakMap<Response, string>();

/** The response that stands for a page. */
export function finished(html: string, status: number, headers: Headers): Response {
  const response = new Response(null, { status, headers });
  bodies.set(response, html);
  return response;
}

/** The page that a response stands for, or any other response read to its end. */
export async function readToEnd(response: Response): Promise<FinishedPage> {
  const { status, headers } = response;
  return { status, headers, body: bodies.get(response) ?? new Uint8Array(await response.arrayBuffer()) };
}
