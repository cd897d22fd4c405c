/**
 * The guide's commands for pgBackRest, as they are written, on a cluster of Debian's PostgreSQL in a temporary folder. Stand-ins map the
 * service to `pg_ctl`. Needs root, `pgbackrest` and `postgresql-15`.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { readGuideBlocks, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const BIN = '/usr/lib/postgresql/15/bin';
let folder = '';
let env: Record<string, string> = {};

/** Runs a script as the guide's reader, with the folders of the test in place of those of the system. */
function runScript(text: string): string {
  const moved = text
    .replaceAll('/var/lib/postgresql/15/main', join(folder, 'main'))
    .replaceAll('/etc/postgresql/15/main/conf.d', join(folder, 'conf.d'))
    .replaceAll('/etc/pgbackrest.conf', join(folder, 'pgbackrest.conf'))
    .replaceAll('/mnt/backups', join(folder, 'backups'));
  const { status, output } = run('bash', ['-euo', 'pipefail', '-c', moved], env, folder);
  expect(status, output).toBe(0);
  return output;
}
const psql = (statement: string): string =>
  runScript(`runuser -u postgres -- ${BIN}/psql -X -q -A -t -h ${folder} -p ${env.PGPORT} -d postgres -c "${statement}"`).trim();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-pgbackrest-'));
  await chmod(folder, 0o777);
  const port = String(await freePort());
  const PATH = await writeStandIns(join(folder, 'bin'), {
    'apt-get': 'exit 0',
    npm: `echo "$@" >> ${folder}/reports`,
    systemctl: `exec runuser -u postgres -- ${BIN}/pg_ctl -s -w -D ${folder}/main -l ${folder}/log/postgres "$1"`,
  });
  for (const name of ['conf.d', 'log', 'lock']) await mkdir(join(folder, name), { mode: 0o777 });
  for (const name of ['log', 'lock']) await chmod(join(folder, name), 0o777);
  env = {
    PATH,
    PGPORT: port,
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_PG1_PORT: port,
    PGBACKREST_PG1_SOCKET_PATH: folder,
  };
  runScript(`runuser -u postgres -- ${BIN}/initdb -D ${folder}/main --auth=trust --encoding=UTF8 --no-sync`);
  await writeFile(
    join(folder, 'main/postgresql.conf'),
    `include_dir = '${folder}/conf.d'\nport = ${port}\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\n`,
  );
  runScript('systemctl start');
});
afterAll(async () => {
  if (folder === '') return;
  run('bash', ['-c', 'systemctl stop'], env);
  await rm(folder, { recursive: true, force: true });
});

test('a PostgreSQL of one’s own is backed up and restored to a moment by the guide', async () => {
  const blocks = (await readGuideBlocks(['back-up'])).map(({ text }) => text);
  const [install = '', archive = '', first = '', nightly = ''] = blocks.slice(blocks.findIndex((text) => text.startsWith('apt-get')));
  const restore = blocks.find((text) => text.startsWith('systemctl stop')) ?? '';

  for (const block of [install, archive, first]) runScript(block);
  psql('create table wine as select 1 as id');
  runScript(nightly);
  expect(await readFile(join(folder, 'reports'), 'utf8')).toBe('run cli -- backup report ok --note pgBackRest\n');
  psql('insert into wine values (2)');
  const moment = psql('select clock_timestamp()');
  psql('drop table wine');
  psql('select pg_switch_wal()');
  const began = performance.now();
  runScript(restore.replace(/--target="[^"]+"/, `--target="${moment}"`));

  expect(psql('select count(*) from wine')).toBe('2');
  console.log(`restored in ${Math.round((performance.now() - began) / 1_000)} s`);
});
