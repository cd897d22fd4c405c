/** The script that starts processes from another release, and blocks of the guide around it, with stand-ins for systemd and for requests. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGuideBlocks, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/systemd/switch-release.sh', import.meta.url));
const ALL = ['web-1', 'web-2', 'worker'] as const;
const blocks = await readGuideBlocks(['run-in-production']);
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellardoor-switch-'));
  for (const release of ['one', 'two', 'three']) {
    mkdirSync(join(folder, 'opt/releases', release, 'src/server'), { recursive: true });
    writeFileSync(join(folder, 'opt/releases', release, 'src/server/main.ts'), '');
  }
  symlinkSync('releases/one', join(folder, 'opt/current'));
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/shop.env'), 'DATABASE_URL=postgres://db.example/shop\nPORT=3000\n');
  writeFileSync(join(folder, 'etc/web-1.env'), 'SHOP_ROLE=web\nPORT=3001\nHOST=0.0.0.0\n');
  writeFileSync(join(folder, 'etc/web-2.env'), 'SHOP_ROLE=web\nPORT=3002\nHOST=10.0.0.5\n');
  writeFileSync(join(folder, 'etc/worker.env'), 'SHOP_ROLE=worker\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linkTo = (name: string): string => readlinkSync(join(folder, 'opt', name));

const inFolder = (text: string): string =>
  text.replaceAll('/opt/cellardoor', `${folder}/opt`).replaceAll('/etc/cellardoor', `${folder}/etc`);

/** Runs a program with the script in its place. Processes are ready at their second request. @param failing part of the address of one that never is; others are at once */
async function runBeside(args: (script: string) => readonly string[], failing?: string) {
  const script = join(folder, 'opt/source/deploy/systemd/switch-release.sh');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, inFolder(readFileSync(SCRIPT, 'utf8')), { mode: 0o755 });
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  const answer = failing === undefined ? `[ "$(grep -cxF "$url" ${calls})" -gt 1 ]` : `case "$url" in *${failing}*) exit 22;; esac`;
  const PATH = await writeStandIns(join(folder, 'bin'), {
    systemctl: `echo "$* $(readlink ${folder}/opt/current)" >> ${calls}`,
    curl: `url="\${@: -1}"; echo "$url" >> ${calls}; ${answer}`,
    sleep: 'exit 0',
  });
  const { status, output } = run('bash', args(script), { PATH, READY_SECONDS: failing === undefined ? '100' : '1' }, folder);
  return { status, output, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
}

const switchTo = (args: readonly string[], failing?: string) => runBeside((script) => [script, ...args], failing);

/** Pastes a block of the guide. @param start how it begins */
const paste = (start: string, failing?: string) =>
  runBeside(() => ['-c', inFolder(blocks.find(({ text }) => text.startsWith(start))?.text ?? 'exit 9')], failing);
const goBack = (failing?: string) => paste('former=', failing);
const removeOld = () => paste('cd /opt/cellardoor/releases');

const links = (): readonly string[] => [linkTo('current'), linkTo('former')];
/** What a command says about how to go on, without the path of the script. */
const adviceOf = (output: string): readonly string[] =>
  Array.from(output.matchAll(/^(Again|The way back): \S+\/switch-release\.sh (.*)$/gm), ([, what, args]) => `${what}: ${args}`);

test('restarts the processes from the new release, each when the one before is ready', async () => {
  const { status, output, calls } = await switchTo(['two', 'web-1', 'web-2', 'worker']);

  expect(status, output).toBe(0);
  expect(calls).toEqual(
    [
      ['web-1', 'http://127.0.0.1:3001/readyz'],
      ['web-2', 'http://10.0.0.5:3002/readyz'],
      ['worker', 'http://127.0.0.1:3000/readyz'],
    ].flatMap(([name, url]) => [`restart cellardoor@${name} releases/two`, url, url]),
  );
  expect([linkTo('current'), linkTo('former')]).toEqual(['releases/two', 'releases/one']);
});

test('leaves the other processes alone if one is not ready, and says how to go on and the way back, also when it is repeated', async () => {
  const first = await switchTo(['two', ...ALL], '3002');
  const again = await switchTo(['two', 'web-2', 'worker'], '3002');

  for (const { status, output, calls } of [first, again]) {
    expect(status).toBe(1);
    expect(output).toContain('web-2 is not ready, see journalctl -u cellardoor@web-2.\nAgain: ');
    // The way back includes what an earlier run has restarted.
    expect(adviceOf(output)).toEqual(['Again: two web-2 worker', 'The way back: one web-1 web-2']);
    expect(calls.some((call) => call.includes('worker'))).toBe(false);
  }
});

test('repeating what it said completes a switch', async () => {
  await switchTo(['two', ...ALL], '3002');

  expect(await switchTo(['two', 'web-2', 'worker'])).toMatchObject({ status: 0, output: 'web-2 is ready.\nworker is ready.\n' });

  expect(links()).toEqual(['releases/two', 'releases/one']);
  expect(existsSync(join(folder, 'opt/.switching'))).toBe(false);
});

test('says how to go on if systemd refuses to start a process', async () => {
  const { status, output } = await runBeside((script) => [
    '-c',
    `systemctl() { return 5; }; export -f systemctl; bash ${script} two web-1`,
  ]);

  expect(status).toBe(5);
  expect(adviceOf(output)).toEqual(['Again: two web-1', 'The way back: one web-1']);
});

test('the way back from an upgrade that failed starts the release before, and is the way back of the next upgrade too', async () => {
  await switchTo(['two', ...ALL], '3001');

  expect((await switchTo(['one', 'web-1'])).status).toBe(0);
  expect(links()).toEqual(['releases/one', 'releases/one']);
  expect((await switchTo(['three', ...ALL])).status).toBe(0);
  expect(links()).toEqual(['releases/three', 'releases/one']);
});

test('a release that failed is not the one to go back to from the next one, and is removed', async () => {
  await switchTo(['two', ...ALL], '3001');

  expect((await switchTo(['three', ...ALL])).status).toBe(0);

  expect(links()).toEqual(['releases/three', 'releases/one']);
  expect((await removeOld()).output).toBe('');
  expect(readdirSync(join(folder, 'opt/releases')).toSorted()).toEqual(['one', 'three']);
  expect((await goBack()).calls[0]).toBe('restart cellardoor@web-1 releases/one');
});

test('going back with a process that is late goes on to the same release, by the printed command or by the block', async () => {
  await switchTo(['two', ...ALL]);

  const late = await goBack('3002');
  expect(late.status).toBe(1);
  expect(adviceOf(late.output)).toEqual(['Again: one web-2 worker', 'The way back: two web-1 web-2']);
  expect((await goBack('3002')).calls).toContain('restart cellardoor@web-1 releases/one');
  expect((await switchTo(['one', 'web-2', 'worker'])).status).toBe(0);

  expect(links()).toEqual(['releases/one', 'releases/two']);
});

test('giving up going back leaves the links as they were', async () => {
  await switchTo(['two', ...ALL]);
  await goBack('3002');

  expect((await switchTo(['two', 'web-1', 'web-2'])).status).toBe(0);

  expect(links()).toEqual(['releases/two', 'releases/one']);
});

test('old releases and remains of failed builds are removed', async () => {
  await switchTo(['three', ...ALL]);
  mkdirSync(join(folder, 'opt/releases/.four.unfinished'));

  await removeOld();

  expect(readdirSync(join(folder, 'opt/releases')).toSorted()).toEqual(['one', 'three']);
});

test.each(['releases', 'current', 'former'])('without %s no release is removed, and nothing else', async (missing) => {
  await switchTo(['three', ...ALL]);
  writeFileSync(join(folder, 'a file in the current folder'), '');
  renameSync(join(folder, 'opt', missing), join(folder, 'opt/elsewhere'));
  const before = readdirSync(folder, { recursive: true }).toSorted();

  expect((await removeOld()).status).not.toBe(0);

  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(before);
});

test.each([
  ['a release that is not there', ['four', 'web-1']],
  ['no release, as after a failed build', ['', 'web-1']],
  ['no process', ['two']],
])('changes nothing for %s', async (_, args) => {
  const { status, output, calls } = await switchTo(args);

  expect(status).toBe(2);
  expect(output).toContain('Usage: switch-release.sh RELEASE PROCESS…');
  expect(calls).toEqual(['']);
  expect(linkTo('current')).toBe('releases/one');
});
