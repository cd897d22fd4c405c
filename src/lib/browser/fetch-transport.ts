/**
 * Sends the browser's calls to the page's own origin [API-3] as JSON [API-4] over `fetch` [API-26]. A request without a known outcome
 * (no response, timeout, gateway error) is retried with the same `Idempotency-Key`, so that it counts once [API-15, API-18].
 */
import type { Transport } from '../client.ts';
import { noteRevision, pageRevision, REVISION_HEADER } from './page-revision.ts';
import { randomKey } from './random-id.ts';
import { reportError } from './report-error.ts';

/** Thrown if the shop could not be reached in any attempt. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Sent to error reporting for a failed call. */
class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** Status of a call without a response [ERR-6]. */
const NO_RESPONSE = 400;

export interface FetchPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly newKey: () => string;
  /** Timeout of one attempt, milliseconds. */
  readonly timeout: number;
  /** Called for failed calls, but not for declared errors. */
  readonly report: typeof reportError;
}

/** Maximum body length in characters for `keepalive`. Browsers limit all such requests together to 64 KB. */
const MAX_KEPT_ALIVE = 4_000;

/** Delays before the second and third attempt, milliseconds. */
const BACKOFF = [300, 900] as const;

/** Statuses of a proxy without a shop behind it. The shop's own errors never have them. */
const isGatewayError = (status: number): boolean => status === 502 || status === 503 || status === 504;

const ports: FetchPorts = {
  fetch: (url, init) => fetch(url, init),
  wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  newKey: randomKey,
  timeout: 10_000,
  report: reportError,
};

/** Returns the URL of a GET: the path with the input as query. */
export function addressOf(path: string, input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Returns whether a response is a failure: a 5xx, or a 4xx without a code. A 4xx with a code has a message for the shopper, and 404
 * `{data: null}` means that there is no cart.
 */
function isServerError({ status, body }: { readonly status: number; readonly body: unknown }): boolean {
  if (status < 400) return false;
  if (status >= 500 || typeof body !== 'object' || body === null) return true;
  const isExpected = ('code' in body && typeof body.code === 'string') || (status === 404 && 'data' in body && body.data === null);
  return !isExpected;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Creates a transport over fetch. A POST without `idempotencyKey` gets a new key. The caller supplies the key of a GET that mutates.
 * @throws NetworkError after three attempts without a response
 */
export function fetchTransport(overrides: Partial<FetchPorts> = {}): Transport {
  const { fetch, wait, newKey, timeout, report } = { ...ports, ...overrides };
  return async (call, input, options) => {
    const key = options.idempotencyKey ?? (call.method === 'POST' ? newKey() : null);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (call.method === 'POST') headers['content-type'] = 'application/json';
    if (key !== null) headers['idempotency-key'] = key;
    if (options.ifMatch !== undefined) headers['if-match'] = String(options.ifMatch);
    const seen = options.revision ?? pageRevision();
    if (seen !== '') headers[REVISION_HEADER] = seen;
    if (options.bearer !== undefined) headers.authorization = `Bearer ${options.bearer}`;
    const url = call.method === 'GET' ? addressOf(call.path, input) : call.path;
    const body = call.method === 'POST' ? JSON.stringify(input) : '';

    let lastStatus = NO_RESPONSE;
    const failed = (status: number): void =>
      report(new CallFailed(`${call.path} answered ${status}`), { action: `${call.method} ${call.path}`, status });

    const once = async (): Promise<{ status: number; body: unknown; revision?: string } | null> => {
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), timeout);
      try {
        const response = await fetch(url, {
          method: call.method,
          headers,
          cache: 'no-store',
          // Lets mutations complete after the page has unloaded. Browsers allow this for small bodies only.
          keepalive: key !== null && body.length < MAX_KEPT_ALIVE,
          credentials: 'same-origin',
          signal: abort.signal,
          ...(call.method === 'POST' ? { body } : {}),
        });
        const answered = await bodyOf(response);
        lastStatus = response.status;
        const revision = response.headers.get(REVISION_HEADER);
        noteRevision(revision);
        if (isGatewayError(response.status)) return null;
        return { status: response.status, body: answered, ...(revision === null ? {} : { revision }) };
      } catch {
        return null;
      } finally {
        clearTimeout(timer);
      }
    };

    for (const pause of [...BACKOFF, null]) {
      const answered = await once();
      if (answered) {
        if (isServerError(answered)) failed(answered.status);
        return answered;
      }
      if (pause !== null) await wait(pause);
    }
    failed(lastStatus);
    throw new NetworkError(`no answer from ${call.path}`);
  };
}
