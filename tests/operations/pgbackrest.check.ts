/**
 * The guide's commands for pgBackRest, as they are written, on clusters of Debian's PostgreSQL in temporary folders. Stand-ins map the
 * service to `pg_ctl`. Needs root, `pgbackrest` and `postgresql-15`.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { readGuideBlocks, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const BIN = '/usr/lib/postgresql/15/bin';

/** A database server, of which only the repository is shared with others. */
interface Machine {
  readonly folder: string;
  /** Runs a script as the guide's reader, with the folders of the machine in place of those of the system. */
  runScript(text: string, env?: Readonly<Record<string, string>>): string;
  psql(statement: string): string;
  stop(): Promise<void>;
}

const machines: Machine[] = [];
let repository = '';

async function createMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-pgbackrest-'));
  await chmod(folder, 0o777);
  const port = String(await freePort());
  const PATH = await writeStandIns(join(folder, 'bin'), {
    'apt-get': 'exit 0',
    // Starting the service of the backup runs its command as its user.
    systemctl: `
      case "$*" in
        daemon-reload | enable*) exit 0 ;;
        'start cellardoor-backup') exec runuser -u postgres -- env $(cat ${folder}/backup.env) SHOP_FOLDER=${folder}/shop ${folder}/cellardoor-backup ;;
        *) exec runuser -u postgres -- ${BIN}/pg_ctl -s -w -D ${folder}/main -o '-c config_file=${folder}/postgresql.conf' -l ${folder}/log/postgres "$1" ;;
      esac`,
  });
  await writeStandIns(join(folder, 'shop/node_modules/.bin'), { node: `echo "$@" >> ${folder}/log/reports` });
  for (const name of ['conf.d', 'log', 'lock']) {
    await mkdir(join(folder, name));
    await chmod(join(folder, name), 0o777);
  }
  const standard = {
    PATH,
    PGPORT: port,
    PGHOST: folder,
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: join(folder, 'log'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_PG1_PORT: port,
    PGBACKREST_PG1_SOCKET_PATH: folder,
  };
  const runScript: Machine['runScript'] = (text, env = {}) => {
    const moved = text
      .replaceAll('/var/lib/postgresql/15/main', join(folder, 'main'))
      .replaceAll('/etc/postgresql/15/main/conf.d', join(folder, 'conf.d'))
      .replaceAll('/etc/pgbackrest.conf', join(folder, 'pgbackrest.conf'))
      .replaceAll(/\/etc\/(?:cellardoor|systemd\/system)|\/usr\/local\/sbin/g, folder)
      .replaceAll('/mnt/backups', repository);
    const { status, output } = run('bash', ['-euo', 'pipefail', '-c', moved], { ...standard, ...env });
    expect(status, output).toBe(0);
    return output;
  };
  runScript(`runuser -u postgres -- ${BIN}/initdb -D ${folder}/main --auth=trust --encoding=UTF8 --no-sync`);
  // As on Debian, it is not among the data, which a restore replaces.
  await writeFile(
    join(folder, 'postgresql.conf'),
    `include_dir = 'conf.d'\nport = ${port}\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\n`,
  );
  runScript('systemctl start');
  const machine: Machine = {
    folder,
    runScript,
    psql: (statement) => runScript(`runuser -u postgres -- ${BIN}/psql -X -q -A -t -d postgres -c "${statement}"`).trim(),
    async stop() {
      run('bash', ['-c', 'systemctl stop'], standard);
      await rm(folder, { recursive: true, force: true });
    },
  };
  machines.push(machine);
  return machine;
}

beforeAll(async () => {
  repository = join(await mkdtemp(join(tmpdir(), 'cellardoor-repository-')), 'backups');
  await chmod(join(repository, '..'), 0o755);
});
afterAll(async () => {
  for (const machine of machines) await machine.stop();
  if (repository !== '') await rm(join(repository, '..'), { recursive: true, force: true });
});

const countWines = (machine: Machine): string => machine.psql('select count(*) from wine');

test('a PostgreSQL of one’s own is backed up by the guide, and restored to a moment and on a new machine with the passphrase', async () => {
  const blocks = (await readGuideBlocks(['back-up'])).map(({ text }) => text);
  const at = blocks.findIndex((text) => text.includes('apt-get install pgbackrest'));
  const [makePassphrase = '', install = '', archive = '', first = '', nightly = '', restoreCopy = '', restore = ''] = blocks.slice(at - 1);
  const server = await createMachine();
  /** What the operator keeps elsewhere. */
  const passphrase = server.runScript(makePassphrase).trim();
  const withPassphrase = (text: string): string => install.replace("PASSPHRASE=''", `PASSPHRASE='${text}'`);

  for (const block of [withPassphrase(passphrase), archive, first]) server.runScript(block);
  server.psql('create table wine as select 1 as id');
  server.runScript(nightly);
  expect(await readFile(join(server.folder, 'log/reports'), 'utf8')).toBe('src/cli/cli.ts backup report ok --note pgBackRest\n');
  server.psql('insert into wine values (2)');
  const moment = server.psql('select clock_timestamp()');
  server.psql('drop table wine');
  server.psql('select pg_switch_wal()');
  const began = performance.now();
  server.runScript(restore.replace(/--target="[^"]+"/, `--target="${moment}"`));

  expect(countWines(server)).toBe('2');
  console.log(`restored in ${Math.round((performance.now() - began) / 1_000)} s`);

  server.psql('insert into wine values (3)');
  server.psql('select pg_switch_wal()');
  server.runScript('runuser -u postgres -- pgbackrest --stanza=shop check');
  await server.stop();
  const replacement = await createMachine();
  replacement.runScript(withPassphrase(passphrase));
  replacement.runScript(restoreCopy);

  expect(countWines(replacement)).toBe('3');
  expect(replacement.psql('show archive_mode')).toBe('off');

  const withoutPassphrase = await createMachine();
  withoutPassphrase.runScript(withPassphrase(withoutPassphrase.runScript(makePassphrase).trim()));
  expect(() => withoutPassphrase.runScript(restoreCopy)).toThrow(/unable to load info file|cipher/i);
});

test('the nightly command says that the backup failed, and does nothing on a replica', async () => {
  const server = await createMachine();
  const nightly = `cp ${join(process.cwd(), 'deploy/database/back-up.sh')} ${server.folder}/cellardoor-backup
    echo DATABASE_URL=postgres://shop > ${server.folder}/backup.env
    systemctl start cellardoor-backup`;

  expect(() => server.runScript(nightly)).toThrow(/unable to open missing file/);
  expect(await readFile(join(server.folder, 'log/reports'), 'utf8')).toBe('src/cli/cli.ts backup report failed --note pgBackRest failed\n');

  server.runScript(`systemctl stop; runuser -u postgres -- touch ${server.folder}/main/standby.signal; systemctl start`);
  expect(server.runScript(nightly)).toContain('This is a replica.');
});
