/** Tables of a test for its section of docs/guides/stress-tests.md (tests/stress/report.ts): what was tried where, and what was found. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keep a table of cells under a heading; nothing outside of `npm run test:stress --`. */
export function recordStressResult(heading: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const folder = process.env.PROVE_NOTES;
  if (!folder) return;
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const table = [`### ${heading}`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line), ''].join('\n');
  writeFileSync(join(folder, `${heading.toLowerCase().replaceAll(/\W+/g, '-')}.md`), table);
}
