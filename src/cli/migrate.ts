/** `migrate`: brings the schema of the database to this release, with an address and rights of its own. */
import { type Command, Option } from 'commander';
import { grantApplicationRole } from '#lib/db/application-role.ts';
import { withMigrationDatabase } from '#server/open-database.ts';
import { readMissingSchema, updateSchema } from '#server/update-schema.ts';
import { type Actions, isSet, type OfflineRun, textOption, withOptions } from './command.ts';

const runMigrate = (run: OfflineRun): Promise<number> =>
  withMigrationDatabase(run.config, run.log, async (connectionString) => {
    const isDryRun = isSet(run, 'dry-run');
    const done = isDryRun ? await readMissingSchema(connectionString) : await updateSchema(connectionString, run.log);
    for (const name of done) run.log(`${isDryRun ? 'Would apply' : 'Applied'} ${name}.`);
    if (done.length === 0) run.log('The schema is up to date.');
    const role = textOption(run, 'grant');
    if (role === null || isDryRun) return 0;
    await grantApplicationRole(connectionString, role);
    run.log(`${role} can run the shop, and cannot change the schema.`);
    return 0;
  });

export function addMigrateCommand(program: Command, { offlineChange }: Actions): void {
  withOptions(
    program
      .command('migrate')
      .description(
        'Apply new migrations to MIGRATION_DATABASE_URL, or to DATABASE_URL, or to the embedded database. Run it before web processes and workers of a new release start.',
      ),
    new Option('--dry-run', 'list what would be applied, and change nothing'),
    new Option('--grant <role>', 'let this database role run the shop, without rights to change the schema'),
  ).action(offlineChange({ notLogged: 'It changes the schema, and the log may not exist yet.' }, runMigrate));
}
