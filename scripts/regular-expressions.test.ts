import { expect, test } from 'vitest';
import { expressionsOf, slowExpressions, slownessOf } from './regular-expressions.ts';

const found = (text: string) => expressionsOf('src/a.ts', text).map(({ line, pattern, flags }) => ({ line, pattern, flags }));

test('finds literals and arguments of RegExp with their lines', () => {
  const text = [
    'const a = /x+$/u;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code
    "const b: RegExp = new RegExp(`^${a.source}+$`, 'i');",
    "const c = RegExp('y');",
    'const d = new RegExp(a);',
  ].join('\n');

  expect(found(text)).toEqual([
    { line: 1, pattern: 'x+$', flags: 'u' },
    { line: 2, pattern: '^x+$', flags: 'i' },
    { line: 3, pattern: 'y', flags: '' },
  ]);
});

test('parses TypeScript and JSX and ignores comments and strings', () => {
  expect(
    expressionsOf('src/a.tsx', "// /a+/\nconst a = <b title='/c+/'>{/d/.test(e as string)}</b>;").map(({ pattern }) => pattern),
  ).toEqual(['d']);
});

test.each(['^(a+)+$', '\\s+$', '\\s*;\\s*', '^\\s*-?\\s*x', '^[^@]+@[^@]+\\.[^@]+$'])('rejects %s', (pattern) => {
  expect(slownessOf({ pattern, flags: '' })).not.toBeNull();
});

test.each(['^a+$', '[?#].*', '\\d+'])('accepts %s as linear', (pattern) => {
  expect(slownessOf({ pattern, flags: 's' })).toBeNull();
});

test('reports the position of a slow expression and caches the linear ones', () => {
  const existing = new Set<string>();
  const slow = slowExpressions(expressionsOf('src/a.ts', 'const a = /b+/;\nconst c = /d+$/;'), existing);

  expect(slow).toMatchObject([{ path: 'src/a.ts', line: 2, pattern: 'd+$', reason: expect.stringContaining('polynomial') }]);
  expect(existing).toEqual(new Set(['/b+/']));
});
