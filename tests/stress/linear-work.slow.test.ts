/**
 * Verifies that the work of one request grows no faster than the request: long runs of each special character in every text field and
 * header of every public endpoint, at two lengths with a ratio of eight (docs/decisions/0070-linear-regular-expressions.md).
 */
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedShop, serveSampleShop } from '#tests/e2e/support/served-shop.ts';
import { type Operation, operationsOf, sampleOf, seededRandom, textPathsOf, withValueAt } from '#tests/fixtures/openapi.ts';
import { recordStressResult } from '#tests/stress/record-result.ts';
import { isStressRun } from '#tests/stress/run-count.ts';

const [SHORT, LONG] = [8_192, 65_536];
/** Lengths of texts in URLs and headers, whose total size is limited to 16 KB. */
const [SHORT_HEADER, LONG_HEADER] = [1_500, 12_000];
/** Maximum ratio of the work. Linear work has a ratio of 8, quadratic work of 64. Caches and garbage collection add noise. */
const MAX_RATIO = 20;
/** Work below MIN_MS is not measured again. Work below MIN_JUDGED_MS is too short to judge its growth. Both in ms of CPU time. */
const MIN_MS = 6;
const MIN_JUDGED_MS = 25;
const MAX_MS = 1_500;
/** Number of violations after which the test stops, because each slow request takes long. */
const ENOUGH_FAULTS = 5;

const SPECIAL = [
  ...' \t\n!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~aA0',
  '\u00a0',
  'é',
  '\u0301',
  '😀',
  '\\"',
  'a.',
  'a@',
  '=a&',
  '",',
  '[{',
  '%20',
  '-1 ',
  'a:',
  ' TO ',
];

let shop: ServedShop;
let operations: Operation[];
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  shop = await serveSampleShop({ TRUSTED_PROXIES: '127.0.0.1' });
  operations = operationsOf((await shop.get('/api/openapi.json')).text);
});
afterAll(async () => {
  agent.destroy();
  await shop.stop();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let clients = 0;
/** Sends a request from a new client address. Returns its status and the CPU time of the process in ms. */
async function workOf({ method, path, headers = {}, body }: Sent): Promise<{ readonly ms: number; readonly status: number }> {
  clients += 1;
  const address = `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
  const before = process.cpuUsage();
  const status = await new Promise<number>((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: shop.running.port,
        method,
        path,
        agent,
        timeout: 60_000,
        headers: { host: 'localhost', 'x-forwarded-for': address, ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path.slice(0, 100)} hangs`)));
    sent.on('error', reject);
    sent.end(body);
  });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, status };
}

/** Returns the minimum of several attempts, which excludes most of the unrelated work of the process. */
async function leastWork(sent: Sent, attempts: number): Promise<{ readonly ms: number; readonly status: number }> {
  let least = await workOf(sent);
  for (let again = 1; again < attempts && least.ms > MIN_MS; again += 1) {
    const next = await workOf(sent);
    if (next.ms < least.ms) least = next;
  }
  return least;
}

/**
 * Sends shorter runs first, so that superlinear work is detected before a request takes minutes.
 * @returns time and length of the first slow run, or null if there is none
 */
async function explodesAt(sent: (text: string) => Sent, run: (length: number) => string, longest: number): Promise<string | null> {
  for (const share of [64, 16, 4]) {
    const { ms } = await workOf(sent(run(longest / share)));
    if (ms > MAX_MS / 3) return `${ms.toFixed(0)} ms for ${longest / share} characters`;
  }
  return null;
}

interface Place {
  readonly name: string;
  readonly lengths: readonly [short: number, long: number];
  readonly sent: (text: string) => Sent;
}

const random = seededRandom(7);
const JSON_TYPE = { 'content-type': 'application/json' };

/** Returns the inputs of a described operation: each parameter of its query and each text field of its body. */
function placesOf({ method, path, parameters, body }: Operation): Place[] {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const sample = Object.fromEntries(
    query.filter(({ required }) => required).map(({ name, schema }) => [name, String(sampleOf(schema, name, new Map(), random))]),
  );
  const validBody = body === null ? undefined : sampleOf(body, '', new Map(), random);
  return [
    ...query
      .filter(({ schema }) => schema.enum === undefined)
      .map(
        ({ name }): Place => ({
          name: `${method} ${path} ?${name}`,
          lengths: [SHORT_HEADER, LONG_HEADER],
          sent: (text) => ({ method, path: `${path}?${new URLSearchParams({ ...sample, [name]: text })}`.slice(0, 14_000) }),
        }),
      ),
    ...(body === null ? [] : textPathsOf(body)).map(
      (keys): Place => ({
        name: `${method} ${path} ${keys.join('.')}`,
        lengths: [SHORT, LONG],
        sent: (text) => ({ method, path, headers: JSON_TYPE, body: JSON.stringify(withValueAt(validBody, keys, text)) }),
      }),
    ),
  ];
}

const SEARCH = { 'x-algolia-application-id': 'shop', 'x-algolia-api-key': 'guest' };
const INDEX = 'au_storefront_site_offers';
const SEARCH_TEXTS = [
  'query',
  'filters',
  'facetFilters',
  'numericFilters',
  'tagFilters',
  'facets',
  'attributesToRetrieve',
  'highlightPreTag',
  'userToken',
];
const posted = (path: string, headers: Readonly<Record<string, string>>, bodyOf: (text: string) => unknown, name = ''): Place => ({
  name: `POST ${path} ${name}`,
  lengths: [SHORT, LONG],
  sent: (text) => {
    const body = bodyOf(text);
    return { method: 'POST', path, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
  },
});
const form = (path: string, field: string): Place =>
  posted(
    path,
    { 'content-type': 'application/x-www-form-urlencoded' },
    (text) => new URLSearchParams({ email: 'a@example.com', password: 'x', [field]: text }).toString(),
    field,
  );

/** Inputs that the document does not describe: vendor protocols, forms, pages, pictures and headers. */
const others = (): Place[] => [
  ...SEARCH_TEXTS.flatMap((name) => [
    posted(`/1/indexes/${INDEX}/query`, SEARCH, (text) => ({ query: 'wine', hitsPerPage: 2, [name]: text }), name),
    ...['#', 'a#b', 'a<# !', 'a:1#x', '#<1', 'a:#'].map((condition) =>
      posted(
        `/1/indexes/${INDEX}/query`,
        SEARCH,
        (text) => ({ query: 'wine', hitsPerPage: 2, [name]: [condition.replace('#', () => text)] }),
        `${name} ["${condition}"]`,
      ),
    ),
    posted(
      '/1/indexes/*/queries',
      SEARCH,
      (text) => ({ requests: [{ indexName: INDEX, params: new URLSearchParams({ hitsPerPage: '2', [name]: text }).toString() }] }),
      `params ${name}`,
    ),
  ]),
  posted(`/1/indexes/${INDEX}/facets/varietals/query`, SEARCH, (text) => ({ facetQuery: text }), 'facetQuery'),
  posted(
    '/1/events',
    SEARCH,
    (text) => ({ events: [{ eventType: 'click', eventName: text, index: text, userToken: text, objectIDs: [text] }] }),
    'events',
  ),
  posted('/1/events', SEARCH, (text) => text, 'body'),
  ...['event', 'anonymousId', 'userId', 'messageId', 'timestamp', 'name'].map((name) =>
    posted(
      '/v1/t',
      { authorization: 'Basic Y2VsbGFyZG9vcjo=' },
      (text) => ({ event: 'Search', anonymousId: 'a', [name]: text.slice(0, 30_000) }),
      name,
    ),
  ),
  posted(
    '/v1/b',
    { authorization: 'Basic Y2VsbGFyZG9vcjo=' },
    (text) => ({ batch: [{ type: 'track', event: 'Search', anonymousId: 'a', properties: { text } }, { type: text }] }),
    'batch',
  ),
  ...['message', 'class', 'fingerprint'].map((name) =>
    posted(
      '/v1/notices/js',
      { 'x-api-key': 'shop' },
      (text) => ({
        error: {
          message: 'a',
          [name]: text,
          backtrace: Array.from({ length: 40 }, () => ({
            file: text.slice(0, text.length / 40),
            method: text.slice(0, text.length / 40),
            number: 1,
          })),
        },
        request: { url: text, context: { text } },
      }),
      name,
    ),
  ),
  ...['email', 'password', 'returnTo', 'given_name', 'token'].flatMap((field) =>
    ['/auth/login', '/auth/login/using-password', '/auth/join', '/auth/login/forgot-password', '/auth/login/reset-password'].map((path) =>
      form(path, field),
    ),
  ),
  ...['code', 'refresh_token', 'client_id', 'code_verifier', 'redirect_uri'].map((field) => form('/oauth/token', field)),
  ...[
    '/',
    '/wines/',
    '/whisky/',
    '/pictures/bottle/',
    '/vino-articles/',
    '/checkout/',
    '/gift-cards/',
    '/sitemaps/',
    '/assets/',
    '/api/',
  ].map(
    (path): Place => ({
      name: `GET ${path}…`,
      lengths: [SHORT_HEADER, LONG_HEADER],
      sent: (text) => ({
        method: 'GET',
        path:
          path +
          encodeURI(text)
            .slice(0, 14_000)
            .replace(/%[^%]?$/, ''),
      }),
    }),
  ),
  ...['/', '/wines', '/auth/login', '/authorize', '/cart', '/offer-preview'].flatMap((path) =>
    ['query', 'returnTo', 'redirect_uri', 'code', 'page', 'varietals'].map(
      (name): Place => ({
        name: `GET ${path} ?${name}`,
        lengths: [SHORT_HEADER, LONG_HEADER],
        sent: (text) => ({ method: 'GET', path: `${path}?${name}=${encodeURIComponent(text)}`.slice(0, 14_000).replace(/%[^%]?$/, '') }),
      }),
    ),
  ),
  ...[
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'cookie',
    'content-type',
    'user-agent',
    'referer',
    'origin',
    'if-match',
    'if-none-match',
    'if-modified-since',
    'idempotency-key',
    'range',
    'x-forwarded-for',
    'x-forwarded-proto',
    'forwarded',
    'sec-fetch-site',
    'purpose',
    'x-algolia-api-key',
  ].flatMap((name) =>
    [
      '/',
      '/api/search/list?kind=wine',
      '/assets/',
      '/pictures/bottle/x.y.svg',
      '/api/destroy-cart?cartId=00000000-0000-4000-8000-000000000000',
    ].map(
      (path): Place => ({
        name: `GET ${path} ${name}:`,
        lengths: [SHORT_HEADER, LONG_HEADER],
        // Removes characters that headers cannot contain.
        sent: (text) => ({ method: 'GET', path, headers: { [name]: `a${text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '')}` } }),
      }),
    ),
  ),
];

/** Returns the characters to try at an input: all of them in a stress run, otherwise two that differ by input. */
const charactersFor = (index: number): readonly string[] =>
  isStressRun ? SPECIAL : [0, 1].map((turn) => SPECIAL[(index * 2 + turn * 17) % SPECIAL.length] ?? ' ');

test('takes time proportional to the length of the input', { timeout: 3_600_000 }, async () => {
  const positions = [...operations.filter(({ isDescribed }) => isDescribed).flatMap(placesOf), ...others()];
  const measured: {
    readonly name: string;
    readonly character: string;
    readonly short: number;
    readonly long: number;
    readonly ratio: number;
  }[] = [];
  const violations: string[] = [];

  for (const [index, { name, lengths, sent }] of positions.entries()) {
    if (violations.length >= ENOUGH_FAULTS) break;
    await workOf(sent('a'));
    for (const [turn, character] of charactersFor(index).entries()) {
      // Every other run is surrounded by letters, because an expression may reject a bare run at once.
      const inside = (run: string): string => ((index + turn) % 2 === 0 ? run : `a${run}b`);
      const run = (length: number): string =>
        inside(
          character
            .repeat(Math.ceil(length / character.length))
            .slice(0, length)
            .toWellFormed(),
        );
      const explodes = await explodesAt(sent, run, lengths[1]);
      if (explodes !== null) {
        violations.push(`${name} with ${JSON.stringify(character)}: ${explodes}`);
        break;
      }
      const long = await leastWork(sent(run(lengths[1])), 5);
      if (long.status >= 500) violations.push(`${long.status} ${name} with ${JSON.stringify(character)}`);
      if (long.ms <= MIN_MS) continue;
      const short = await leastWork(sent(run(lengths[0])), 5);
      const ratio = long.ms / Math.max(short.ms, 1);
      measured.push({ name, character: JSON.stringify(character), short: short.ms, long: long.ms, ratio });
      if ((long.ms > MIN_JUDGED_MS && ratio > MAX_RATIO) || long.ms > MAX_MS)
        violations.push(`${name} with ${JSON.stringify(character)}: ${short.ms.toFixed(1)} ms, ${long.ms.toFixed(1)} ms`);
    }
  }

  const worst = measured.sort((a, b) => b.ratio - a.ratio).slice(0, 12);
  recordStressResult(
    'Work by length',
    ['place', 'run of', 'shorter, ms', 'eight times as long, ms', 'ratio'],
    worst.map(({ name, character, short, long, ratio }) => [
      name.replaceAll('|', '\\|'),
      character.replaceAll('|', '\\|'),
      short.toFixed(1),
      long.toFixed(1),
      ratio.toFixed(1),
    ]),
  );
  console.log(`${positions.length} places; ${measured.length} took more than ${MIN_MS} ms. Highest ratios:`);
  for (const { name, character, short, long, ratio } of worst)
    console.log(`${ratio.toFixed(1)}  ${short.toFixed(1)} → ${long.toFixed(1)} ms  ${name} ${character}`);
  expect(violations).toEqual([]);
});

test('rejects a header above 16 KB', async () => {
  const { status } = await workOf({ method: 'GET', path: '/', headers: { 'accept-encoding': ' ;'.repeat(LONG / 2) } });

  expect(status).toBe(431);
});
