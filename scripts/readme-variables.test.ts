import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { VARIABLES } from '#lib/server/config.ts';
import { README, variablesTable, withTable } from './readme-variables.ts';

const readme = (): Promise<string> => readFile(README, 'utf8');

describe('README', () => {
  test.each(Object.keys(VARIABLES))('lists %s in its table', async (name) => {
    const table = (await readme()).split('<!-- variables -->')[1]?.split('<!-- /variables -->')[0] ?? '';
    expect(table).toContain(`| \`${name}\` |`);
  });

  test('has the table that `node scripts/readme-variables.ts` writes', async () => {
    const text = await readme();
    expect(text).toBe(withTable(text, variablesTable(VARIABLES)));
  });
});

describe('table', () => {
  test('has one line per variable, escapes bars and leaves missing defaults empty', () => {
    const table = variablesTable({
      PORT: { default: '3000', allowed: '0 to 65535', description: 'Port.' },
      LIST: { default: '', allowed: 'a|b', description: 'List.' },
      URL: { default: undefined, allowed: 'a URL', description: 'Place.' },
    });
    expect(table.split('\n')).toEqual([
      '| Variable | Default | Allowed | Meaning |',
      '|---|---|---|---|',
      '| `PORT` | `3000` | 0 to 65535 | Port. |',
      '| `LIST` |  | a\\|b | List. |',
      '| `URL` |  | a URL | Place. |',
    ]);
  });

  test('replaces only the text between the markers', () => {
    expect(withTable('# A\n<!-- variables -->\nold\n<!-- /variables -->\nmore', 'new')).toBe(
      '# A\n<!-- variables -->\nnew\n<!-- /variables -->\nmore',
    );
  });

  test.each([
    { name: 'no markers', text: '# A' },
    { name: 'one marker', text: '<!-- variables -->' },
    { name: 'markers the wrong way round', text: '<!-- /variables --><!-- variables -->' },
  ])('$name: reports what is missing', ({ text }) => {
    expect(() => withTable(text, 'new')).toThrow('README.md needs a place for the table');
  });
});
