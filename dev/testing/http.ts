/** Requests to a shop on this machine, whichever site they are for: the Host header names it. */
import { request } from 'node:http';
import type { Transport } from '../../src/platform/client.ts';
import type { EndpointSpec } from '../../src/platform/contract.ts';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Send one request. `host` is a host of the table, without its port. */
export function send(
  port: number,
  host: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `${host}:${port}`, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString('utf8') }),
        );
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const queryOf = (input: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(input).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
};

/** Sends one request and gives its answer. */
export type Ask = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: string) => Promise<TestAnswer>;

/** A transport of the typed client over real HTTP. */
export const httpTransport = (port: number, host: string, headers: Readonly<Record<string, string>> = {}): Transport =>
  transportOver((...asked) => send(port, host, ...asked), headers);

/** A transport of the typed client over whatever sends requests. */
export const transportOver =
  (ask: Ask, headers: Readonly<Record<string, string>> = {}): Transport =>
  async (call, input, options) => {
    const sent = {
      ...headers,
      ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
      ...(options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
      ...(options.basedOn === undefined ? {} : { 'based-on': options.basedOn }),
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
    };
    const answer =
      call.method === 'GET'
        ? await ask('GET', `${call.path}${queryOf(input)}`, sent)
        : await ask('POST', call.path, { ...sent, 'content-type': 'application/json' }, JSON.stringify(input));
    const body: unknown = answer.text === '' ? undefined : JSON.parse(answer.text);
    // Every answer of every test is held against its call's schema; one that leaves out what its caller holds is none by itself.
    if (answer.status === 200 && 'output' in call && options.basedOn === undefined) (call as EndpointSpec).output.parse(body);
    return { status: answer.status, body };
  };
