/** `npm start`: database, migrations, sample shop, web server; and a clean end on Ctrl-C. */
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig } from '../../platform/server/config.ts';
import { openDataStore } from './data-store.ts';
import { loadBuiltRenderer } from './page-renderer.ts';
import { runShop } from './run-shop.ts';
import { loadSampleIfEmpty } from './sample-shop.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const store = await openDataStore(config, say);
  const close = async (): Promise<void> => {
    await store.close();
  };
  try {
    if (config.SAMPLE) await loadSampleIfEmpty(store.database, ROOT, say);
    const running = await runShop(config, store.database, await loadBuiltRenderer(ROOT), ROOT);
    endOnSignal(async () => {
      await running.stop();
      await close();
    });
    announce(config, running.port, store.place);
  } catch (error) {
    await close();
    throw error;
  }
}

function announce(config: Config, port: number, place: string): void {
  say('');
  say('Cellardoor is open:');
  for (const site of config.sites) say(`  ${`http://${site.host}:${port}`.padEnd(36)} ${site.market} ${site.kind}`);
  if (config.DEV_PAGES && !config.SMTP_URL)
    say(`  ${`http://${config.sites[0].host}:${port}/dev/mailbox`.padEnd(36)} mail the shop has sent`);
  say(`  Data: ${place}`);
  say('  Stop: Ctrl-C');
}

/** The first signal ends cleanly, a second one at once. */
function endOnSignal(end: () => Promise<void>): void {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      say('\nClosing the shop …');
      end().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

/** A fault that the reader can mend is its sentence alone; anything else shows where it came from. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || (error instanceof Error && ['EmbeddedPostgresError', 'DataStoreError'].includes(error.name)))
    return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is taken by another program. Set PORT to another one, for example: PORT=3001 npm start';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
