import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type GracefulStop, gracefulStop } from './graceful-stop.ts';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Creates a server with a route that responds when the test releases it. */
async function createServer() {
  const app = Fastify({ forceCloseConnections: 'idle' });
  apps.push(app);
  const stopping: GracefulStop = gracefulStop(app);
  let finish = (): void => {};
  let started = (): void => {};
  const isRunning = new Promise<void>((resolve) => {
    started = resolve;
  });
  const mayFinish = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get('/quick', async () => ({ ready: !stopping.isStopping() }));
  app.get('/slow', async () => {
    started();
    await mayFinish;
    return { done: true };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { stopping, port, isRunning, finish };
}

function get(port: number, path: string, agent: Agent | false = false) {
  return new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ text, connection: response.headers.connection }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('finishes a running request before it ends', async () => {
  const { stopping, port, isRunning, finish } = await createServer();
  const slow = get(port, '/slow');
  await isRunning;

  let ended = false;
  const stopped = stopping.stop({ drainMs: 0, graceMs: 10_000 }).then(() => {
    ended = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = ended;
  finish();
  const response = await slow;
  await stopped;

  expect({ before, answer: response.text }).toEqual({ before: false, answer: '{"done":true}' });
});

test('accepts requests while load balancers react, and asks connections to close', async () => {
  const { stopping, port } = await createServer();

  const stopped = stopping.stop({ drainMs: 500, graceMs: 10_000 });
  const response = await get(port, '/quick', new Agent({ keepAlive: true }));
  await stopped;

  expect(response).toEqual({ text: '{"ready":false}', connection: 'close' });
  await expect(get(port, '/quick')).rejects.toThrow(/ECONNREFUSED/);
});

test('closes idle and unused connections at once', async () => {
  const { stopping, port } = await createServer();
  const agent = new Agent({ keepAlive: true });
  await get(port, '/quick', agent);
  const unused = connect(port, '127.0.0.1');
  unused.on('error', () => {});
  await once(unused, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));

  // Longer than the limit of a test.
  await stopping.stop({ drainMs: 0, graceMs: 600_000 });

  await expect.poll(() => [unused.closed, Object.keys(agent.freeSockets)]).toEqual([true, []]);
  agent.destroy();
});

test('aborts requests that exceed the time limit', async () => {
  const { stopping, port, isRunning, finish } = await createServer();
  const slow = get(port, '/slow').then(
    () => 'answered',
    () => 'cut off',
  );
  await isRunning;

  await stopping.stop({ drainMs: 0, graceMs: 300 });
  finish();

  expect(await slow).toBe('cut off');
});
