import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

interface Row {
  readonly method: string;
  readonly path: string;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/**
 * In the browser a contract is `{method, path}` a call: schemas stay on the server, so that no validation library
 * travels (it weighs 20 KB and needs `new Function`, which the content security policy refuses).
 */
export function contractsForBrowser(): Plugin {
  return {
    name: 'contracts-for-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('/contract.ts') || file.endsWith('/platform/contract.ts')) return null;
      const tables: Record<string, Record<string, unknown>> = await import(`${pathToFileURL(file).href}?read=${Date.now()}`);
      const lines = Object.entries(tables)
        .filter(([name]) => name.endsWith('Calls'))
        .map(([name, table]) => {
          const rows = Object.entries(table).filter((entry): entry is [string, Row] => isRow(entry[1]));
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(rows.map(([call, { method, path }]) => [call, { method, path }])))};`;
        });
      return lines.join('\n');
    },
  };
}
