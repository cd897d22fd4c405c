import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const BIOME = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const RULES = ['api-error', 'regex-property', 'unbounded-spread', 'unchecked-cast'].map((name) =>
  fileURLToPath(new URL(`${name}.grit`, import.meta.url)),
);
const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));

writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: RULES, linter: { rules: { preset: 'none' } } }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lints a file of one line and returns how many rules it breaks. */
function countErrors(name: string, code: string): number {
  writeFileSync(join(folder, name), `${code}\n`);
  const { stdout } = spawnSync(process.execPath, [BIOME, 'lint', '--reporter=github', name], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.startsWith('::error')).length;
}

test.each([
  "throw new ApiError('token_missing');",
  'export const id = row as unknown as number;',
  'export const id = JSON.parse(text) as string;',
  'export const id = JSON.parse(text) as { id: string };',
  'export const id = (await response.json()) as { id: string };',
  'export const id = response.json() as Promise<string>;',
  'export const least = Math.min(...prices);',
  'export const most = Math.max(0, ...prices.map((price) => price.cents));',
  'export const most = Math.max.apply(null, prices);',
  'expect(answer).toMatchObject({ body: [{ title: /^Enter/ }] });',
  'all.push(...more);',
  'all.push.apply(all, more);',
  'this.all?.unshift(first, ...more);',
  'export const text = String.fromCharCode(...new Uint8Array(bytes));',
])('rejects %s', (code) => {
  expect(countErrors('handlers.ts', code)).toBe(1);
});

test.each([
  "fail('token_missing');",
  'export const id = JSON.parse(text) as unknown;',
  'export const id: unknown = JSON.parse(text);',
  'export const id = (await response.json()) as unknown;',
  'export const id = schema.parse(JSON.parse(text));',
  'expect(answer).toMatchObject({ title: expect.stringMatching(/^Enter/) });',
  'export const least = Math.min(a, b);',
  'export const least = Math.min(...[a, b]);',
  'all.push({ ...more });',
  'all.push([...more], merge(...more));',
  'calculator.apply(coupon, more);',
])('accepts %s', (code) => {
  expect(countErrors('handlers.ts', code)).toBe(0);
});

test('accepts a cast in a test', () => {
  expect(countErrors('handlers.test.ts', 'export const id = row as unknown as number;')).toBe(0);
});
