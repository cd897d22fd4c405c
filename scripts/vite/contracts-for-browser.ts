import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

interface Row {
  readonly method: string;
  readonly path: string;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/**
 * Matches `contract.ts` of a domain and files such as `one-click-contract.ts` next to it, but not the modules that define
 * contracts.
 */
const CONTRACT = /[/-]contract\.ts$/;
const MAKING = '/lib/define-contract.ts';
const SCHEMAS = /node_modules[\\/]zod[\\/]/;

/**
 * Reduces contracts in the browser to `{method, path}` per call. Schemas stay on the server, because the validation library has
 * 20 KB and needs `new Function`, which the content security policy blocks. If the library is in the build anyway, the build
 * fails and names the importer.
 * @param options.allowsSchemas true for the office, whose forms are validated by schemas of `model/`
 */
export function contractsForBrowser({ allowsSchemas = false }: { readonly allowsSchemas?: boolean } = {}): Plugin {
  return {
    name: 'contracts-for-browser',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!CONTRACT.test(file) || file.endsWith(MAKING)) return null;
      const tables: Record<string, Record<string, unknown>> = await import(`${pathToFileURL(file).href}?read=${Date.now()}`);
      const lines = Object.entries(tables)
        .filter(([name]) => name.endsWith('Contract'))
        .map(([name, table]) => {
          const rows = Object.entries(table).filter((entry): entry is [string, Row] => isRow(entry[1]));
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(rows.map(([call, { method, path }]) => [call, { method, path }])))};`;
        });
      return lines.join('\n');
    },
    generateBundle(_options, bundle) {
      if (allowsSchemas) return;
      const isGroupMember = Object.values(bundle).some(
        (file) => file.type === 'chunk' && Object.entries(file.modules).some(([id, { code }]) => code !== null && SCHEMAS.test(id)),
      );
      if (!isGroupMember) return;
      const bringers = [...this.getModuleIds()]
        .filter((id) => SCHEMAS.test(id))
        .flatMap((id) => this.getModuleInfo(id)?.importers ?? [])
        .filter((id) => !SCHEMAS.test(id));
      this.error(`The validation library is in a client script, imported by one of ${[...new Set(bringers)].join(', ')}.`);
    },
  };
}
