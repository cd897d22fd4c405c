/** `node scripts/readme-variables.ts`: updates README's table of variables from their definitions. */
import { readFile, writeFile } from 'node:fs/promises';
import { VARIABLES } from '#lib/server/config.ts';

interface Row {
  readonly default: string | undefined;
  readonly allowed: string;
  readonly description: string;
}

const START = '<!-- variables -->';
const END = '<!-- /variables -->';
export const README = new URL('../README.md', import.meta.url);

const cell = (text: string): string => text.replaceAll('|', '\\|');
const defaultOf = (fallback: string | undefined): string => (fallback ? `\`${cell(fallback)}\`` : '');

/** Returns a Markdown table of variables, one per line. */
export const variablesTable = (variables: Readonly<Record<string, Row>>): string =>
  [
    '| Variable | Default | Allowed | Meaning |',
    '|---|---|---|---|',
    ...Object.entries(variables).map(
      ([name, { default: fallback, allowed, description }]) =>
        `| \`${name}\` | ${defaultOf(fallback)} | ${cell(allowed)} | ${cell(description)} |`,
    ),
  ].join('\n');

/** Replaces the text between the markers. @throws Error if the markers are missing or in the wrong order */
export function withTable(text: string, table: string): string {
  const begin = text.indexOf(START);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`README.md needs a place for the table: ${START} and then ${END}`);
  return `${text.slice(0, begin + START.length)}\n${table}\n${text.slice(end)}`;
}

if (import.meta.main) await writeFile(README, withTable(await readFile(README, 'utf8'), variablesTable(VARIABLES)));
