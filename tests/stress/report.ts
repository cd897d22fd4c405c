/**
 * docs/guides/stress-tests.md as sections, one a test file. A run replaces the sections of the files that it ran and leaves the others as
 * they are, so that everyone can prove their own part and no table is lost.
 */

export interface ProofSection {
  /** The claim. */
  readonly heading: string;
  /** The test file; it names the section. */
  readonly file: string;
  /** What was tried and found, in lines of Markdown. */
  readonly body: string;
}

const HEAD = `# What was tried, and what was found

Written by \`npm run test:stress --\`, which tries everything random many times as often as \`npm test\` does. A section is a test file: \`npm run test:stress -- 20 order-crash\` runs those whose path holds the word, writes their sections afresh and leaves the others. What a test notes through \`noteProof\` (tests/stress/record-result.ts) stands in its section.
`;

const textOf = ({ heading, file, body }: ProofSection): string => `## ${heading}\n\n\`${file}\`\n\n${body.trim()}\n`;
const fileOf = (section: string): string => /^`([^`]+)`$/m.exec(section)?.[1] ?? '';

/** The page with sections put in: those there were are replaced where they stand, new ones come last. */
export function withSections(page: string, sections: readonly ProofSection[]): string {
  const [, ...before] = page.split(/^(?=## )/m);
  const known = new Set(before.map(fileOf));
  const kept = before.map((text) => {
    const section = sections.find(({ file }) => file === fileOf(text));
    return section ? textOf(section) : `${text.trim()}\n`;
  });
  const added = sections.filter(({ file }) => !known.has(file)).map(textOf);
  return [HEAD, ...kept, ...added].join('\n');
}
