/** What the configurations of HAProxy and Caddy do with requests, by the programs themselves in front of a server that records them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { reasonToSkip, run } from '#tests/fixtures/guide-blocks.ts';
import { haproxyVariables } from '#tests/fixtures/haproxy.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

let received: Received[] = [];
let folder: string;
let child: ChildProcess | null = null;
const web = createServer((request, response) => {
  const { method, url, headers } = request;
  if (url !== '/readyz') received.push({ method, url, headers });
  if (url === '/breaks') request.socket.destroy();
  else response.end('ok');
});

beforeEach(() => {
  received = [];
  folder = mkdtempSync(join(tmpdir(), 'cellardoor-proxy-'));
});
afterEach(async () => {
  if (child !== null && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  child = null;
  web.closeAllConnections();
  web.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROXIES = [
  {
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', 'deploy/haproxy/haproxy.cfg'],
    variables: (port: number, address: string) => ({
      ...haproxyVariables(port),
      SHOP_ADDRESS: `127.0.0.1:${port}`,
      WEB_1: address,
      WEB_2: address,
    }),
    repeated: { GET: 1, POST: 1 },
  },
  {
    name: 'caddy',
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', 'deploy/compose/Caddyfile'],
    variables: (port: number, address: string) => ({
      SHOP_HOSTS: `http://localhost:${port}`,
      OFFICE_HOST: `http://office.localhost:${port}`,
      WEB_ADDRESSES: address,
      ACME_EMAIL: '',
    }),
    // It repeats a GET for five seconds.
    repeated: { GET: expect.toSatisfy((count: number) => count > 1), POST: 1 },
  },
] as const;

describe.each(PROXIES)('$name', ({ name, command, variables, repeated }) => {
  /** Starts the proxy in front of the server. @returns its address */
  async function startProxy(more: Readonly<Record<string, string>> = {}, ready = 200): Promise<string> {
    const port = await freePort();
    const [program, ...words] = command;
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    const address = web.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    child = spawn(program, words, {
      stdio: 'ignore',
      env: {
        PATH: `${process.env.PATH}:/usr/sbin`,
        HOME: folder,
        CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
        ...variables(port, `127.0.0.1:${address.port}`),
        ...more,
      },
    });
    const url = `http://localhost:${port}`;
    const status = () =>
      fetch(url, { redirect: 'manual' }).then(
        (response) => response.status,
        () => 0,
      );
    await expect.poll(status, { timeout: 20_000 }).toBe(ready);
    received = [];
    return url;
  }

  test('removes the headers of traces from requests', async ({ skip }) => {
    const reason = reasonToSkip(name);
    if (reason !== null) skip(reason);
    const url = await startProxy();

    await fetch(url, { headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, tracestate: 'a=b', 'x-other': 'kept' } });

    expect(received).toHaveLength(1);
    expect(received[0]?.headers).toMatchObject({ 'x-other': 'kept', 'x-forwarded-for': expect.any(String) });
    expect(received[0]?.headers).not.toHaveProperty('traceparent');
    expect(received[0]?.headers).not.toHaveProperty('tracestate');
  });

  test.runIf(name === 'caddy').for([
    ['nobody', '192.0.2.1/32', { for: /^(?:127\.0\.0\.1|::1)$/, proto: 'http' }],
    ['the CDN, as one of several', '192.0.2.1/32 127.0.0.1/32 ::1/128', { for: /^203\.0\.113\.7, (?:127\.0\.0\.1|::1)$/, proto: 'https' }],
  ] as const)('passes on the forwarded headers of a request if it trusts its sender: %s', async ([, trusted, expected], { skip }) => {
    const reason = reasonToSkip(name);
    if (reason !== null) skip(reason);
    const url = await startProxy({ CDN_ADDRESSES: trusted });

    await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' } });

    expect(received[0]?.headers).toMatchObject({
      'x-forwarded-for': expect.stringMatching(expected.for),
      'x-forwarded-proto': expected.proto,
    });
  });

  test.for(['GET', 'POST'] as const)('repeats a %s whose connection broke as its comments say', async (method, { skip }) => {
    const reason = reasonToSkip(name);
    if (reason !== null) skip(reason);
    const url = await startProxy();

    const { status } = await fetch(`${url}/breaks`, { method, ...(method === 'POST' ? { body: 'order' } : {}) });

    expect(status).toBe(502);
    expect(received.length).toEqual(repeated[method]);
  });

  test('redirects to TLS where it has a certificate, and tells the shop of it', async ({ skip }) => {
    if (name !== 'haproxy') skip('Caddy does so by itself.');
    const reason = reasonToSkip(name, 'openssl');
    if (reason !== null) skip(reason);
    const pem = join(folder, 'localhost.pem');
    run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', pem, '-out', pem, '-subj', '/CN=localhost']);
    const tlsPort = await freePort();
    const url = await startProxy({ SHOP_CERTIFICATES: pem, SHOP_TLS_ADDRESS: `127.0.0.1:${tlsPort}` }, 308);

    const redirect = await fetch(`${url}/wines?page=2`, { redirect: 'manual' });
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ host: '127.0.0.1', port: tlsPort, path: '/wines', rejectUnauthorized: false }, resolve).once('error', reject);
    });
    response.resume();

    expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost[:\d]*\/wines\?page=2$/);
    expect(response.statusCode).toBe(200);
    expect(received.map(({ headers }) => headers['x-forwarded-proto'])).toEqual(['https']);
  });
});
