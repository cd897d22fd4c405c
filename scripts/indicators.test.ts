import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { countCodeLines, readFlows } from './indicators.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('counts lines of code without comments and blank lines', () => {
  expect(countCodeLines('a.ts', '/** A.\n * B. */\nconst a = 1; // C\n\n// D\nconst b = `\n`;\n')).toBe(3);
});

test('reads flows from their tables', () => {
  const text =
    '## Flows\n\n### Add to cart\n\n| Step | File |\n|---|---|\n| button | `src/a/B.tsx` |\n| rule | `src/a/c.ts`, `src/a/B.tsx` |\n\n## Rules\n\n`src/d.ts`\n';

  expect(readFlows(text)).toEqual([{ name: 'Add to cart', files: ['src/a/B.tsx', 'src/a/c.ts'] }]);
});

describe('ARCHITECTURE.md', () => {
  const paths = [
    ...readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8').matchAll(/`((?:src|packages|scripts|tests|migrations)\/[\w./-]+\.\w+)`/g),
  ];

  test.each(paths.map(([, path]) => path ?? ''))('names only existing files: %s', (path) => {
    expect(existsSync(ROOT + path)).toBe(true);
  });
});
