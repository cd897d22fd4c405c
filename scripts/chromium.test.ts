import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ensureChromium, findChromium } from './chromium.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chromium-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function program(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

test('finds a browser on the PATH', () => {
  const path = program('google-chrome', 0o755);
  expect(findChromium()).toBe(path);
});

test('prefers CHROMIUM_PATH to the PATH', () => {
  program('chromium', 0o755);
  const chosen = program('my-browser', 0o755);
  vi.stubEnv('CHROMIUM_PATH', chosen);
  expect(findChromium()).toBe(chosen);
});

test('ignores a file that is not executable', () => {
  const path = program('chromium', 0o644);
  expect(findChromium()).not.toBe(path);
});

test('names a wrong CHROMIUM_PATH and installs nothing', async () => {
  program('chromium', 0o755);
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'none'));
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await ensureChromium()).toBeNull();
  expect(consoleError).toHaveBeenCalledWith(expect.stringMatching(/CHROMIUM_PATH is '.*none', and no program is there/));
});
