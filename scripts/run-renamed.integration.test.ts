import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

const runScript = (name: string, ...options: readonly string[]) =>
  spawnSync('npm', ['run', '--silent', name, '--', ...options], { cwd: ROOT, encoding: 'utf8' });

describe('renamed npm scripts', () => {
  test.each([
    ['shop', 'cli'],
    ['verify', 'check'],
    ['types', 'typecheck'],
    ['prove', 'test:stress'],
    ['gallery', 'screenshots'],
  ])('%s runs %s', (oldName, newName) => {
    expect(scripts[oldName]).toBe(`node scripts/run-renamed.mjs ${oldName} ${newName}`);
    expect(scripts[newName]).toBeDefined();
  });

  test('pass arguments, output and exit code on and print one deprecation line', () => {
    const renamed = runScript('shop', 'no-such-command');
    const current = runScript('cli', 'no-such-command');
    expect(renamed.stderr.split('\n')[0]).toBe('"npm run shop" is deprecated. Use "npm run cli".');
    expect(renamed.stderr.split('\n').slice(1).join('\n')).toBe(current.stderr);
    expect(renamed.status).toBe(current.status);
    expect(current.status).not.toBe(0);
  });
});
