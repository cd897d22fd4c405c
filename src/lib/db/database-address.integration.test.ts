/** Addresses of a database other than a host and a port: a UNIX socket, and TLS with a certificate that is verified. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import type { TestDatabase } from '#tests/fixtures/cluster.ts';
import { createTestDatabase } from '#tests/fixtures/database.ts';
import { createCertificate } from '#tests/fixtures/tls-proxy.ts';
import { openConnection } from './migrate.ts';
import { openDatabase } from './pool.ts';

let own: TestDatabase;
let folder: string;
const servers: Server[] = [];
beforeAll(async () => {
  own = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-address-'));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await own?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Passes bytes on to the database. */
function forward(client: Socket): void {
  const { hostname, port } = new URL(own.connectionString);
  const beyond = connect(Number(port), hostname);
  client.pipe(beyond).pipe(client);
  for (const socket of [client, beyond])
    socket
      .on('error', () => {})
      .on('close', () => {
        client.destroy();
        beyond.destroy();
      });
}
async function listen(server: Server, at: string | { readonly port: number; readonly host: string }): Promise<void> {
  servers.push(server);
  server.listen(at);
  await once(server, 'listening');
}

/** Asks by each way in which the shop connects: of the pool, of notifications, and of migrations. */
async function ask(address: string): Promise<readonly unknown[]> {
  const read = { text: 'select 1 as one' };
  const { DATABASE_URL = '' } = readConfig({ DATABASE_URL: address });
  const database = openDatabase(DATABASE_URL, 1);
  const outcomes = await Promise.allSettled([
    database.queryOne(read),
    database.connect().then((connection) => connection.query(read).finally(() => connection.end())),
    openConnection(DATABASE_URL).then((connection) => connection.query(read).finally(() => connection.end())),
  ]);
  await database.close();
  return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'answered' : String(outcome.reason.message)));
}
const ANSWERED = ['answered', 'answered', 'answered'];

test.each(['in its query', 'as its host'])('a database is reached through a UNIX socket that its address names %s', async (where) => {
  const { username, password, pathname } = new URL(own.connectionString);
  const socketFolder = await mkdtemp(join(folder, 'socket-'));
  await listen(createServer(forward), join(socketFolder, '.s.PGSQL.5432'));

  const address =
    where === 'as its host'
      ? `postgres://${username}:${password}@${encodeURIComponent(socketFolder)}${pathname}`
      : `postgres://${pathname}?host=${socketFolder}&user=${username}&password=${password}`;

  expect(await ask(address)).toEqual(ANSWERED);
});

describe('sslmode=verify-full', () => {
  /** Starts a database with a certificate. @returns its address, and the file of the authority */
  async function serve(hosts: readonly [string, ...string[]]) {
    const { key, cert } = createCertificate(hosts);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // The request for TLS.
      socket.once('data', () => {
        socket.write('S');
        forward(new TLSSocket(socket, { isServer: true, key, cert }));
      });
    });
    await listen(server, { port: 0, host: 'localhost' });
    const { port } = server.address() as AddressInfo;
    const authority = join(folder, `${port}.pem`);
    await writeFile(authority, cert);
    const address = Object.assign(new URL(own.connectionString), { hostname: 'localhost', port: String(port) }).href;
    return { address: `${address}?sslmode=verify-full`, authority };
  }

  test('accepts a certificate of the authority for the host', async () => {
    const { address, authority } = await serve(['localhost']);

    expect(await ask(`${address}&sslrootcert=${authority}`)).toEqual(ANSWERED);
  });

  test('refuses a certificate of another authority', async () => {
    const { address } = await serve(['localhost']);
    const { authority } = await serve(['localhost']);

    const refused = expect.stringMatching(/self-signed certificate|unable to (?:verify|get)|certificate signature/i);
    expect(await ask(`${address}&sslrootcert=${authority}`)).toEqual([refused, refused, refused]);
    expect(await ask(address)).toEqual([refused, refused, refused]);
  });

  test('refuses a certificate for another host', async () => {
    const { address, authority } = await serve(['db.example']);

    const refused = expect.stringMatching(/does not match certificate/);
    expect(await ask(`${address}&sslrootcert=${authority}`)).toEqual([refused, refused, refused]);
  });

  test('refuses a database without TLS', async () => {
    const refused = expect.stringContaining('does not support SSL');

    expect(await ask(`${own.connectionString}?sslmode=verify-full`)).toEqual([refused, refused, refused]);
  });
});
