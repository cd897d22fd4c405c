/**
 * What outside clients rely on, checked from outside: it starts the shop by the README's command, sends HTTP requests and compares
 * with committed recordings. It imports nothing of the shop.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GROUPS, SAMPLE_PASSWORD, type Sender } from './exchanges.ts';
import { createBrowserSession } from './support/browser-session.ts';
import { createNormalizer } from './support/normalize.ts';
import { readDocument, readOrRecord } from './support/recording.ts';
import { type RunningShop, startShop } from './support/running-shop.ts';

/** Response headers that are part of the interface. */
const RECORDED_HEADERS = ['content-type', 'cache-control', 'location', 'retry-after', 'www-authenticate', 'access-control-allow-origin'];

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
}, 200_000);
afterAll(() => shop?.stop(), 60_000);

const parseBody = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
};

describe('recorded exchanges', () => {
  test.each(Object.keys(GROUPS) as (keyof typeof GROUPS)[])('%s', async (group) => {
    const session = createBrowserSession(shop.port);
    const tokens = await session.signIn('green@cellardoor.example', SAMPLE_PASSWORD);
    const normalize = createNormalizer(shop.port);
    const exchanges: unknown[] = [];
    const send: Sender = async (name, method, path, { query, body, text, headers = {} } = {}) => {
      const search =
        query === undefined ? '' : `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const sent = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
      const response = await createBrowserSession(shop.port).send(method, `${path}${search}`, sent, payload);
      const parsed = parseBody(response.text);
      exchanges.push({
        name,
        request: normalize({ method, path, query: query ?? {}, headers: sent, body: body ?? text ?? null }),
        response: {
          status: response.status,
          headers: normalize(
            Object.fromEntries(
              RECORDED_HEADERS.flatMap((key) => (response.headers[key] === undefined ? [] : [[key, response.headers[key]]])),
            ),
          ),
          body: normalize(parsed),
        },
      });
      return parsed;
    };
    await GROUPS[group]({ send, session, tokens, respond: (response) => parseBody(response.text) });
    expect(exchanges).toEqual(readOrRecord(`recordings/${group}.json`, exchanges));
  });
});

test('the OpenAPI document is the recorded one', async () => {
  const { text } = await createBrowserSession(shop.port).send('GET', '/api/openapi.json');
  const document = createNormalizer(shop.port)(JSON.parse(text));
  expect(document).toEqual(readOrRecord('openapi.json', document));
});

test('cookies of a sign-in keep their names and attributes', async () => {
  const session = createBrowserSession(shop.port);
  await session.signIn('green@cellardoor.example', SAMPLE_PASSWORD);
  const lines = session.setCookies.map((line) =>
    line
      .replace(/=[^;]*/, '=<value>')
      .replace(/expires=[^;]*/gi, 'expires=<time>')
      .replace(/path=\/authorize\/[\w-]+/g, 'path=/authorize/<id>'),
  );
  const names = [...new Set(lines)].sort();
  expect(names).toEqual(readOrRecord('cookies.json', names));
});

test('every fixed sentence is served, by a call or by a script of the storefront', async () => {
  const session = createBrowserSession(shop.port);
  const recorded = Object.keys(GROUPS).map((group) => JSON.stringify(readDocument(`recordings/${group}.json`)));
  const pages = await Promise.all(
    ['/', '/wines', '/cart', '/wines/wirrabeen-ridge/old-block-shiraz-2021'].map((path) => session.send('GET', path)),
  );
  const scripts = new Set<string>();
  const queue = pages.flatMap(({ text }) => [...text.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path));
  const texts: string[] = [];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (scripts.has(path)) continue;
    scripts.add(path);
    const { text } = await session.send('GET', path);
    texts.push(text);
    queue.push(...[...text.matchAll(/["'`](?:\.\/|assets\/|\/assets\/)([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`));
  }
  const served = [...recorded, ...pages.map(({ text }) => text), ...texts].join('\n').replaceAll("\\'", "'").replaceAll('\\"', '"');
  const sentences = readDocument('sentences.json');
  if (!Array.isArray(sentences)) throw new Error('sentences.json must be a list');
  expect(sentences.filter((sentence) => !served.includes(String(sentence)))).toEqual([]);
});
