import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exchangeDatabase, finishExchange } from './unfinished-restore.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const RESTORED = 'restore-0123456789ab';

/** A data directory with a database, and a restored one beside it. */
function prepare(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'exchange-'));
  folders.push(dataDir);
  for (const [folder, content] of [
    [join(dataDir, 'postgres'), 'former'],
    [join(dataDir, RESTORED, 'postgres'), 'restored'],
  ] as const) {
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/PG_VERSION'), content);
    writeFileSync(join(folder, 'passwords.json'), content);
  }
  writeFileSync(join(dataDir, 'search-index.snapshot'), 'of the former catalogue');
  return dataDir;
}

const read = (dataDir: string, name: string): string => readFileSync(join(dataDir, 'postgres', name), 'utf8');

function expectExchanged(dataDir: string): void {
  expect([read(dataDir, 'data/PG_VERSION'), read(dataDir, 'passwords.json')]).toEqual(['restored', 'restored']);
  const aside = readdirSync(join(dataDir, 'postgres')).filter((name) => name.includes('before-restore'));
  expect(aside.map((name) => read(dataDir, name.startsWith('data') ? `${name}/PG_VERSION` : name))).toEqual(['former', 'former']);
  expect(readdirSync(dataDir)).toEqual(['postgres']);
  expect(existsSync(join(dataDir, 'postgres/restore-exchange'))).toBe(false);
}

test('exchanges the databases and keeps the former one', () => {
  const dataDir = prepare();
  const former = exchangeDatabase(dataDir, RESTORED);
  expect(former === null ? '' : readFileSync(join(former, 'PG_VERSION'), 'utf8')).toBe('former');
  expectExchanged(dataDir);
  expect(finishExchange(dataDir)).toBe(false);
});

test.each([0, 1, 2, 3, 4])('an exchange that was killed after %i of its steps is finished at the next start', (done) => {
  const dataDir = prepare();
  const [own, restored] = [join(dataDir, 'postgres'), join(dataDir, RESTORED, 'postgres')];
  writeFileSync(join(own, 'restore-exchange'), JSON.stringify([RESTORED, 'before-restore-x']));
  const steps: readonly (readonly [from: string, to: string])[] = [
    [join(own, 'data'), join(own, 'data-before-restore-x')],
    [join(restored, 'data'), join(own, 'data')],
    [join(own, 'passwords.json'), join(own, 'passwords-before-restore-x.json')],
    [join(restored, 'passwords.json'), join(own, 'passwords.json')],
  ];
  for (const [from, to] of steps.slice(0, done)) renameSync(from, to);

  expect(finishExchange(dataDir)).toBe(true);

  expectExchanged(dataDir);
});

test('a damaged note is not followed', () => {
  const dataDir = prepare();
  writeFileSync(join(dataDir, 'postgres/restore-exchange'), JSON.stringify(['../../elsewhere', 'x']));
  expect(() => finishExchange(dataDir)).toThrow(/restore-exchange is damaged/);
  expect(read(dataDir, 'data/PG_VERSION')).toBe('former');
});
