import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { release, releaseChangelog } from './release.ts';

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Added\n- Wine.\n\n## 0.1.0 - 2026-01-01\n\n- First.\n';
const LOCK = `${JSON.stringify(
  {
    name: 'shop',
    version: '0.1.0',
    lockfileVersion: 3,
    packages: { '': { name: 'shop', version: '0.1.0' }, 'node_modules/pg': { version: '0.1.0' } },
  },
  null,
  2,
)}\n`;
const NAMED = {
  Dockerfile: 'FROM base\nARG VERSION=0.1.0\n',
  'deploy/compose/example.env': '# Release to run.\nSHOP_VERSION=0.1.0\n',
  'deploy/kubernetes/overlays/example/kustomization.yaml': 'images:\n  - newTag: 0.1.0\npatches: []\n',
};
const TODAY = '2026-11-22';
let root: string;
const writeStatements = (where: string, version: string): void => writeFileSync(join(where, 'statements.json'), version);
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cellardoor-release-'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.email', 'test@cellardoor.example');
  git('config', 'user.name', 'Test');
  writeFileSync(join(root, 'package.json'), '{\n  "name": "shop",\n  "version": "0.1.0"\n}\n');
  writeFileSync(join(root, 'package-lock.json'), LOCK);
  writeFileSync(join(root, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(root, 'statements.json'), '0.1.0');
  for (const [name, text] of Object.entries(NAMED)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: start');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('release', () => {
  test('has its entries, its version, a commit and a tag', () => {
    const tag = release({ root, version: '0.2.0', today: TODAY, isDryRun: false, writeStatements });

    expect(tag).toBe('v0.2.0');
    expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased\n', `## Unreleased\n\n## 0.2.0 - ${TODAY}\n`));
    expect(read('package.json')).toContain('"version": "0.2.0"');
    expect(read('statements.json')).toBe('0.2.0');
    for (const [name, text] of Object.entries(NAMED)) expect(read(name)).toBe(text.replace('0.1.0', '0.2.0'));
    expect(read('package-lock.json')).toBe(
      LOCK.replace('"version": "0.1.0"', '"version": "0.2.0"').replace('"version": "0.1.0"', '"version": "0.2.0"'),
    );
    expect(git('log', '-1', '--format=%s %D')).toBe('chore(release): 0.2.0 HEAD -> main, tag: v0.2.0');
    expect(git('status', '--porcelain')).toBe('');
  });

  test('changes nothing in a dry run', () => {
    release({ root, version: '0.2.0', today: TODAY, isDryRun: true, writeStatements });

    expect(read('CHANGELOG.md')).toBe(CHANGELOG);
    expect(read('statements.json')).toBe('0.1.0');
    expect(read('package.json')).toContain('"version": "0.1.0"');
    expect(read('package-lock.json')).toBe(LOCK);
    for (const [name, text] of Object.entries(NAMED)) expect(read(name)).toBe(text);
    expect(git('tag')).toBe('');
  });

  test.each([
    ['an earlier version', '0.0.9', 'not later'],
    ['the same version', '0.1.0', 'not later'],
    ['no version', 'next', 'not a version'],
  ])('is rejected for %s', (_what, version, message) => {
    expect(() => release({ root, version, today: TODAY, isDryRun: false, writeStatements })).toThrow(message);
  });

  test('is rejected while files are not committed', () => {
    writeFileSync(join(root, 'new.txt'), '');

    expect(() => release({ root, version: '0.2.0', today: TODAY, isDryRun: false, writeStatements })).toThrow('Commit or discard');
  });

  test('is rejected if its tag exists', () => {
    git('tag', 'v0.2.0');

    expect(() => release({ root, version: '0.2.0', today: TODAY, isDryRun: false, writeStatements })).toThrow('exists');
  });

  test('is rejected if a file for deployment names no version', () => {
    writeFileSync(join(root, 'Dockerfile'), 'FROM base\n');
    git('commit', '--quiet', '--all', '--message', 'feat: another image');

    expect(() => release({ root, version: '0.2.0', today: TODAY, isDryRun: false, writeStatements })).toThrow(
      'Dockerfile names no version',
    );
    expect(git('status', '--porcelain')).toBe('');
  });

  test('is rejected without entries', () => {
    expect(() => releaseChangelog('## Unreleased\n\n## 0.1.0 - 2026-01-01\n', '0.2.0', TODAY)).toThrow('no entries');
  });
});
