/** Traces of the real server, as a collector gets them, and a shop whose collector is down or does not answer. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cartContract } from '#domains/selling/cart/contract.ts';
import { sendWebhooks } from '#domains/selling/orders/server/webhooks.ts';
import { readMailbox } from '#lib/mail/dev-mailbox.repository.ts';
import { startPoller } from '#lib/server/poller.ts';
import { inJobSpan, isTracing } from '#lib/server/telemetry/telemetry.ts';
import { DETAILS } from '#tests/fixtures/buyers.ts';
import { type CollectedSpan, startTestCollector, type TestCollector } from '#tests/fixtures/collector.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const SERVER = 2;
const CLIENT = 3;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EMAIL = 'canary-trace@example.com';

let collector: TestCollector;
let receiver: Server;
let webhookTrace: string | undefined;
const lines: string[] = [];

const loggedLines = () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>);
const named = (name: string): CollectedSpan[] => collector.spans().filter((span) => span.name === name);
const traceOf = (traceId: string): CollectedSpan[] => collector.spans().filter((span) => span.traceId === traceId);
const childrenOf = ({ spanId }: CollectedSpan): CollectedSpan[] => collector.spans().filter(({ parentSpanId }) => parentSpanId === spanId);
const createCart = (shop: TestShop, headers: Readonly<Record<string, string>> = {}) =>
  shop.call(cartContract, 'localhost', headers).create({ offer: {}, productId: 1 });

beforeAll(async () => {
  collector = await startTestCollector();
  receiver = createServer((request, response) => {
    webhookTrace = String(request.headers.traceparent);
    request.resume();
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  const shop = await createTestShop({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' });
  await shop.stock({ offerId: 'one', productId: 1 });
  await createCart(shop, { traceparent: `00-${TRACE}-${PARENT}-01` });
  await shop.get(`/wine-clubs?email=${encodeURIComponent(EMAIL)}`);
  await paidOrder(shop, [1], 'localhost', { email: EMAIL });
  await inJobSpan('test-webhooks', () =>
    shop.database
      .transaction(async (transaction) => {
        await transaction.execute({
          text: 'insert into webhook_dispatches select id from order_events order by id desc limit 1 on conflict do nothing',
        });
      })
      .then(() => sendWebhooks(shop.database, { urls: [url], secret: SECRET })),
  );
  await inJobSpan('test-failure', () => shop.database.execute({ name: 'traces.fail', text: 'select $1::int', values: [EMAIL] })).catch(
    () => {},
  );
  const stopPoller = startPoller(
    [{ name: 'test-polled', everySeconds: 0.2, run: () => Promise.reject(new Error('a polled job failed')) }],
    (job, err) => shop.running.server.app.log.error({ err }, job),
  );
  await vi.waitUntil(() => lines.some((line) => line.includes('a polled job failed')), { timeout: 10_000 });
  await stopPoller();
  await vi.waitUntil(async () => (await readMailbox(shop.database, 1)).length > 0, { timeout: 60_000 });
  // Sends what is left.
  await shop.stop();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await collector?.stop();
  receiver?.closeAllConnections();
  receiver?.close();
});

test('continues the trace of a request with its statements and the market', () => {
  const trace = traceOf(TRACE);
  const request = trace.find(({ kind }) => kind === SERVER);

  expect(request).toMatchObject({ name: `POST ${cartContract.create.path}`, parentSpanId: PARENT });
  expect(request?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': cartContract.create.path,
    'cellardoor.market': 'AU',
  });
  const statements = trace.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'commit', 'cart.insertCart', 'cart.insertLine']));
});

test('names requests of pages by the pattern of the page', () => {
  expect(named('GET /wine-clubs')).toHaveLength(1);
});

test('traces calls of the gateway, jobs and emails', () => {
  const [gateway] = named('gateway begin');
  const [job] = named('job send-order-email');

  expect(gateway).toMatchObject({ kind: CLIENT, attributes: { 'cellardoor.gateway': 'sandbox' } });
  expect(job && childrenOf(job).map(({ name }) => name)).toContain('send email');
});

test('passes the trace on to a webhook', () => {
  const [job] = named('job test-webhooks');
  const sent = job && childrenOf(job).find(({ attributes }) => attributes['server.address'] === '127.0.0.1');

  expect(sent).toMatchObject({ name: 'POST', kind: CLIENT });
  expect(webhookTrace).toBe(`00-${job?.traceId}-${sent?.spanId}-01`);
});

test('marks a failed statement by its code', () => {
  const [failed] = named('traces.fail');

  expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '22P02' } });
});

test('writes the ids of trace and span into log lines', () => {
  const request = traceOf(TRACE).find(({ kind }) => kind === SERVER);
  const own = loggedLines().filter((line) => line.trace_id === TRACE);

  expect(own.map(({ msg }) => msg)).toEqual(['incoming request', 'request completed']);
  expect(new Set(own.map(({ span_id: id }) => id))).toEqual(new Set([request?.spanId]));
});

test('writes the ids of its span into the log line of a polled job that failed', () => {
  const [job] = named('job test-polled');
  const line = loggedLines().find(({ msg }) => msg === 'test-polled');

  expect(job).toMatchObject({ status: { code: 2 } });
  expect(line).toMatchObject({ trace_id: job?.traceId, span_id: job?.spanId });
});

test('sends no personal data, values of statements or addresses', () => {
  const sent = collector.bodies.join('\n');

  expect(sent).not.toMatch(/canary-trace|\?email|insert into|\$1/i);
  for (const value of [DETAILS.firstName, DETAILS.lastName, DETAILS.phone, DETAILS.address].filter(Boolean))
    expect(sent).not.toContain(value);
});

test('names the service', () => {
  expect(collector.services()).toEqual(new Set(['cellardoor']));
});

describe('with a collector that does not work', () => {
  test.each([
    { name: 'is down', open: () => startTestCollector().then((down) => down.stop().then(() => down)) },
    { name: 'does not answer', open: () => startTestCollector(false) },
  ])('serves requests and stops while it $name', async ({ open }) => {
    const broken = await open();
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const shop = await createTestShop({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${broken.url}/v1/traces` });
    await shop.stock({ offerId: 'one', productId: 1 });

    const created = await createCart(shop);
    const wasTracing = isTracing();
    await shop.stop();

    expect([created.ok, wasTracing, isTracing()]).toEqual([true, true, false]);
    // What is reported of the collector goes to the log. Whether there is time for it depends on the machine.
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
    await broken.stop().catch(() => {});
  });
});
