/** `npm run cli -- COMMAND`: the retailer's commands as a table. */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#lib/server/config.ts';
import { logSecurityEvent, stderrLogger } from '#lib/server/security-log.ts';
import { openDataStore } from '#server/open-database.ts';
import { COMMANDS, READ_COMMANDS } from './index.ts';
import { UsageError } from './options.ts';

const say = (line: string): void => console.error(line);

/** Help on the commands that begin with some words; all of them where there are none. */
function help(begin: string): string {
  const rows = Object.entries(COMMANDS)
    .filter(([name]) => `${name} `.startsWith(begin))
    .map(
      ([name, command]) => `  npm run cli -- ${`${name} ${command.usage}`.trim()}\n      ${command.summary.replaceAll('\n', '\n      ')}`,
    );
  return ['Commands of the shop. They work beside a running shop and without one.', '', ...rows, ''].join('\n');
}

const isHelp = (word: string): boolean => ['help', '--help', '-h'].includes(word);

async function main(): Promise<number> {
  const [first = 'help', ...more] = process.argv.slice(2);
  const twoWords = `${first} ${more[0] ?? ''}`;
  const [name, rest] = Object.hasOwn(COMMANDS, twoWords) ? [twoWords, more.slice(1)] : [first, more];
  const isGroup = Object.keys(COMMANDS).some((known) => known.startsWith(`${name} `));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (isHelp(name) || ((command || isGroup) && rest.some(isHelp)) || (isGroup && !command && rest.length === 0)) {
    console.log(help(isHelp(name) ? '' : `${name} `));
    return 0;
  }
  if (!command) throw new UsageError(`There is no command '${(isGroup ? twoWords : name).trim()}'.`);
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options: { ...command.options }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const config = readConfig(process.env);
  const store = await openDataStore(config, say, { shareRunning: true });
  try {
    const code = await command.run({
      config,
      database: store.database,
      files: parsed.positionals,
      options: parsed.values,
      log: say,
      writeStdout: console.log,
    });
    if (!READ_COMMANDS.has(name) && parsed.values['dry-run'] !== true)
      logSecurityEvent(stderrLogger, 'staff_action', { command: name, exitCode: code });
    return code;
  } finally {
    await store.close();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known =
      error instanceof UsageError ||
      error instanceof ConfigError ||
      (error instanceof Error &&
        [
          'EmbeddedPostgresError',
          'DataStoreError',
          'ImportFileError',
          'MappingError',
          'OrderActionError',
          'ClubActionError',
          'UndoImportError',
        ].includes(error.constructor.name));
    console.error(known && error instanceof Error ? error.message : error);
    if (error instanceof UsageError) console.error('\nnpm run cli -- help   lists what there is.');
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
