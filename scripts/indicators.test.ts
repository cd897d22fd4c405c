import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { importsOf } from './import-rules.ts';
import { countCodeLines, readFlows } from './indicators.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Steps of a flow that lead to the next one by a link or a plain form. */
const LEADS_BY_URL = ['AccountLink.tsx', 'LoginStep.tsx', 'PasswordStep.tsx'];

const importedFiles = (path: string): string[] =>
  importsOf(readFileSync(ROOT + path, 'utf8')).map(({ specifier }) =>
    specifier.startsWith('#') ? `src/${specifier.slice(1)}` : posix.join(posix.dirname(path), specifier),
  );

test('counts lines of code without comments and blank lines', () => {
  expect(countCodeLines('a.ts', '/** A.\n * B. */\nconst a = 1; // C\n\n// D\nconst b = `\n`;\n')).toBe(3);
});

test('reads flows from their tables', () => {
  const text =
    '## Flows\n\n### Add to cart\n\n| Step | File |\n|---|---|\n| button | `src/a/B.tsx` |\n| rule | `src/a/c.ts`, `src/a/B.tsx` |\n\n## Rules\n\n`src/d.ts`\n';

  expect(readFlows(text)).toEqual([{ name: 'Add to cart', files: ['src/a/B.tsx', 'src/a/c.ts'] }]);
});

describe('ARCHITECTURE.md', () => {
  const architecture = readFileSync(`${ROOT}ARCHITECTURE.md`, 'utf8');
  const paths = [...architecture.matchAll(/`((?:src|packages|scripts|tests|migrations)\/[\w./-]+\.\w+)`/g)];

  test.each(paths.map(([, path]) => path ?? ''))('names only existing files: %s', (path) => {
    expect(existsSync(ROOT + path)).toBe(true);
  });

  test.each(readFlows(architecture))('lists connected files in the flow $name', ({ files }) => {
    const edges = files.flatMap((from) => importedFiles(from).map((to) => ({ from, to })));

    const unconnected = files.filter(
      (file) =>
        !LEADS_BY_URL.includes(posix.basename(file)) &&
        !edges.some(({ from, to }) => (from === file && files.includes(to)) || (to === file && from !== file)),
    );

    expect(unconnected).toEqual([]);
  });
});
