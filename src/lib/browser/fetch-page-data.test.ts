import { describe, expect, test } from 'vitest';
import { type PageDataPorts, pagePath, patientFetch } from './fetch-page-data.ts';

const BASE = 'https://shop.example';
const ok = () => new Response('data');

function setUp(answers: readonly (() => Response | Promise<Response>)[], online = true) {
  const asked: string[] = [];
  const left: string[] = [];
  const waits: number[] = [];
  const ports: PageDataPorts = {
    fetch: async (input) => {
      asked.push(String(input));
      const next = answers[Math.min(asked.length, answers.length) - 1];
      if (!next) throw new Error('no answer');
      return next();
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
    isOnline: () => online,
    redirectTo: (path) => void left.push(path),
  };
  return { fetch: patientFetch(ports, BASE), asked, left, waits };
}
const down = () => {
  throw new TypeError('Failed to fetch');
};
const broken = () => new Response('', { status: 503 });

describe('page data', () => {
  test('that comes is asked for once', async () => {
    const { fetch, asked } = setUp([ok]);
    expect(await (await fetch(`${BASE}/about.data`)).text()).toBe('data');
    expect(asked).toHaveLength(1);
  });

  test.each([
    { name: 'a lost connection', fault: down },
    { name: 'a server that is away', fault: broken },
  ])('$name is tried three times more', async ({ fault }) => {
    const { fetch, asked, waits } = setUp([fault, fault, fault, ok]);
    expect((await fetch(`${BASE}/about.data`)).status).toBe(200);
    expect(asked).toHaveLength(4);
    expect(waits).toHaveLength(3);
  });

  test('after that the document is loaded, and nobody is told of a failure', async () => {
    const { fetch, asked, left } = setUp([down]);
    const settled = await Promise.race([
      fetch(`${BASE}/wines.data?category=Red&_routes=root`),
      new Promise((done) => setTimeout(done, 20, 'waits')),
    ]);
    expect(settled).toBe('waits');
    expect(asked).toHaveLength(4);
    expect(left).toEqual(['/wines?category=Red']);
  });

  test('without a connection it is not tried again', async () => {
    const { fetch, asked, left } = setUp([down], false);
    void fetch(`${BASE}/about.data`);
    await expect.poll(() => left).toEqual(['/about']);
    expect(asked).toHaveLength(1);
  });

  test('a fault that the page itself answered is the page', async () => {
    const { fetch, asked } = setUp([() => new Response('', { status: 500, headers: { 'x-remix-response': 'yes' } })]);
    expect((await fetch(`${BASE}/about.data`)).status).toBe(500);
    expect(asked).toHaveLength(1);
  });

  test.each([`${BASE}/api/cart`, 'https://other.example/about.data'])('%s is left alone', async (url) => {
    const { fetch, asked } = setUp([broken]);
    expect((await fetch(url)).status).toBe(503);
    expect(asked).toHaveLength(1);
  });

  test('an abandoned navigation is over', async () => {
    const { fetch, left } = setUp([
      () => {
        throw new DOMException('gone', 'AbortError');
      },
    ]);
    await expect(fetch(`${BASE}/about.data`)).rejects.toThrow('gone');
    expect(left).toEqual([]);
  });

  test.each([
    ['/_root.data', '/'],
    ['/a/_.data', '/a/'],
    ['/a/b.data?page=2&_routes=x', '/a/b?page=2'],
  ])('%s belongs to %s', (address, path) => {
    expect(pagePath(new URL(address, BASE))).toBe(path);
  });
});
