/**
 * Child process that reads the catalogue into a file of indexes. Takes DATABASE_URL from the environment. Its arguments are the file, the
 * time, and `urgent` for normal CPU priority.
 */

import { catalogueFeed } from '#domains/catalogue/server/catalogue-feed.repository.ts';
import { pictureVersion } from '#domains/catalogue/server/pictures/picture-plan.ts';
import { lowerCpuPriority } from '#lib/db/cpu-priority.ts';
import { openDatabase } from '#lib/db/pool.ts';
import { saveSnapshot } from './index-snapshot.ts';
import { readCatalogue } from './read-catalogue.ts';

// The parent process has ended.
process.on('disconnect', () => process.exit(1));

const [path = '', now = '', priority = ''] = process.argv.slice(2);
const opened = openDatabase(process.env.DATABASE_URL ?? '', 2);
const database = priority === 'urgent' ? opened : lowerCpuPriority(opened, 'third');
const feed = catalogueFeed(database, pictureVersion);
const { id } = await feed.history();
await saveSnapshot(path, await readCatalogue(feed, Number(now)), id);
process.exit(0);
