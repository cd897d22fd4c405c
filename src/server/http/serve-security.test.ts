import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { createPageTable } from '#routes/_layout/page-table.ts';
import { serveSecurity } from './serve-security.ts';

const handle = { cache: 'personal', robots: 'noindex' } as const;
const PAGES = createPageTable({
  reset: { id: 'reset-password', path: 'auth/login/reset-password', module: { handle } },
  rest: { id: 'not-found', path: '*', module: { handle } },
});

let app: FastifyInstance;
afterEach(() => app.close());

/** Creates a server with only these routes, and collects the lines that it logs. */
function openServer(env: Readonly<Record<string, string>> = {}): { lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  app = Fastify({ logger: { level: 'warn', stream } });
  serveSecurity(app, () => readConfig(env), PAGES);
  return { lines };
}

test('disables browser features that the shop does not use', async () => {
  openServer();

  const { headers } = await app.inject('/security.txt');

  expect(headers['permissions-policy']).toMatch(/camera=\(\), .*geolocation=\(\), .*payment=\(\)/);
  expect(headers['reporting-endpoints']).toBe('shop="/api/browser-reports"');
});

test('leaves the policies of documents out of files of the build', async () => {
  openServer();
  app.get('/assets/page.js', async () => '');

  const { statusCode, headers } = await app.inject('/assets/page.js');

  expect(statusCode).toBe(200);
  expect(headers['permissions-policy']).toBeUndefined();
  expect(headers['reporting-endpoints']).toBeUndefined();
});

describe('security.txt', () => {
  test('names a contact, an expiry date within a year, and its own URL', async () => {
    openServer({ CONTACT_EMAIL: 'hello@shop.example' });

    const { body, headers } = await app.inject({ url: '/.well-known/security.txt', headers: { host: 'localhost:3000' } });

    const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(/^Contact: mailto:hello@shop\.example$/m);
    expect(body).toMatch(/^Canonical: http:\/\/localhost:3000\/\.well-known\/security\.txt$/m);
    expect(expires).toBeGreaterThan(Date.now() + 300 * 86_400_000);
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
  });

  test('may name another contact', async () => {
    openServer({ SECURITY_CONTACT: 'https://shop.example/security' });

    expect((await app.inject('/.well-known/security.txt')).body).toMatch(/^Contact: https:\/\/shop\.example\/security$/m);
  });
});

describe('reports of browsers', () => {
  const PAGE = 'https://shop.example/auth/login/reset-password?token=secret';
  const post = (type: string, payload: string) =>
    app.inject({ method: 'POST', url: '/api/browser-reports', headers: { 'content-type': type }, payload });

  test.each([
    {
      name: 'the Reporting API',
      type: 'application/reports+json',
      body: [{ type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', blockedURL: 'inline', documentURL: PAGE } }],
    },
    {
      name: 'report-uri',
      type: 'application/csp-report',
      body: { 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline', 'document-uri': PAGE } },
    },
  ])('$name: are logged without the URL', async ({ type, body }) => {
    const { lines } = openServer();

    const response = await post(type, JSON.stringify(body));

    expect(response.statusCode).toBe(204);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        security: 'policy_violated',
        directive: 'script-src-elem',
        blocked: 'inline',
        page: 'reset-password',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  test('contain no more of another site than its origin', async () => {
    const { lines } = openServer();
    const body = { effectiveDirective: 'img-src', blockedURL: 'https://evil.example/x?mail=ada@example.com', documentURL: PAGE };

    await post('application/reports+json', JSON.stringify([{ type: 'csp-violation', body }]));

    expect(lines).toEqual([expect.objectContaining({ blocked: 'https://evil.example' })]);
  });

  test.each([
    { name: 'of something else', payload: '[{"type":"deprecation","body":{}}]', status: 204 },
    { name: 'of an extension', payload: '[{"type":"csp-violation","body":{"blockedURL":"chrome-extension://x/y"}}]', status: 204 },
    { name: 'of hostile shape', payload: '{"csp-report":{"effective-directive":{"a":1},"blocked-uri":[]}}', status: 204, lines: 1 },
    { name: 'that is no object', payload: '7', status: 204 },
    { name: 'that is no JSON', payload: '{', status: 400 },
    { name: 'that is too long', payload: `"${'x'.repeat(70_000)}"`, status: 413 },
  ])('return $status for $name', async ({ payload, status, lines: expected = 0 }) => {
    const { lines } = openServer();

    expect((await post('application/csp-report', payload)).statusCode).toBe(status);
    expect(lines).toHaveLength(expected);
  });

  test('write at most a few log lines per minute', async () => {
    const { lines } = openServer();
    const many = Array.from({ length: 100 }, () => ({
      type: 'csp-violation',
      body: { effectiveDirective: 'img-src', blockedURL: 'data' },
    }));

    await post('application/reports+json', JSON.stringify(many));

    expect(lines).toHaveLength(30);
  });
});
