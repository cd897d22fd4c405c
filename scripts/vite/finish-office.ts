import { existsSync } from 'node:fs';
import type { Plugin } from 'vite';
import { moveSourceMaps } from './move-source-maps.ts';
import { precompress } from './precompress.ts';

/** Finishes the build of the office: moves its source maps out of the served folder and compresses its files. */
export const finishOffice = (folder: string, maps: string): Plugin => ({
  name: 'finish-office',
  apply: 'build',
  async closeBundle(error) {
    // A build that failed while it made its files calls this without an error.
    if (error || !existsSync(folder)) return;
    await moveSourceMaps(folder, maps);
    await precompress(folder);
  },
});
