/**
 * The guide's commands for encrypted connections, as they are written, on one node at an address of this machine: etcd, Patroni, PostgreSQL,
 * and HAProxy, PgBouncer and the shop in front of it. Needs root and the packages of docs/guides/high-availability.md.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/pool.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { assignmentsOf, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';
import { haproxyVariables } from '#tests/fixtures/haproxy.ts';
import { isRunning, killProcess } from './database-proxies.ts';
import { guideBlock } from './guide-nodes.ts';
import { POSTGRES, ROOT } from './node-network.ts';

const NODE = '127.0.0.11';
const PASSWORD = 'only-for-tests';
const QUERY = { text: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()' };
let folder = '';
let PATH = '';
const children: ChildProcess[] = [];

const move = (text: string): string =>
  text
    .replaceAll('/etc/patroni/', `${folder}/`)
    .replaceAll(/\/etc\/(?:default\/|haproxy\/|pgbouncer\/|sysctl\.d\/|systemd\/system\/)?/g, `${folder}/`)
    .replaceAll(/\/var\/(?:lib\/etcd|lib\/cellardoor-db|run\/postgresql)/g, folder)
    .replaceAll('10.0.0.11', NODE);
function runScript(text: string): void {
  const { status, output } = run('bash', ['-euo', 'pipefail', '-c', `cd ${folder}\n${move(text)}`], { PATH });
  expect(status, output).toBe(0);
}
/** Starts a program as `postgres`. */
async function start(command: readonly string[], file?: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const variables = file === undefined ? {} : assignmentsOf(await readFile(join(folder, file), 'utf8'));
  const env = { PATH, LANG: 'C.UTF-8', ...variables, ...more };
  const [program = '', ...args] = command;
  children.push(spawn(program, args, { cwd: folder, stdio: 'ignore', env, ...POSTGRES }));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-tls-'));
  await chown(folder, POSTGRES.uid, POSTGRES.gid);
  await chmod(folder, 0o755);
  const nothing = 'exit 0';
  PATH = await writeStandIns(join(folder, 'bin'), { 'apt-get': nothing, systemctl: nothing, sysctl: nothing, scp: nothing });
});
afterAll(async () => {
  // Patroni ends its database.
  const [, patroni] = children;
  if (isRunning(patroni)) {
    patroni.kill('SIGTERM');
    await once(patroni, 'exit');
  }
  for (const child of children) await killProcess(child);
  await rm(folder, { recursive: true, force: true });
});

test('all connections of a node are encrypted by the guide, and others are refused', async () => {
  runScript(guideBlock('apt-get install postgresql-15 patroni').replaceAll('deploy/', `${ROOT}/deploy/`));
  runScript(
    `${guideBlock('NAME=node1 ADDRESS=')}\n${guideBlock('install -m 600 /dev/null /etc/patroni_env.conf')}`
      // A cluster of one, whose commits wait for nobody.
      .replace(/,node2=\S+/, '')
      .replace(/,10\.0\.0\.12:2379\S+/, '')
      .replaceAll('=…', `=${PASSWORD}`),
  );
  runScript(`sed -i 's/\\(synchronous_mode.*\\): true/\\1: false/' /etc/patroni/config.yml`);
  runScript(guideBlock('openssl req -x509'));
  // Here etcd runs as the same user.
  runScript(guideBlock('NAME=node1 CERTIFICATES=').replace('-o etcd', '-o postgres'));
  await start(['etcd'], 'etcd');
  await start(['patroni', join(folder, 'config.yml')], 'patroni_env.conf');
  const primary = () => run('curl', ['-sf', '--cacert', join(folder, 'ca.pem'), `https://${NODE}:8008/primary`]).status;
  await expect.poll(primary, { timeout: 120_000, interval: 1_000 }).toBe(0);

  expect(run('curl', ['-sf', `http://${NODE}:8008/primary`]).status).not.toBe(0);
  expect(run('curl', ['-s', '--cacert', join(folder, 'ca.pem'), `https://${NODE}:2379/health`]).status).not.toBe(0);
  runScript(guideBlock('config.yml list'));

  const [port, poolerPort] = [await freePort(), await freePort()];
  runScript(
    guideBlock('apt-get install haproxy pgbouncer')
      .replaceAll(/ deploy\//g, ` ${ROOT}/deploy/`)
      .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
      .replace('"cellardoor" "the password of the shop"', `"postgres" "${PASSWORD}"`),
  );
  runScript(guideBlock('NODES_CA='));
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(
    ini,
    move(await readFile(ini, 'utf8'))
      .replace('port=5000', `port=${port}`)
      .replace('6432', String(poolerPort)),
  );
  const metrics = { ...haproxyVariables(port), DATABASE_METRICS_ADDRESS: `127.0.0.1:${await freePort()}` };
  await start(['haproxy', '-db', '-f', join(folder, 'database.cfg')], 'haproxy-database', metrics);
  await start(['pgbouncer', ini]);

  const address = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  const encrypted = `${address}?sslmode=verify-full&sslrootcert=${folder}/cellardoor/nodes-ca.pem`;
  const ask = async (connectionString: string, pooler?: string): Promise<unknown> => {
    const database = openDatabase(connectionString, 2, {
      pooler: pooler === undefined ? null : { connectionString: pooler, canPrepare: false },
    });
    return database.queryOne<{ ssl: boolean }>(QUERY).finally(() => database.close());
  };
  await expect.poll(() => ask(encrypted).catch(String), { timeout: 20_000 }).toEqual({ ssl: true });
  await expect(ask(encrypted, address.replace(String(port), String(poolerPort)))).resolves.toEqual({ ssl: true });
  await expect(ask(address)).rejects.toThrow('no encryption');
});
