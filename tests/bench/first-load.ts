/** Compressed size of the client files that a served page references. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = join(fileURLToPath(new URL('../..', import.meta.url)), 'build/client');

/** Returns the bytes of a client file as brotli. A browser without HTTPS is sent gzip. */
const compressedBytes = async (file: string): Promise<number> =>
  (await readFile(join(CLIENT, `${file}.br`)).catch(() => readFile(join(CLIENT, file)))).length;

/** Returns the kilobytes (brotli) and number of the scripts or styles in a page's HTML. */
export async function firstLoad(html: string, kind: 'js' | 'css'): Promise<{ files: number; kilobytes: number }> {
  const files = [...new Set([...html.matchAll(/\/assets\/[^"'\s]+\.(?:js|css)/g)].map(([file]) => file))].filter((file) =>
    file.endsWith(`.${kind}`),
  );
  const sizes = await Promise.all(files.map(compressedBytes));
  return { files: files.length, kilobytes: sizes.reduce((total, size) => total + size, 0) / 1024 };
}
