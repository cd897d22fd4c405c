import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '#tests/fixtures/http.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

let shop: TestShop;
/** Has a timeout that a busy machine exceeds for complete requests too. */
let impatientShop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ TRUSTED_PROXIES: '127.0.0.1' });
  impatientShop = await createTestShop({ REQUEST_TIMEOUT_MS: '300' });
});
afterAll(() => Promise.all([shop.stop(), impatientShop.stop()]));

/** Returns the response to an incomplete request, after the server has closed the connection. */
const responseTo = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(impatientShop.running.port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', reject);
  });

test.each([
  [
    'body',
    'POST /identity/api/validate-email HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  ],
  ['header', 'GET / HTTP/1.1\r\nhost: loc'],
])('aborts a request whose %s never ends', async (_, bytes) => {
  expect(await responseTo(bytes)).toMatch(/^(HTTP\/1\.1 408 .*)?$/s);
});

test('ignores a client that disconnects before its IP address is read', async () => {
  const body = JSON.stringify({ cartId: '00000000-0000-4000-8000-000000000000', couponCode: 'X' });
  const bytes = `POST /api/add-coupon HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  await Promise.all(
    Array.from(
      { length: 50 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(shop.running.port, '127.0.0.1', () => {
            socket.write(bytes);
            socket.resetAndDestroy();
          });
          socket.on('error', () => {});
          socket.on('close', () => resolve());
        }),
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));

  expect(await shop.database.queryMany({ text: 'select * from error_groups' })).toEqual([]);
});

const guessFrom = (address: string) =>
  send(
    shop.running.port,
    'localhost',
    'POST',
    '/api/gift-cards/balance',
    { 'content-type': 'application/json', 'x-forwarded-for': address },
    JSON.stringify({ code: 'AAAA-AAAA-AAAA-AAAA' }),
  );

test('checks at most twenty of sixty simultaneous gift card guesses from one /64 network', async () => {
  const guess = (index: number) => guessFrom(`2001:db8::${(index + 1).toString(16)}`);

  const statuses = (await Promise.all(Array.from({ length: 60 }, (_, index) => guess(index)))).map(({ status }) => status);

  expect(statuses.filter((status) => status === 404)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect((await guessFrom('2001:db8:0:1::1')).status).toBe(404);
});

test('limits checks of a referral code to thirty per minute [API-22, API-23]', async () => {
  const check = () => shop.get('/api/check-referral-code?bigcommerceId=1', { 'x-forwarded-for': '203.0.113.77' });

  const statuses = (await Promise.all(Array.from({ length: 32 }, check))).map(({ status }) => status);

  expect(statuses.sort()).toEqual([...Array(30).fill(401), 429, 429]);
});

test('refuses pages while the event loop is late, and answers probes, reports of vendors and files', async () => {
  const busyShop = await createTestShop({ MAX_EVENT_LOOP_DELAY_MS: '1' });
  const blockEventLoop = () => {
    const end = performance.now() + 1_100;
    while (performance.now() < end);
  };
  const statuses = async () => {
    blockEventLoop();
    const paths = ['/wines', '/api/search/list?kind=wine', '/healthz', '/readyz', '/metrics', '/webhooks/unknown', '/assets/unknown.js'];
    return Promise.all(paths.map(async (path) => (await busyShop.get(path)).status));
  };

  try {
    await expect.poll(statuses, { timeout: 60_000 }).toEqual([503, 503, 200, 200, 200, 404, 404]);
  } finally {
    await busyShop.stop();
  }
}, 120_000);
