/** Commands of the shop in sentences, tables and code blocks of the documentation exist, with the options that are named. */
import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createActions } from '#cli/command.ts';
import { createProgram } from '#cli/program.ts';

const unused = (): never => {
  throw new Error('no command runs here');
};
const program = createProgram(
  createActions({ withShop: unused, readConfig: unused, log: unused, writeStdout: unused, logChange: unused }, unused),
);

/** Returns what is wrong with the words of a command; null if it could run. */
function findFault(words: readonly string[]): string | null {
  let command: Command = program;
  const rest = [...words];
  for (let next = subcommand(command, rest[0]); next !== undefined; next = subcommand(command, rest[0])) {
    command = next;
    rest.shift();
  }
  if (command === program) return rest[0] === undefined || rest[0] === 'help' ? null : `no command ${rest[0]}`;
  const [name] = rest;
  if (name !== undefined && !name.startsWith('-') && command.registeredArguments.length === 0) return `${command.name()} has no ${name}`;
  const options = new Set(['--help', ...command.options.flatMap(({ long, short }) => [long, short])]);
  const wrong = rest.find((word) => /^--?[a-z]/.test(word) && !options.has(word));
  return wrong === undefined ? null : `${command.name()} has no option ${wrong}`;
}

const subcommand = ({ commands }: Command, word: string | undefined): Command | undefined => commands.find((each) => each.name() === word);

const documented = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/guides/*.md']).flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/npm run cli -- ([^`\n]*)/g), ([, text = '']) => ({
    file,
    // Without what the shell takes: comments, redirections, other commands, the end of a line that goes on.
    text: text.replace(/\s(?:#|>|&&|\||\\).*$/, '').trim(),
  })),
);

test('every command of the documentation exists, with its options', () => {
  const faults = documented.flatMap(({ file, text }) => {
    const fault = findFault(
      text
        .replaceAll(/"[^"]*"/g, 'TEXT')
        .split(/\s+/)
        .filter(Boolean),
    );
    return fault === null ? [] : [`${file}: ${text}: ${fault}`];
  });

  expect(documented.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});

test.each(['audits', 'order shipp NUMBER', 'order cancel NUMBER --why TEXT', 'backup stored now'])('%s is found to be wrong', (text) => {
  expect(findFault(text.split(' '))).not.toBeNull();
});
