/** `storage move`: moves the files of pictures between the database and the storage of PICTURE_STORAGE. */
import { type Command, Option } from 'commander';
import { movePictureFiles } from '#domains/catalogue/server/pictures/picture-file.repository.ts';
import { pictureStorageOf } from '#domains/catalogue/server/pictures/s3-picture-storage.ts';
import { plural } from '#lib/plural.ts';
import { type Actions, type CommandRun, textOption, UsageError, withOptions } from './command.ts';

const REPORT_EVERY = 160;

async function move(run: CommandRun): Promise<number> {
  const storage = pictureStorageOf(run.config);
  if (storage === null) throw new UsageError('Set PICTURE_STORAGE to the storage, such as s3://bucket/pictures.');
  const to = textOption(run, 'to') === 'database' ? 'database' : 'storage';
  if (to === 'database' && run.config.PICTURE_STORAGE_WRITES)
    throw new UsageError('Set PICTURE_STORAGE_WRITES=no and restart the shop first, or its workers move the files to the storage again.');
  let reported = 0;
  const moved = await movePictureFiles(run.database, storage, to, (count) => {
    // Batches are smaller while a worker moves files too.
    if (count - reported < REPORT_EVERY) return;
    reported = count;
    run.log(`${plural(count, 'file')} moved.`);
  });
  run.log(`${plural(moved, 'file')} moved to ${to === 'database' ? 'the database' : storage.location}.`);
  return 0;
}

export function addStorageCommands(program: Command, { change }: Actions): void {
  const storage = program.command('storage').description('Move the files of pictures between the database and a storage.');
  withOptions(
    storage
      .command('move')
      .description('Move all files while the shop runs. Can be repeated after an interruption.')
      .addOption(new Option('--to <place>', 'where to').choices(['storage', 'database']).default('storage')),
  ).action(change({ notLogged: 'It changes where files are, not what they show.' }, move));
}
