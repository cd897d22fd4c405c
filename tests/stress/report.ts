/**
 * docs/guides/stress-tests.md as sections, one per test file. A run replaces the sections of the files that it ran and keeps the others.
 */

export interface StressSection {
  readonly heading: string;
  /** Identifies the section. */
  readonly file: string;
  /** Markdown. */
  readonly body: string;
}

const HEAD = `# Stress test results

\`npm run test:stress\` writes this page. It runs every random test many times as often as \`npm test\` does. \`npm run test:stress -- 20 order-crash\` runs the files whose path contains the word, 20 times as often, and replaces their sections. A section has the tables that its test records with \`recordStressResult\` (tests/stress/record-result.ts).
`;

const textOf = ({ heading, file, body }: StressSection): string => `## ${heading}\n\n\`${file}\`\n\n${body.trim()}\n`;
const fileOf = (section: string): string => /^`([^`]+)`$/m.exec(section)?.[1] ?? '';

/** Returns the page with the sections inserted. A section of a known file replaces the existing one; new sections are appended. */
export function withSections(page: string, sections: readonly StressSection[]): string {
  const [, ...before] = page.split(/^(?=## )/m);
  const existing = new Set(before.map(fileOf));
  const retained = before.map((text) => {
    const section = sections.find(({ file }) => file === fileOf(text));
    return section ? textOf(section) : `${text.trim()}\n`;
  });
  const added = sections.filter(({ file }) => !existing.has(file)).map(textOf);
  return [HEAD, ...retained, ...added].join('\n');
}
