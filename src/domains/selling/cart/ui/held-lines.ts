/** Lines that this page holds are not sent again: an answer about a long cart says of them only their places (decision 48). */
import type { Transport } from '#lib/client.ts';
import type { LineItem } from '../contract.ts';

interface CartBody {
  readonly data: { readonly lineItems: readonly (LineItem | number)[] };
  readonly tag?: string;
}

const isCartBody = (body: unknown): body is CartBody =>
  typeof body === 'object' &&
  body !== null &&
  'data' in body &&
  typeof body.data === 'object' &&
  body.data !== null &&
  'lineItems' in body.data;

/** A transport that tells the shop which lines it was last told, and puts them back where an answer leaves them out. */
export function withLineDelta(base: Transport): Transport {
  let state: { readonly tag: string; readonly lines: readonly LineItem[] } | null = null;
  return async (call, input, options) => {
    const before = state;
    const answered = await base(call, input, before ? { ...options, basedOn: before.tag } : options);
    const { body } = answered;
    if (!isCartBody(body)) return answered;
    const lineItems = body.data.lineItems.flatMap((line) => (typeof line === 'number' ? (before?.lines[line] ?? []) : [line]));
    state = body.tag === undefined ? null : { tag: body.tag, lines: lineItems };
    return { ...answered, body: { ...body, data: { ...body.data, lineItems } } };
  };
}
