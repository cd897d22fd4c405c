/** Requests to carriers. What fails is said as staff can act on it. */
import type { z } from 'zod';
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import { isPage } from '#lib/http/external-response.ts';
import { CarrierRefusal } from '../labels/carrier-port.ts';

/** Largest label: a page with pictures is far smaller. */
const MAX_LABEL_BYTES = 5_000_000;
const REASON_LENGTH = 300;

export interface CarrierRequest {
  /** Name of the carrier. */
  readonly carrier: string;
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface CarrierResponse {
  readonly status: number;
  readonly isOk: boolean;
  readonly body: unknown;
}

/** Sends a request. Redirects are errors, because they would take the key along. Timeouts are thrown as they are. */
async function send(carrier: string, url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' });
  } catch (error) {
    init.signal.throwIfAborted();
    throw new Error(text.noAnswer(carrier), { cause: error });
  }
}

/**
 * Sends a request and reads the JSON of its response.
 * @returns responses that an adapter decides about: success, 400, 404, 409, 422 and the like
 * @throws CarrierRefusal if the key or the account is not accepted
 */
export async function callCarrier({ carrier, url, method, headers, body }: CarrierRequest, signal: AbortSignal): Promise<CarrierResponse> {
  const response = await send(carrier, url, {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'Cellardoor',
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  });
  const { status, ok: isOk } = response;
  if (isOk && !isPage(response)) {
    try {
      const said = await response.text();
      return { status, isOk, body: said === '' ? null : JSON.parse(said) };
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(text.unreadable(carrier), { cause: error });
    }
  }
  const said: unknown = isPage(response) ? null : await response.json().catch(() => null);
  await response.body?.cancel().catch(() => undefined);
  if (isOk) throw new Error(text.unreadable(carrier));
  if (status === 401 || status === 403) throw new CarrierRefusal(text.badKey(carrier));
  if (status === 402) throw new CarrierRefusal(text.noCredit(carrier));
  if (status === 429) throw new Error(text.limited(carrier));
  if (status >= 500 || status === 408) throw new Error(text.isDown(carrier, status));
  return { status, isOk, body: said };
}

/** Parses a response. @throws Error if the carrier answered something else */
export function parseBody<S extends z.ZodType>(carrier: string, schema: S, { body }: Pick<CarrierResponse, 'body'>): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(text.unreadable(carrier), { cause: parsed.error });
  return parsed.data;
}

/** Returns the refusal of a response. @param reason what the carrier said, may be empty */
export const refusalOf = (carrier: string, { status }: Pick<CarrierResponse, 'status'>, reason: string): CarrierRefusal =>
  new CarrierRefusal(
    reason === '' ? text.refusedSilently(carrier, status) : text.refused(carrier, reason.replace(/\s+/g, ' ').slice(0, REASON_LENGTH)),
  );

/** Reads a file up to a size. @returns null if it is larger */
async function readLimited(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Loads a label. Its address is signed by the carrier, so it gets no key.
 * @param origin address of the carrier's API; a label is not read over a weaker protocol
 */
export async function loadLabel(carrier: string, address: string, origin: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!URL.canParse(address) || new URL(address).protocol !== new URL(origin).protocol) throw new Error(text.unreadable(carrier));
  const response = await send(carrier, address, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(text.isDown(carrier, response.status));
  }
  const bytes = await readLimited(response, MAX_LABEL_BYTES).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(text.noAnswer(carrier), { cause: error });
  });
  if (bytes === null || !Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('%PDF-'))) throw new Error(text.unreadable(carrier));
  return bytes;
}
