import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Structured data is for search engines, which read it in the HTML: in the browser its makers are empty and `headTags` writes
 * none. The elements of the served page stay as they are, which React's hydration allows in a head.
 */
export function jsonLdOnServer(): Plugin {
  return {
    name: 'json-ld-on-server',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      const file = id.split('?')[0] ?? id;
      if (!file.endsWith('/routes/_layout/json-ld.ts')) return null;
      const names = [...(await readFile(file, 'utf8')).matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      return names.map((name) => `export const ${name} = () => ({});`).join('\n');
    },
  };
}
