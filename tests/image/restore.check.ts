/**
 * back-up.sh and the commands by which the guide keeps copies and restores them, as they are written, on clusters of Debian's PostgreSQL in
 * temporary folders. A stand-in for Docker runs the commands of containers on this machine. Needs root, `postgresql-15` and `restic`.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { readGuideBlocks, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = '/usr/lib/postgresql/15/bin';
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-restore-'));
/** The folder of the clone, and that of the backups. */
const [clone, backups, repository] = ['clone', 'backups', 'repository'].map((name) => join(folder, name)) as [string, string, string];

interface Server {
  /** Runs a block of the guide as its reader, with the folders of the test in place of those of the system. */
  runBlock(start: string, at?: number): string;
  /** Runs a statement as superuser, in the database of the shop unless another one is named. @returns what it answers */
  query(statement: string, database?: string): string;
  /** Runs a command of the shop. */
  shop(...words: readonly string[]): string;
  readonly storage: string;
  stop(): void;
}

const servers: Server[] = [];
const blocks = (await readGuideBlocks(['run-in-containers'])).map(({ text }) => text);

function expectSuccess({ status, output }: { readonly status: number | null; readonly output: string }): string {
  expect(status, output).toBe(0);
  return output;
}

/** Starts PostgreSQL as the containers have it, with an empty database and an empty storage. */
async function startServer(name: string): Promise<Server> {
  const [data, storage] = [join(folder, name, 'data'), join(folder, name, 'storage')];
  const port = String(await freePort());
  mkdirSync(storage, { recursive: true });
  for (const path of [folder, dirname(data)]) run('chmod', ['777', path]);
  const asPostgres = (...words: readonly string[]) => expectSuccess(run('runuser', ['-u', 'postgres', '--', ...words]));
  asPostgres(`${BIN}/initdb`, '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync');
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${dirname(data)} -c fsync=off`;
  asPostgres(`${BIN}/pg_ctl`, '--silent', '--wait', '--pgdata', data, '--log', `${data}.log`, '--options', options, 'start');
  const database = { PGHOST: '127.0.0.1', PGPORT: port, DATABASE_PASSWORD: 'a', MIGRATION_PASSWORD: 'b' };
  expectSuccess(run('bash', [join(ROOT, 'deploy/compose/create-database.sh')], database));
  const address = (user: string) => `postgres://${user}@127.0.0.1:${port}/cellardoor`;
  const docker = `case "$1 $2" in
  'compose exec') shift 4; exec env PGHOST=127.0.0.1 PGPORT=${port} "$@" ;;
  'compose run')
    while [ "$1" != worker ]; do shift; done; shift
    cd ${ROOT}; exec env PATH="${ROOT}/node_modules/.bin:$PATH" DATABASE_URL=${address('cellardoor')} MIGRATION_DATABASE_URL=${address('cellardoor_owner')} "$@" ;;
  'run --rm') while [[ "$1" != *:bookworm-slim ]]; do shift; done; shift; exec "\${@//\\/storage/${storage}}" ;;
  *) echo "docker $*" ;;
esac`;
  const PATH = await writeStandIns(join(folder, name, 'bin'), { docker, git: 'echo "git $*"', 'apt-get': 'exit 0' });
  const environment = { PATH, RESTIC_CACHE_DIR: join(folder, 'cache') };
  const server: Server = {
    storage,
    runBlock(start, at = 0) {
      const text = blocks.filter((block) => block.startsWith(start))[at];
      if (text === undefined) throw new Error(`The guide has no such block: ${start}`);
      const moved = text
        .replaceAll('/srv/backups', backups)
        .replaceAll('/etc/cron.d', folder)
        .replace('s3:https://storage.example/shop-backups', repository)
        // Not over the folders of this machine on the way.
        .replace('--target /)', `--target ${folder}/restored)\ncp -r ${folder}/restored${folder}/. ${folder}`);
      return expectSuccess(run('bash', ['-euo', 'pipefail', '-c', moved], environment, clone));
    },
    query: (statement, name = 'cellardoor') =>
      expectSuccess(run('psql', ['--username', 'postgres', '--dbname', name, '-XAtc', statement], database)).trim(),
    shop: (...words) => expectSuccess(run('docker', ['compose', 'run', 'worker', 'node', 'src/cli/cli.ts', ...words], environment)),
    stop: () => void asPostgres(`${BIN}/pg_ctl`, '--silent', '--pgdata', data, '--mode', 'immediate', 'stop'),
  };
  servers.push(server);
  server.shop('migrate', '--grant', 'cellardoor');
  return server;
}

const DATABASES = "select string_agg(datname, ' ' order by datname) from pg_database where datname like 'cellardoor%'";
const isThere = (server: Server, table: string, database?: string) =>
  server.query(`select to_regclass('${table}') is not null`, database) === 't';
const EXCHANGE = 'docker compose exec -T postgres psql';
const GO_BACK = 'docker compose stop';

let first: Server;
beforeAll(async () => {
  mkdirSync(join(clone, 'deploy/compose'), { recursive: true });
  cpSync(join(ROOT, 'deploy/compose/back-up.sh'), join(clone, 'deploy/compose/back-up.sh'));
  writeFileSync(join(clone, '.env'), 'SITES=shop.example=AU wine\nSHOP_VERSION=0.3.0\n');
  first = await startServer('first');
  writeFileSync(join(first.storage, 'picture'), 'a picture');
});
afterAll(() => {
  for (const server of servers) server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('backs up, copies that elsewhere, and reports both results', () => {
  first.query('create table made_before_the_backup ()');
  first.query("insert into installations (system_identifier, database_name) values ('1', 'cellardoor')");
  expect(first.runBlock('install -d -m 700 /srv/backups')).toContain('0 differences in');
  expect(readFileSync(join(folder, 'cellardoor-backup'), 'utf8')).toBe(`0 17 * * * root ${clone}/deploy/compose/back-up.sh ${backups}\n`);

  first.runBlock('apt-get install restic\ninstall');
  expect(first.runBlock('(set -a; . ./restic.env; restic init)')).toContain('no errors were found');

  const reports = first.shop('backup', 'list');
  expect(reports).toMatch(/verification +ok +shop-\w+\.dump restored, 0 differences in \d+ comparisons/);
  expect(reports).toMatch(/backup +ok +.*copied off the server/);
  expect(first.query(DATABASES)).toBe('cellardoor');
});

test('reports what an audit finds, with the number that the metrics have', () => {
  first.query("insert into stock_levels (product_id, market, level) select 1, 'AU', 5");

  expect(() => first.runBlock('install -d -m 700 /srv/backups')).toThrow('1 difference in');

  expect(first.query('select result, differences from backup_reports where differences > 0')).toBe('failed|1');
  first.query('delete from stock_levels');
  first.runBlock('install -d -m 700 /srv/backups');
});

test('restores beside the shop, exchanges the databases, and goes back', () => {
  // A process of the shop reports itself until the dump.
  first.query(
    "insert into shop_processes (id, role, host, pid, version, seen_at) values (gen_random_uuid(), 'web', 'web-1', 1, '0', 'infinity')",
  );
  first.runBlock('install -d -m 700 /srv/backups');
  first.query('create table made_after_the_backup ()');
  rmSync(join(first.storage, 'picture'));

  expect(first.runBlock('dump=$(ls')).toMatch(/0 differences in/);
  expect(isThere(first, 'made_after_the_backup')).toBe(true);
  first.runBlock(EXCHANGE);

  expect(isThere(first, 'made_after_the_backup')).toBe(false);
  expect(isThere(first, 'made_before_the_backup')).toBe(true);
  expect(readFileSync(join(first.storage, 'picture'), 'utf8')).toBe('a picture');
  expect(first.query(DATABASES)).toBe('cellardoor cellardoor_former');

  first.query('create table made_after_the_restore ()');
  first.runBlock(GO_BACK);
  expect(isThere(first, 'made_after_the_backup')).toBe(true);
  expect(first.query(DATABASES)).toBe('cellardoor cellardoor_undone');
});

test('renews the installation before the exchange, whatever ends that', () => {
  first.runBlock('dump=$(ls');
  first.query('create database cellardoor_former');

  expect(() => first.runBlock(EXCHANGE)).toThrow('database "cellardoor_former" already exists');

  expect(isThere(first, 'made_after_the_backup')).toBe(true);
  expect(first.query('select count(*) from installations')).toBe('1');
  expect(first.query('select count(*) from installations', 'cellardoor_restored')).toBe('0');
  first.query('drop database cellardoor_former');
});

test('restores again after a way back, without a loss of the orders that came before that', () => {
  first.runBlock('dump=$(ls');
  first.runBlock(EXCHANGE);

  expect(first.query(DATABASES)).toBe('cellardoor cellardoor_former cellardoor_undone');
  expect(isThere(first, 'made_after_the_restore', 'cellardoor_undone')).toBe(true);
  expect(first.query('select count(*) from installations')).toBe('0');
});

test('restores on a new server from the copies', async () => {
  for (const path of [backups, join(clone, '.env')]) rmSync(path, { recursive: true });
  const second = await startServer('second');

  expect(second.runBlock('apt-get install restic\n(set -a')).toMatch(/^git checkout v0\.3\.0$/m);
  second.runBlock('dump=$(ls');
  second.runBlock(EXCHANGE);

  expect(isThere(second, 'made_before_the_backup')).toBe(true);
  expect(readFileSync(join(second.storage, 'picture'), 'utf8')).toBe('a picture');
  expect(readFileSync(join(clone, '.env'), 'utf8')).toContain('SITES=');
});
