/** A disk of a few megabytes in memory, which can be filled. Needs root. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no space, until `free`. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Returns the free space in bytes. */
  readFree(): Promise<number>;
  remove(): Promise<void>;
}

export async function mountSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'cellardoor-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=0700', 'cellardoor-disk', folder]);
  const filler = join(folder, 'fill');
  return {
    folder,
    async fill() {
      // It ends when there is no space left.
      await run('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']).catch(() => {});
    },
    free: () => rm(filler, { force: true }),
    async readFree() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    async remove() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}
