/** `npm run shop -- COMMAND`: the retailer's commands as a table. */
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../../platform/server/config.ts';
import { UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { openDataStore } from './data-store.ts';

const say = (line: string): void => console.error(line);

function help(): string {
  const rows = Object.entries(COMMANDS).map(
    ([name, command]) => `  npm run shop -- ${`${name} ${command.usage}`.trim()}\n      ${command.summary.replaceAll('\n', '\n      ')}`,
  );
  return ['Commands of the shop. They work beside a running shop and without one.', '', ...rows, ''].join('\n');
}

async function main(): Promise<number> {
  const [name = 'help', ...rest] = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return 0;
  }
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command '${name}'.`);
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options: { ...command.options }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const config = readConfig(process.env);
  const store = await openDataStore(config, say, { shareRunning: true });
  try {
    return await command.run({ config, database: store.database, files: parsed.positionals, options: parsed.values, say });
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
        ['EmbeddedPostgresError', 'DataStoreError', 'FileRefused', 'MappingRefused'].includes(error.constructor.name));
    console.error(known && error instanceof Error ? error.message : error);
    if (error instanceof UsageError) console.error('\nnpm run shop -- help   lists what there is.');
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
