import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { CommandError, UsageError } from './command.ts';

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  shop = await createTestShop();
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const run = (name: string, args: readonly string[], options: CommandOptions = {}) => runCommand(shopAccess(shop), name, args, options);

/** Writes the fields of a group. @returns the path */
async function fileOf(value: unknown): Promise<string> {
  const path = join(folder, 'value.json');
  await writeFile(path, JSON.stringify(value));
  return path;
}

const percentOf = async () => JSON.parse((await run('settings show', ['tax', 'AU'])).stdout);

test('saves values, shows them with their versions, and returns to an earlier version', async () => {
  const saved = await run('settings save', ['tax', 'AU'], { file: await fileOf({ percent: 12 }), note: 'Budget', actor: 'Sam' });
  await run('settings save', ['tax', 'AU'], { file: await fileOf({ percent: 13 }), actor: 'Sam' });
  const shown = await run('settings show', ['tax', 'AU']);
  await run('settings revert', ['tax', 'AU', '1'], { actor: 'Sam' });

  expect([saved.code, saved.text, saved.changes]).toEqual([0, expect.stringMatching(/^Saved as version 1/), ['settings save']]);
  expect(JSON.parse(shown.stdout)).toEqual({ percent: 13 });
  expect(shown.stderr).toContain('Budget');
  expect(await percentOf()).toEqual({ percent: 12 });
  expect((await run('settings list', [])).stdout).toMatch(/^tax +AU +Tax +version 3 +.*Sam$/m);
});

test('schedules values for a local time in the market', async () => {
  const before = await percentOf();
  const saved = await run('settings save', ['tax', 'AU'], { file: await fileOf({ percent: 15 }), from: '2030-01-01T00:00' });

  expect(saved.text).toContain('2029-12-31 13:00 UTC');
  expect(await percentOf()).toEqual(before);
});

test('never prints a secret, and keeps it when the printed values are saved again', async () => {
  const value = { from: 'Shop <orders@shop.example>', contact: 'hello@shop.example' };
  await run('settings save', ['mail', 'shop'], { file: await fileOf({ ...value, smtpUrl: 'smtps://user:secret@mail.example' }) });
  const shown = await run('settings show', ['mail', 'shop']);
  await run('settings save', ['mail', 'shop'], { file: await fileOf(JSON.parse(shown.stdout)) });
  const again = await run('settings show', ['mail', 'shop']);

  expect(JSON.parse(shown.stdout)).toEqual(value);
  expect(again.stderr).toContain('smtpUrl: set, not shown');
  expect(shown.text + again.text).not.toContain('secret');
});

test('previews values on every site', async () => {
  const { stdout } = await run('settings preview', ['support', 'AU'], {
    file: await fileOf({ phone: '1800 000 777', email: '', hours: '' }),
  });
  const [link = ''] = stdout.split('\n');

  expect(stdout.split('\n')).toHaveLength(4);
  expect((await shop.get(link.replace(/^https?:\/\/[^/]+/, ''))).text).toContain('1800 000 777');
});

test('rejects a preview of a wrong value', async () => {
  await expect(run('settings preview', ['tax', 'AU'], { file: await fileOf({ percent: 99 }) })).rejects.toThrow('percent: ');
});

test.each([
  { name: 'an unknown group', args: ['taxes', 'AU'], error: UsageError, says: 'Choose from identity, categories, shipping' },
  { name: 'an unknown scope', args: ['tax', 'NZ'], error: UsageError, says: 'Choose from AU, SG' },
  { name: 'a wrong value', args: ['tax', 'AU'], error: CommandError, says: 'percent: ' },
  { name: 'a moment without a time', args: ['tax', 'AU'], from: '2030-01-01', error: UsageError, says: '2026-12-01T00:00' },
  {
    name: 'a moment in the past',
    args: ['tax', 'AU'],
    from: '2020-01-01T00:00',
    percent: 9,
    error: CommandError,
    says: '--from is in the past. Choose a time that is still to come',
  },
])('rejects $name', async ({ args, from, percent = 99, error, says }) => {
  const saving = run('settings save', args, { file: await fileOf({ percent }), ...(from !== undefined && { from }) });

  await expect(saving).rejects.toThrow(error);
  await expect(saving).rejects.toThrow(says);
});

test('rejects a file that cannot be read', async () => {
  await expect(run('settings save', ['tax', 'AU'], { file: join(folder, 'nothing.json') })).rejects.toThrow('cannot be read');
});
