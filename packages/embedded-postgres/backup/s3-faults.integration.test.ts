/** A storage that refuses, hangs, stops in the middle, or keeps what a killed upload has left. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startS3Server } from '#tests/fixtures/s3-server.ts';
import { freePort } from '../free-port.ts';
import { openS3Store } from './s3-store.ts';

const IDLE_MS = 500;
/** Some of it is the client's own delay before it sets its timer. */
const MAX_MS = 20_000;

const closing: (() => unknown)[] = [];

beforeEach(() => {
  for (const [name, value] of Object.entries({
    AWS_REGION: 'ap-southeast-2',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_MAX_ATTEMPTS: '1',
  }))
    vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** Lets a server listen, and the client find it. */
async function listen(server: Server): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}
const serve = (respond: RequestListener): Promise<void> => listen(createServer(respond));
const unreachable = (reason: RegExp) => ({
  problem: 'unreachable',
  message: expect.stringMatching(new RegExp(`^The backup storage s3://backups can’t be used: .*${reason.source}`, 'i')),
});
const content = (): Readable => Readable.from([Buffer.from('wine')], { objectMode: false });

test('that cannot be reached is named, with the reason', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${await freePort()}`);
  const store = await openS3Store('backups', '');
  await expect(store.list('')).rejects.toMatchObject(unreachable(/ECONNREFUSED/));
  await expect(store.put('1/data.tar', content())).rejects.toMatchObject(unreachable(/ECONNREFUSED/));
});

test('that allows nothing is named, with its reason', async () => {
  await serve((request, response) => {
    request.resume();
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access denied for this key</Message></Error>');
  });
  const store = await openS3Store('backups', '');
  await expect(store.put('1/data.tar', content())).rejects.toMatchObject(unreachable(/Access denied for this key/));
});

test('that accepts connections and never answers is an error, not a wait without an end', async () => {
  await listen(createTcpServer(() => {}));
  const store = await openS3Store('backups', '', IDLE_MS);
  const began = performance.now();
  for (const call of [() => store.list(''), () => store.put('1/data.tar', content()), () => store.putIfAbsent('1/wal/a', Buffer.from('x'))])
    await expect(call()).rejects.toMatchObject(unreachable(/time/));
  expect(performance.now() - began).toBeLessThan(MAX_MS);
});

test('that stops in the middle of a download ends it with an error', async () => {
  await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('half of');
  });
  const store = await openS3Store('backups', '', IDLE_MS);
  const found = await store.get('1/data.tar');
  await expect(found === null ? null : buffer(found)).rejects.toMatchObject(unreachable(/./));
});

test('has its abandoned uploads ended, and only those of the folder', async () => {
  const requests: string[] = [];
  const upload = (key: string, id: string): string =>
    `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2026-11-24T00:00:00.000Z</Initiated></Upload>`;
  await serve((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/[?&]x-id=\w+/, '')}`);
    if (request.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>backups</Bucket>${upload('shop/1/backups/a/data.tar', 'one')}${upload('shop/2/backups/a/data.tar', 'two')}</ListMultipartUploadsResult>`,
    );
  });
  const store = await openS3Store('backups', 'shop');
  await store.removeUnfinished('1/backups/', new Date());
  expect(requests).toEqual([
    expect.stringMatching(/^GET \/backups\/?\?.*uploads/),
    expect.stringMatching(/^DELETE \/backups\/shop\/1\/backups\/a\/data\.tar\?.*uploadId=one/),
  ]);
});

test('without a list of uploads is left to its own rule', async () => {
  const server = await startS3Server('backups');
  closing.push(() => server.stop());
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.environment.AWS_ENDPOINT_URL_S3 ?? '');
  await (await openS3Store('backups', '')).removeUnfinished('1/backups/', new Date());
});
