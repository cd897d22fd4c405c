/** The process that works on one import: `node import-worker.ts ID`. The shop starts it, so that reading a file never blocks requests. */
import { workOnImport } from '#domains/imports/server/work-imports.ts';
import { openSettings } from '#domains/settings/server/settings-store.ts';
import { startValuesOf } from '#domains/settings/server/start-values.ts';
import { lowerCpuPriority } from '#lib/db/cpu-priority.ts';
import { readConfig } from '#lib/server/config.ts';
import { perMarket } from '#markets/market.ts';
import { openDataStore } from '#server/open-database.ts';
import { IMPORT_TARGET } from '#server/record-types.ts';

const log = (line: string): void => console.error(line);

async function main(): Promise<void> {
  const id = Number(process.argv[2]);
  if (!Number.isSafeInteger(id) || id < 1) throw new Error('Give the number of an import.');
  const config = readConfig(process.env, log);
  const store = await openDataStore(config, log, { shareRunning: true });
  try {
    const settings = await openSettings(store.database, { start: startValuesOf(config) });
    const { terms } = settings.current();
    await workOnImport(
      {
        database: lowerCpuPriority(store.database, 'third'),
        target: IMPORT_TARGET,
        taxPercent: () => perMarket((market) => terms[market].taxPercent),
      },
      id,
    );
    settings.close();
  } finally {
    await store.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
