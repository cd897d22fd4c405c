import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Records a table for the test's section of docs/guides/stress-tests.md. Does nothing outside of `npm run test:stress`. */
export function recordStressResult(heading: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const folder = process.env.STRESS_TABLES;
  if (!folder) return;
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const table = [`### ${heading}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
  writeFileSync(join(folder, `${heading.toLowerCase().replaceAll(/\W+/g, '-')}.md`), table);
}
