import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const WORKER = fileURLToPath(new URL('../../src/service-worker/sw.ts', import.meta.url));

/** Builds /sw.js into the client folder, with a hash of the files there: a new build of the pages is a new worker [CONT-45]. */
export async function buildWorker(folder: string): Promise<void> {
  const names = (await readdir(join(folder, 'assets'))).sort().join();
  const version = createHash('sha256').update(names).digest('hex').slice(0, 16);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(version) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input: WORKER, output: { entryFileNames: 'sw.js', format: 'iife' } },
    },
  });
}
