/** `storage create` creates the bucket of PICTURE_STORAGE, `move` moves the files of pictures between the database and it, `check` looks for each. */
import { type Command, Option } from 'commander';
import { checkStoredFiles, movePictureFiles } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import type { PictureFileName, PictureStorage } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { pictureStorageOf } from '#domains/catalogue/server/pictures/s3-picture-storage.ts';
import { plural } from '#lib/plural.ts';
import { type Actions, type CommandRun, type OfflineRun, textOption, UsageError, withOptions } from './command.ts';

const REPORT_EVERY = 160;

/** @throws UsageError if PICTURE_STORAGE is not set */
function openStorage({ config }: Pick<OfflineRun, 'config'>): PictureStorage {
  const storage = pictureStorageOf(config);
  if (storage === null) throw new UsageError('Set PICTURE_STORAGE to the storage, such as s3://bucket/pictures.');
  return storage;
}

async function create(run: OfflineRun): Promise<number> {
  const storage = openStorage(run);
  const isNew = await storage.create();
  run.log(isNew ? `Created ${storage.location}.` : `${storage.location} exists.`);
  return 0;
}

async function move(run: CommandRun): Promise<number> {
  const storage = openStorage(run);
  const to = textOption(run, 'to') === 'database' ? 'database' : 'storage';
  if (to === 'database' && run.config.PICTURE_STORAGE_WRITES)
    throw new UsageError('Set PICTURE_STORAGE_WRITES=no and restart the shop first, or its workers move the files to the storage again.');
  let reported = 0;
  const onProgress = (count: number): void => {
    // A batch counts fewer files while a worker moves some, too.
    if (count - reported < REPORT_EVERY) return;
    reported = count;
    run.log(`${plural(count, 'file')} moved.`);
  };
  const { moved, lost } = await movePictureFiles(run.database, storage, to, { onProgress });
  run.log(`${plural(moved, 'file')} moved to ${to === 'database' ? 'the database' : storage.location}.`);
  return reportLost(run, storage, lost);
}

/** @returns the exit code */
function reportLost(run: OfflineRun, storage: PictureStorage, lost: readonly PictureFileName[]): number {
  for (const { id, width, format } of lost) run.writeStdout(`${id}/${width}.${format}\n`);
  if (lost.length === 0) return 0;
  run.log(
    `${storage.location} lost ${plural(lost.length, 'file')}. Bring them back from its versions or a copy, or upload the pictures again.`,
  );
  return 1;
}

async function check(run: CommandRun): Promise<number> {
  const storage = openStorage(run);
  const lost: PictureFileName[] = [];
  const checked = await checkStoredFiles(run.database, storage, (name) => lost.push(name));
  run.log(`Looked for ${plural(checked, 'file')} in ${storage.location}.`);
  return reportLost(run, storage, lost);
}

export function addStorageCommands(program: Command, { read, change, offlineChange }: Actions): void {
  const storage = program.command('storage').description('Keep the files of pictures in a storage instead of the database.');
  storage
    .command('create')
    .description('Create the bucket of PICTURE_STORAGE, unless it exists.')
    .action(offlineChange({ notLogged: 'It creates an empty bucket, without a database.' }, create));
  storage
    .command('check')
    .description('Look for every file that should be in PICTURE_STORAGE, and list those that are not there.')
    .action(read(check));
  withOptions(
    storage
      .command('move')
      .description('Move all files while the shop runs. Can be repeated after an interruption.')
      .addOption(new Option('--to <place>', 'where to').choices(['storage', 'database']).default('storage')),
  ).action(change({ notLogged: 'It changes where files are, not what they show.' }, move));
}
