import { expect, test } from 'vitest';
import { withSections } from './report.ts';

const section = (name: string, body: string) => ({ heading: `Claim ${name}`, file: `src/${name}.test.ts`, body });
const headings = (page: string) => page.match(/^## .*$/gm);

test('sections of files that were not run stay as they are, where they stand', () => {
  const first = withSections('', [section('a', 'one\n\n### Table\n\n| x |'), section('b', 'two')]);
  const second = withSections(first, [section('a', 'three'), section('c', 'four')]);
  expect(headings(second)).toEqual(['## Claim a', '## Claim b', '## Claim c']);
  expect(second).toContain('three');
  expect(second).not.toContain('### Table');
  expect(second).toContain('`src/b.test.ts`\n\ntwo');
  expect(withSections(second, [section('a', 'three'), section('c', 'four')])).toBe(second);
});
