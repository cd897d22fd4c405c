import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../docs/decisions/', import.meta.url));
const SECTIONS = ['## Context', '## Decision', '## Consequences', '## Alternatives considered'];
const pages = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .sort();
const read = (name: string): string => readFileSync(FOLDER + name, 'utf8');
const titleOf = (name: string): string => read(name).slice(2, read(name).indexOf('\n'));

describe('decision pages', () => {
  test.each(pages)('%s follows the template', (name) => {
    const text = read(name);

    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}: \\S`));
    expect(text).toMatch(/^Status: (?:accepted|superseded by \[\d{4}\])/m);
    expect(text.match(/^## .+$/gm)?.filter((heading) => SECTIONS.includes(heading))).toEqual(SECTIONS);
  });

  test('are listed in the index in order', () => {
    const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]\((\S+)\) \| (.+?) \|/gm)].map(([, number, file, title]) => ({
      number,
      file,
      title,
    }));

    expect(listed).toEqual(pages.map((file) => ({ number: file.slice(0, 4), file, title: titleOf(file).slice(6) })));
  });
});
