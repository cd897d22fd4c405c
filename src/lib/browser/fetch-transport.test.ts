import { describe, expect, test } from 'vitest';
import { type FetchPorts, fetchTransport, NetworkError } from './fetch-transport.ts';
import { setPageRevision } from './page-revision.ts';

interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
type Reply = Response | 'no answer' | 'never';

const ADD = { method: 'POST', path: '/api/add' } as const;
const READ = { method: 'GET', path: '/api/read' } as const;
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function scripted(replies: readonly Reply[], timeout = 1_000) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const reported: unknown[] = [];
  const ports: FetchPorts = {
    async fetch(url, init) {
      sent.push({ url, method: init.method, headers: init.headers as Record<string, string>, body: init.body });
      const reply = replies[sent.length - 1];
      if (reply === 'never') return new Promise((_, fail) => init.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
      if (reply === undefined || reply === 'no answer') throw new TypeError('Failed to fetch');
      return reply;
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
    newKey: () => `key ${sent.length}`,
    timeout,
    report: (error, data) => void reported.push([String(error), data]),
  };
  return { transport: fetchTransport(ports), sent, waits, reported };
}

describe('requests', () => {
  test('sends a POST as JSON with its own idempotency key [API-4, API-15, API-26]', async () => {
    const { transport, sent } = scripted([json(200, { data: 1 })]);
    expect(await transport(ADD, { productId: 7 }, {})).toEqual({ status: 200, body: { data: 1 } });
    expect(sent).toMatchObject([
      {
        url: '/api/add',
        method: 'POST',
        body: '{"productId":7}',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'key 0' },
      },
    ]);
  });

  test('sends the input of a GET in the query, and a key only if one is given [API-26]', async () => {
    const { transport, sent } = scripted([json(200, null), json(200, null)]);
    await transport(READ, { code: 'a b&c', n: 2, left: undefined }, {});
    await transport(READ, {}, { idempotencyKey: 'mine' });
    expect(sent.map(({ url, headers }) => [url, headers['idempotency-key']])).toEqual([
      ['/api/read?code=a+b%26c&n=2', undefined],
      ['/api/read', 'mine'],
    ]);
  });

  test('sends version and token in their headers [API-17]', async () => {
    const { transport, sent } = scripted([json(200, null)]);
    await transport(ADD, {}, { ifMatch: 4, bearer: 'token' });
    expect(sent[0]?.headers).toMatchObject({ 'if-match': '4', authorization: 'Bearer token' });
  });
});

test('names the revision that the shopper has seen, else that of the page, and returns the one that the server names', async () => {
  setPageRevision('page', () => undefined);
  const answer = () => new Response('1', { status: 200, headers: { 'settings-revision': 'newer' } });
  const { transport, sent } = scripted([answer(), answer()]);
  expect(await transport(ADD, {}, { revision: 'seen' })).toEqual({ status: 200, body: 1, revision: 'newer' });
  await transport(ADD, {}, {});
  expect(sent.map(({ headers }) => headers['settings-revision'])).toEqual(['seen', 'page']);
  setPageRevision('', () => undefined);
});

describe('requests without a response', () => {
  test.each<[string, Reply]>([
    ['a broken connection', 'no answer'],
    ['a gateway without a shop behind it', json(502, null)],
    ['an answer that takes too long', 'never'],
  ])('%s: repeats the request with the same key [API-18]', async (_, first) => {
    const { transport, sent, waits } = scripted([first, json(200, 'there')], 5);
    expect(await transport(ADD, {}, {})).toEqual({ status: 200, body: 'there' });
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['key 0', 'key 0']);
    expect(waits).toEqual([300]);
  });

  test('fails after three attempts', async () => {
    const { transport, sent, waits } = scripted([]);
    await expect(transport(ADD, {}, {})).rejects.toBeInstanceOf(NetworkError);
    expect(sent).toHaveLength(3);
    expect(waits).toEqual([300, 900]);
  });
});

describe('responses [API-27]', () => {
  test.each<[string, Response, unknown]>([
    [
      'a refusal is an answer, and is not sent again',
      json(409, { code: 'purchase_limit' }),
      { status: 409, body: { code: 'purchase_limit' } },
    ],
    ['a fault of the shop is one too', json(500, { code: 'internal' }), { status: 500, body: { code: 'internal' } }],
    ['204 has no body', new Response(null, { status: 204 }), { status: 204, body: null }],
    ['what is not JSON counts as nothing', new Response('<html>', { status: 200 }), { status: 200, body: null }],
  ])('%s', async (_, reply, expected) => {
    const { transport, sent } = scripted([reply]);
    expect(await transport(ADD, {}, {})).toEqual(expected);
    expect(sent).toHaveLength(1);
  });
});

describe('reported failures [ERR-6]', () => {
  const readSent = (status: number) => [[`CallFailed: /api/add answered ${status}`, { action: 'POST /api/add', status }]];
  test.each<[string, readonly Reply[], unknown]>([
    ['a fault of the shop, with its status', [json(500, { code: 'internal' })], readSent(500)],
    ['input that is refused', [json(400, { code: 'invalid_input' })], []],
    ['no cart', [json(404, { data: null })], []],
    ['an answer that is none of the shop', [json(404, '<html>')], readSent(404)],
    ['no refusal: it is a sentence for the shopper', [json(409, { code: 'purchase_limit' })], []],
    ['no success', [json(200, {})], []],
  ])('%s', async (_, replies, expected) => {
    const { transport, reported } = scripted(replies);
    await transport(ADD, {}, {});
    expect(reported).toEqual(expected);
  });

  test.each<[string, readonly Reply[], number]>([
    ['no response at all counts as 400', [], 400],
    ['a gateway says its own status', [json(503, null), json(503, null), json(503, null)], 503],
  ])('%s', async (_, replies, status) => {
    const { transport, reported } = scripted(replies);
    await transport(ADD, {}, {}).catch(() => {});
    expect(reported).toEqual(readSent(status));
  });
});
