/** The blocks of docs/guides/run-in-production.md that build a release, with a stand-in for the build. systemd.check.ts runs them as they are. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGuideBlocks, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const blocks = (await readGuideBlocks(['run-in-production'])).map(({ text }) => text).filter((text) => text.startsWith('release=v0.4.0\n'));
const [install = '', upgrade = ''] = blocks;
let folder = '';
const releases = (): string => join(folder, 'opt/releases');

/** Commits to the repository that the guide clones. */
function commit(message: string, tag?: string): void {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', join(folder, 'upstream'), ...args]);
  git('-c', 'user.name=Test', '-c', 'user.email=test@shop.example', 'commit', '--quiet', '--allow-empty', '--message', message);
  if (tag !== undefined) git('tag', tag);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cellardoor-build-'));
  mkdirSync(join(folder, 'opt'));
  execFileSync('git', ['init', '--quiet', join(folder, 'upstream')]);
  commit('first', 'v0.3.0');
  commit('not released');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Pastes a block. The build writes the subject of the commit from which it builds. */
async function paste(block: string, release: string) {
  const PATH = await writeStandIns(join(folder, 'bin'), { node: 'mkdir -p "$2" && git log -1 --format=%s > "$2/subject"' });
  const text = block
    .replace('https://git.example/cellardoor.git', join(folder, 'upstream'))
    .replace('release=v0.4.0', `release=${release}`)
    .replaceAll('/opt/cellardoor', `${folder}/opt`);
  return run('bash', ['-c', text], { PATH }, folder);
}
const builtFrom = (release: string): string => readFileSync(join(releases(), release, 'subject'), 'utf8').trim();

test('the installation builds the tag, not the head of the branch', async () => {
  const { status, output } = await paste(install, 'v0.3.0');

  expect(status, output).toBe(0);
  expect(builtFrom('v0.3.0')).toBe('first');
  expect(readlinkSync(join(folder, 'opt/current'))).toBe('releases/v0.3.0');
});

test('an upgrade builds a tag that is newer than the clone', async () => {
  await paste(install, 'v0.3.0');
  commit('second', 'v0.4.0');
  commit('not released either');

  const { status, output } = await paste(upgrade, 'v0.4.0');

  expect(status, output).toBe(0);
  expect(builtFrom('v0.4.0')).toBe('second');
  expect(readlinkSync(join(folder, 'opt/current'))).toBe('releases/v0.3.0');
});

test.each([
  ['installation', install],
  ['upgrade', upgrade],
])('%s: a tag that is not there builds nothing', async (name, block) => {
  if (name === 'upgrade') await paste(install, 'v0.3.0');

  expect((await paste(block, 'v0.5.0')).status).not.toBe(0);

  expect(existsSync(join(releases(), 'v0.5.0'))).toBe(false);
  expect(existsSync(join(folder, 'opt/current'))).toBe(name === 'upgrade');
});
