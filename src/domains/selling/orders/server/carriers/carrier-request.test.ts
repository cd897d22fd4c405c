/** Responses of carriers that are hostile, broken or too large. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, callCarrier, loadLabel, reportTime } from './carrier-request.ts';

const UNREADABLE = 'Acme answered in a way that we can’t read.';

let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;
beforeAll(async () => {
  server = createServer((request, response) => (request.url === '/elsewhere' ? response.end('%PDF-1.7') : respond(response)));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = () =>
  callCarrier({ carrier: 'Acme', url, method: 'GET', headers: { authorization: 'Bearer key' } }, AbortSignal.timeout(5_000));
const load = (address = url, origin = url, ms = 5_000) => loadLabel('Acme', address, origin, AbortSignal.timeout(ms));
const MUCH = 'a'.repeat(6_000_000);
const redirect = (response: ServerResponse) => response.writeHead(302, { location: `${url}/elsewhere` }).end();

test('texts that the database cannot store are replaced', async () => {
  respond = (response) => response.writeHead(422).end(String.raw`{"error":"a\u0000b\ud800"}`);

  expect(await call()).toEqual({ status: 422, isOk: false, body: { error: 'a\uFFFDb\uFFFD' } });
});

test.each([
  { name: 'larger than five megabytes', send: (response: ServerResponse) => response.end(JSON.stringify(MUCH)) },
  { name: 'a page', send: (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('{}') },
  { name: 'no JSON', send: (response: ServerResponse) => response.end('{') },
])('a response that is $name is not read', async ({ send }) => {
  respond = send;
  await expect(call()).rejects.toThrow(UNREADABLE);
});

test('a redirect is not followed, so that no key goes along', async () => {
  respond = redirect;
  await expect(call()).rejects.toThrow('Acme couldn’t be reached.');
  await expect(load()).rejects.toThrow('Acme couldn’t be reached.');
});

test.each([
  { name: 'larger than five megabytes', send: (response: ServerResponse) => response.end(`%PDF-1.7 ${MUCH}`) },
  { name: 'no PDF', send: (response: ServerResponse) => response.end('<p>Sign in</p>') },
])('a label that is $name is not taken', async ({ send }) => {
  respond = send;
  await expect(load()).rejects.toThrow(UNREADABLE);
});

test.each(['http://127.0.0.1/label.pdf', 'file:///etc/passwd', 'data:application/pdf,%25PDF-', 'label.pdf'])(
  'a label is not read from %s if the API has https',
  async (address) => {
    await expect(load(address, 'https://carrier.example')).rejects.toThrow(UNREADABLE);
  },
);

test('a label that does not arrive ends with the waiting time', async () => {
  respond = (response) => response.write('%PDF-1.7');
  await expect(load(url, url, 100)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('amounts are read as cents, and those that nobody charges are none', () => {
  expect([amount.parse('15.95'), amount.parse(0)]).toEqual([1_595, 0]);
  for (const wrong of [-1, 1e12, 'free', Number.NaN]) expect(amount.safeParse(wrong).success).toBe(false);
});

test('times outside of this century are none', () => {
  expect(reportTime.parse('2026-11-28T00:00:00Z')).toEqual(new Date('2026-11-28T00:00:00Z'));
  for (const wrong of [null, 0, '-271821-04-20T00:00:00Z', 8.64e15, 'yesterday']) expect(reportTime.safeParse(wrong).success).toBe(false);
});
