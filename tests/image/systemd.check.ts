/**
 * The blocks of docs/guides/run-in-production.md for systemd, in their order: first installation, upgrade without a stop, way back, old
 * releases removed. Releases are built from a clone and run as processes of their own. A stand-in for systemctl starts them by the unit
 * and its environment files, below a folder of the test in place of /opt, /etc and /var/lib.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/db/pool.ts';
import { freePort } from '#packages/embedded-postgres/free-port.ts';
import { createTestDatabase, createTestRole, type TestRole } from '#tests/fixtures/database.ts';
import { readGuideBlocks, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'cellardoor-systemd-'));
const [upstream, runs, releases] = [join(folder, 'upstream'), join(folder, 'run'), join(folder, 'opt/cellardoor/releases')];
const PROCESSES = ['web-1', 'web-2', 'worker'] as const;
/** How the blocks that build the first release and the next one begin. */
const [INSTALL, BUILD] = ['release=v0.4.0\numask 022\ngit clone', 'release=v0.4.0\numask 022\ncd'];
const MIGRATION = 'alter table carts add column next_release_note text;\n';
const blocks = (await readGuideBlocks(['run-in-production'])).map(({ text }) => text);

let role: TestRole;
let owner = '';
let dropDatabase = async (): Promise<void> => {};
let ports: readonly number[] = [];
let PATH = '';

const inFolder = (text: string): string => text.replaceAll(/\/(?:opt|var\/lib)\/cellardoor|\/etc\/(?:cellardoor|systemd)/g, `${folder}$&`);
const git = (...args: readonly string[]): string => execFileSync('git', ['-C', upstream, ...args], { encoding: 'utf8' }).trim();

/** Commits the files of the clone, with a tag. @returns the tag */
function commit(tag: string): string {
  git('add', '--all');
  git('-c', 'user.name=Test', '-c', 'user.email=test@shop.example', 'commit', '--quiet', '--message', tag);
  git('tag', tag);
  return tag;
}

/** Makes a repository of the files of this one. Its unit and its script name the folder of the test. */
function createUpstream(): string {
  execFileSync('git', ['init', '--quiet', upstream]);
  execFileSync('git', [`--git-dir=${upstream}/.git`, `--work-tree=${ROOT}`, 'add', '--all', '.']);
  git('checkout-index', '--all', '--force');
  for (const name of ['cellardoor@.service', 'switch-release.sh']) {
    const path = join(upstream, 'deploy/systemd', name);
    writeFileSync(path, inFolder(readFileSync(path, 'utf8')));
  }
  return commit('v1.0.0');
}

/** What systemd does with the unit. It follows the link of the working directory when it starts a process. */
const START = `
unit=${folder}/etc/systemd/system/cellardoor@.service
values() { sed -n "s|^$1=||p" "$unit" | sed "s|%i|$name|g"; }
name=$1
set -a
for file in $(values EnvironmentFile); do . "$file"; done
for pair in $(values Environment); do export "$pair"; done
mkdir -p "$DATA_DIR"
cd "$(values WorkingDirectory)"
exec $(values ExecStart) > ${runs}/$name.log 2>&1 < /dev/null`;
const SYSTEMCTL = `
start() { env -i PATH=/usr/bin:/bin ${folder}/bin/start-unit "$1" & echo $! > ${runs}/$1.pid; }
stop() { pid=$(cat ${runs}/$1.pid); kill -TERM $pid; while grep -q . /proc/$pid/cmdline 2>/dev/null; do sleep 0.1; done; }
case "$1" in
  daemon-reload) ;;
  enable) shift 2; for unit in "$@"; do start "\${unit#cellardoor@}"; done;;
  restart) stop "\${2#cellardoor@}"; start "\${2#cellardoor@}";;
  *) echo "systemctl $*" >&2; exit 1;;
esac`;

/** Runs blocks of the guide in one shell, by how they begin. */
async function runBlocks(...starts: readonly string[]): Promise<string> {
  const texts = starts.map((start) => blocks.find((text) => text.startsWith(start)) ?? `echo 'The guide has no ${start}'; exit 1`);
  const values: readonly (readonly [string | RegExp, string])[] = [
    ['https://git.example/cellardoor.git', upstream],
    [/(?<=^release=)v.*$/m, git('describe', '--tags')],
    [/(?<=^DATABASE_URL=).*$/m, role.on(owner)],
    [/(?<=MIGRATION_DATABASE_URL=)[^']*/, owner],
    [/(?<=^(?:SECRETS_KEY|METRICS_TOKEN)=)…$/gm, 'k'.repeat(44)],
    ['--grant cellardoor', `--grant ${role.name}`],
    ...ports.map((port, at) => [`PORT=${3001 + at}`, `PORT=${port}`] as const),
  ];
  const filled = values.reduce((text, [from, to]) => text.replace(from, to), inFolder(texts.join('\n'))).replaceAll('…', 'x');
  const env = { ...process.env, PATH };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', filled], { env, cwd: join(folder, 'opt') });
  return stdout + stderr;
}

const idOf = (name: string): number => Number(readFileSync(join(runs, `${name}.pid`), 'utf8'));
const runningReleases = (): readonly string[] => PROCESSES.map((name) => basename(readlinkSync(`/proc/${idOf(name)}/cwd`)));
const isReady = (port = 0): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Asks both web processes all the time while something runs. @returns how often none was ready, and how often one was not */
async function watchWebProcesses(use: () => Promise<unknown>): Promise<{ readonly none: number; readonly one: number }> {
  let isOver = false;
  const counts = { none: 0, one: 0 };
  const using = use().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const ready = await Promise.all(ports.slice(0, 2).map(isReady));
    if (!ready.includes(true)) counts.none++;
    else if (ready.includes(false)) counts.one++;
    await sleep(50);
  }
  await using;
  return counts;
}

let first = '';
let second = '';

beforeAll(async () => {
  for (const name of ['opt', 'etc/systemd/system', 'run']) mkdirSync(join(folder, name), { recursive: true });
  const database = await createTestDatabase({ isEmpty: true });
  owner = database.connectionString;
  role = await createTestRole();
  dropDatabase = async () => {
    await database.drop();
    await role.drop();
  };
  ports = [await freePort(), await freePort(), await freePort()];
  PATH = await writeStandIns(join(folder, 'bin'), { systemctl: SYSTEMCTL, 'start-unit': START, useradd: 'exit 0' });
  first = createUpstream();
});
afterAll(async () => {
  for (const file of readdirSync(runs).filter((name) => name.endsWith('.pid'))) process.kill(idOf(file.replace('.pid', '')), 'SIGKILL');
  await dropDatabase();
  rmSync(folder, { recursive: true, force: true });
});

test('the first installation starts two web processes and a worker from a release', { timeout: 3_600_000 }, async () => {
  await runBlocks(INSTALL, 'useradd --system', '(set -a; . /etc/cellardoor/migrate.env');

  for (const port of ports) await expect.poll(() => isReady(port), { timeout: 300_000 }).toBe(true);
  expect(runningReleases()).toEqual([first, first, first]);
  expect(readlinkSync(join(folder, 'opt/cellardoor/current'))).toBe(`releases/${first}`);
});

test('a command of the shop runs in the release, and leaves it as it was', async () => {
  const before = readdirSync(join(releases, first));

  const output = await runBlocks('cd /opt/cellardoor/current');

  expect(output).toContain('> node src/cli/cli.ts order list');
  expect(readdirSync(join(releases, first))).toEqual(before);
});

test('an upgrade builds, migrates and replaces one process after the other, so that one web process is always ready', async () => {
  writeFileSync(join(upstream, 'migrations/9999_next.sql'), MIGRATION);
  second = commit('v1.1.0');

  const counts = await watchWebProcesses(() => runBlocks(BUILD, '(set -a; . /etc/cellardoor/migrate.env; npm --prefix "', '/opt/'));

  expect(runningReleases()).toEqual([second, second, second]);
  expect(counts).toEqual({ none: 0, one: expect.any(Number) });
  expect(counts.one).toBeGreaterThan(0);
  const database = openDatabase(owner, 1);
  expect(await database.queryMany({ text: 'select next_release_note from carts' })).toEqual([]);
  await database.close();
});

test('the way back starts the former release on the new schema, one process after the other', async () => {
  const { none } = await watchWebProcesses(() => runBlocks('former='));

  expect(runningReleases()).toEqual([first, first, first]);
  expect(none).toBe(0);
});

test('old releases are removed, without the one that runs and the one before', async () => {
  mkdirSync(join(releases, 'v0.0.1'));

  await runBlocks('cd /opt/cellardoor/releases');

  expect(readdirSync(releases).toSorted()).toEqual([first, second].toSorted());
  expect(await isReady(ports[0])).toBe(true);
});
