import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/;

/** Writes `.br` and `.gz` beside every text file of the client build, so that serving one costs a read. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle(options) {
      const folder = options.dir;
      if (!folder) return;
      const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
      for (const name of names) {
        const bytes = await readFile(join(folder, name));
        await writeFile(join(folder, `${name}.br`), await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        await writeFile(join(folder, `${name}.gz`), await zip(bytes, { level: 9 }));
      }
    },
  };
}
