import { request } from 'node:http';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { gracefulStop } from '../graceful-stop.ts';
import { createHttpServer } from './create-http-server.ts';

const CONFIG = { OFFICE_URL: 'https://office.shop.example', TRUSTED_PROXIES: [] as string[], REQUEST_TIMEOUT_MS: 5_000 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Creates a shop and an office behind one server. */
async function createServers(config: typeof CONFIG = CONFIG) {
  const office = Fastify();
  const app = Fastify({ forceCloseConnections: 'idle', serverFactory: (shop) => createHttpServer(config, shop, office) });
  const stopping = gracefulStop(app, office);
  closing.push(() => stopping.stop({ drainMs: 0, graceMs: 1_000 }));
  let finish = (): void => {};
  let started = (): void => {};
  const isRunning = new Promise<void>((resolve) => {
    started = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isOfficeClosed = false;
  app.get('/where', async () => 'shop');
  office.get('/where', async () => 'office');
  office.get('/slow', async () => {
    started();
    await mayFinish;
    return isOfficeClosed ? 'closed' : 'office';
  });
  office.addHook('onClose', async () => {
    isOfficeClosed = true;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await office.ready();
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const get = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ text, connection: response.headers.connection }));
      });
      sent.on('error', reject);
      sent.end();
    });
  return { get, stopping, isRunning, finish, isClosed: () => isOfficeClosed };
}

test.each([
  ['office.shop.example', 'office'],
  ['OFFICE.shop.example:8443', 'office'],
  ['shop.example', 'shop'],
  ['office.shop.example.evil.example', 'shop'],
  ['xoffice.shop.example', 'shop'],
])('sends requests of %s to the %s', async (host, expected) => {
  const { get } = await createServers();

  expect((await get('/where', { host })).text).toBe(expected);
});

test('reads the forwarded host behind a proxy only', async () => {
  const forwarded = { host: 'internal', 'x-forwarded-host': 'office.shop.example' };
  const direct = await createServers();
  const behindProxy = await createServers({ ...CONFIG, TRUSTED_PROXIES: ['10.0.0.1'] });

  expect((await direct.get('/where', forwarded)).text).toBe('shop');
  expect((await behindProxy.get('/where', forwarded)).text).toBe('office');
});

test('finishes a running request of the office before it ends, and closes the office then', async () => {
  const { get, stopping, isRunning, finish, isClosed } = await createServers();
  const slow = get('/slow', { host: 'office.shop.example' });
  await isRunning;

  const stopped = stopping.stop({ drainMs: 0, graceMs: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  finish();

  expect(await slow).toEqual({ text: 'office', connection: 'close' });
  await stopped;
  expect(isClosed()).toBe(true);
});
