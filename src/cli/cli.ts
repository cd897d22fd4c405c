/** `npm run cli -- COMMAND`: the entry point of the shop's commands. */
import { PictureStorageError } from '#domains/catalogue/server/pictures/picture-storage.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { readConfig } from '#lib/server/config.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { BackupError } from '#packages/embedded-postgres/backup/backup-error.ts';
import { EmbeddedPostgresError } from '#packages/embedded-postgres/errors.ts';
import { openDataStore } from '#server/open-database.ts';
import { type CommandEnvironment, CommandError, UsageError } from './command.ts';
import { runCli } from './program.ts';

const log = (line: string): void => console.error(line);

const environment: CommandEnvironment = {
  log,
  writeStdout: console.log,
  logChange: (command, exitCode) => logSecurityEvent(stderrLogger, 'staff_action', { command, exitCode }),
  readConfig: () => readConfig(process.env, log),
  async withShop(use) {
    const config = readConfig(process.env, log);
    const store = await openDataStore(config, log, { shareRunning: true });
    try {
      return await use({ config, database: store.database });
    } finally {
      await store.close();
    }
  },
};

/** Errors whose message is written for the user. Other errors print their stack. */
const EXPECTED_ERRORS = [UsageError, CommandError, OperatorError, EmbeddedPostgresError, BackupError, PictureStorageError];

runCli(process.argv.slice(2), environment).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(EXPECTED_ERRORS.some((type) => error instanceof type) && error instanceof Error ? error.message : error);
    if (error instanceof UsageError) console.error('\nnpm run cli -- help lists all commands.');
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
