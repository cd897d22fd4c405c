/** Requests to carriers. What fails is said as staff can act on it. */
import { z } from 'zod';
import { carrierMessages as text } from '#domains/selling/orders/messages/carriers.ts';
import { isPage } from '#lib/http/external-response.ts';
import { CarrierRefusal } from '../labels/carrier-port.ts';

/** Largest response. A label is a page with pictures and far smaller. */
const MAX_BYTES = 5_000_000;
const REASON_LENGTH = 300;
const MAX_TRACKING_URL = 300;

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

/** Reads a response. @throws RangeError if it is too large */
async function readLimited(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new RangeError(`the response has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads JSON, with texts that the database can store. @returns null for an empty response @throws Error for anything else */
async function readJson(response: Response): Promise<unknown> {
  if (isPage(response)) {
    await response.body?.cancel();
    throw new TypeError('the response is a page');
  }
  const said = (await readLimited(response)).toString('utf8');
  if (said === '') return null;
  return JSON.parse(said, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value));
}

/** An amount in dollars, read as cents. */
export const amount = z.coerce
  .number()
  .nonnegative()
  .max(1_000_000)
  .transform((dollars) => Math.round(dollars * 100));

/** A link for buyers. One that staff could not save is left out. */
export const trackingLink = z
  .url({ protocol: /^https$/ })
  .max(MAX_TRACKING_URL)
  .nullish()
  .catch(null);

/** Time of a report. Others than those of this century are mistakes, and the database cannot store all of them. */
export const reportTime = z.coerce.date().min(new Date('2000-01-01')).max(new Date('2100-01-01'));

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
  const said = await readJson(response).catch((error: unknown) => {
    signal.throwIfAborted();
    if (isOk) throw new Error(text.unreadable(carrier), { cause: error });
    return null;
  });
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
  const bytes = await readLimited(response).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Error(error instanceof RangeError ? text.unreadable(carrier) : text.noAnswer(carrier), { cause: error });
  });
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new Error(text.unreadable(carrier));
  return bytes;
}
