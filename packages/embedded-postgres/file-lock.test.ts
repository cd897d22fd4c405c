import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tryLock } from './file-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-lock-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Makes only these programs available. */
function offerOnly(...programs: readonly string[]): void {
  for (const program of programs) {
    const path = spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
    symlinkSync(path, join(folder, program));
  }
  vi.stubEnv('PATH', folder);
}

describe.skipIf(process.platform === 'win32')('tryLock', () => {
  test.each([['flock'], ['perl']])('allows one holder at a time with %s, and the next one after a release', (program) => {
    offerOnly(program);
    const path = join(folder, 'owner.lock');
    const first = tryLock(path);
    expect(first).toBeDefined();
    expect(tryLock(path)).toBeUndefined();
    first?.release();
    first?.release();
    const second = tryLock(path);
    expect(second).toBeDefined();
    second?.release();
  });

  test('names the missing programs if none can lock', () => {
    offerOnly();
    expect(() => tryLock(join(folder, 'owner.lock'))).toThrow(/needs the program flock .* or perl/);
  });
});
