import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Moves the source maps of the client build to a folder that is not served. `npm run cli -- errors show` reads them there. */
export async function moveSourceMaps(client: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const maps = (await readdir(client, { recursive: true })).filter((name) => name.endsWith('.map'));
  await Promise.all(maps.map((name) => rename(join(client, name), join(folder, basename(name)))));
}
