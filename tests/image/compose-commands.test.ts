/** Commands of the guide for compose.yaml, as they are pasted, where stand-ins for Docker and git can show what they do. */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readGuideBlocks, readGuideCode, run, writeStandIns } from '#tests/fixtures/guide-blocks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cellardoor-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Runs the upgrade of the guide as it is pasted into a shell, where one command fails.
 * @returns the commands that ran, without their options, and whether `.env` names the new version then
 */
async function upgrade(fails: string): Promise<{ readonly ran: readonly string[]; readonly isSwitched: boolean }> {
  const folder = createFolder();
  writeFileSync(join(folder, '.env'), 'SHOP_VERSION=0.1.0\n');
  const block = (await readGuideBlocks(['run-in-containers'])).find(({ text }) => text.startsWith('VERSION='));
  const standIn = (name: string) => `echo "${name} $*"\n[[ "${name} $*" != "${fails}"* ]]`;
  const PATH = await writeStandIns(join(folder, 'bin'), { docker: standIn('docker'), git: standIn('git') });

  const { output } = run('bash', ['-c', block?.text ?? ''], { PATH }, folder);

  return {
    ran: Array.from(output.matchAll(/^(git \w+|docker compose \w+)/gm), ([command]) => command),
    isSwitched: readFileSync(join(folder, '.env'), 'utf8') !== 'SHOP_VERSION=0.1.0\n',
  };
}

test('keeps secrets in files that only their owner can read', async () => {
  const folder = createFolder();
  cpSync(join(ROOT, 'deploy/compose'), join(folder, 'deploy/compose'), { recursive: true });
  const commands = (await readGuideCode('run-in-containers')).filter((code) => /^(?:cp|install) .*\.env$/.test(code));

  expect(run('bash', ['-ec', ['umask 022', ...commands].join('\n')], {}, folder)).toEqual({ status: 0, output: '' });

  for (const name of ['.env', 'shop.env']) expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600);
});

test.each([
  { fails: 'git checkout', ran: ['git fetch', 'git checkout'], isSwitched: false },
  { fails: 'docker compose build', ran: ['git fetch', 'git checkout', 'docker compose build'], isSwitched: true },
])('ends an upgrade at the first command that fails: $fails', async ({ fails, ran, isSwitched }) => {
  expect(await upgrade(fails)).toEqual({ ran, isSwitched });
});

test('replaces no process if the migration fails', async () => {
  const { ran } = await upgrade('docker compose run --rm migrate');

  expect(ran.at(-1)).toBe('docker compose run');
  expect(ran.filter((command) => command === 'docker compose up')).toHaveLength(1);
});
