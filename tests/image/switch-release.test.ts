/** The script that starts processes from another release, with stand-ins for systemd and for requests. */
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const SCRIPT = fileURLToPath(new URL('../../deploy/systemd/switch-release.sh', import.meta.url));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellardoor-switch-'));
  for (const release of ['one', 'two']) {
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

/** Runs it. Processes are ready at their second request. @param failing part of the address of one that never is; others are at once */
async function switchTo(args: readonly string[], failing?: string) {
  const script = join(folder, 'switch-release.sh');
  const text = readFileSync(SCRIPT, 'utf8').replaceAll('/opt/cellardoor', `${folder}/opt`).replaceAll('/etc/cellardoor', `${folder}/etc`);
  writeFileSync(script, text);
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  const answer = failing === undefined ? `[ "$(grep -cxF "$url" ${calls})" -gt 1 ]` : `case "$url" in *${failing}*) exit 22;; esac`;
  const PATH = await writeStandIns(join(folder, 'bin'), {
    systemctl: `echo "$* $(readlink ${folder}/opt/current)" >> ${calls}`,
    curl: `url="\${@: -1}"; echo "$url" >> ${calls}; ${answer}`,
    sleep: 'exit 0',
  });
  const { status, output } = run('bash', [script, ...args], { PATH, READY_SECONDS: failing === undefined ? '100' : '1' });
  return { status, output, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
}

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

test('leaves the other processes alone if one is not ready, and names the way back, also when it is tried again', async () => {
  for (const _ of ['first', 'again']) {
    const { status, output, calls } = await switchTo(['two', 'web-1', 'web-2', 'worker'], '3002');

    expect(status).toBe(1);
    expect(output).toMatch(/web-2 is not ready, .* The way back: \S+switch-release\.sh one web-1 web-2\n$/);
    expect(calls.some((call) => call.includes('worker'))).toBe(false);
  }
});

test.each([
  ['a release that is not there', ['three', 'web-1']],
  ['no release, as after a failed build', ['', 'web-1']],
  ['no process', ['two']],
])('changes nothing for %s', async (_, args) => {
  const { status, output, calls } = await switchTo(args);

  expect(status).toBe(2);
  expect(output).toContain('Usage: switch-release.sh RELEASE PROCESS…');
  expect(calls).toEqual(['']);
  expect(linkTo('current')).toBe('releases/one');
});
