import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Returns whether a folder of backups is on the disk of the data. Either that was chosen, or the disk that belongs there is not mounted. */
export const isOnSameDisk = (target: string, dataDir: string): boolean =>
  isAbsolute(target) && existsSync(target) && statSync(target).dev === statSync(dataDir).dev;
