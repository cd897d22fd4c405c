/**
 * Runs `npm start`: opens the database and migrates it, loads the sample shop, serves the shop, and stops gracefully on Ctrl-C. Most of the
 * shop's code is imported while PostgreSQL starts.
 */
import { fileURLToPath } from 'node:url';
import { OPENING } from '#domains/settings/model/groups/opening.ts';
import { SHOP_SCOPE } from '#domains/settings/model/setting-group.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { runsTask } from '#lib/process-roles.ts';
import { type Config, readConfig } from '#lib/server/config.ts';
import { adviceOf, missingSettings } from '#lib/server/public-shop.ts';
import { siteOrigin } from '#markets/origins.ts';
import { EmbeddedPostgresError } from '#packages/embedded-postgres/errors.ts';
import type { AppServices } from './create-services.ts';
import { openDataStore } from './open-database.ts';
import type { RunningServer } from './start-server.ts';
import { startWaitingServer } from './waiting-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): void => console.log(line);

/** Imports the code of the shop and its built pages. */
async function importShop() {
  const [{ loadFirstContent }, { closeNewShop }, { startServer }, { loadBuiltRenderer }, { keepReleaseFiles }] = await Promise.all([
    import('./sample-shop.ts'),
    import('./new-shop.ts'),
    import('./start-server.ts'),
    import('#server/page-cache/page-renderer.ts'),
    import('#server/http/release-files.ts'),
  ]);
  return { loadFirstContent, closeNewShop, keepReleaseFiles, startServer, renderer: await loadBuiltRenderer(ROOT) };
}

/**
 * Opens the shop, or what of it had begun to open when `stopping` aborts.
 * @returns what closes it
 */
async function open(config: Config, stopping: AbortSignal): Promise<() => Promise<void>> {
  const opening = openDataStore(config, say, {
    whileWaiting: (reason) => startWaitingServer(config, reason),
    signal: stopping,
  });
  const importing = importShop();
  // A failure is handled below, after the database has opened.
  importing.catch(() => {});
  const store = await opening;
  try {
    const { loadFirstContent, closeNewShop, keepReleaseFiles, startServer, renderer } = await importing;
    if (!stopping.aborted) await closeNewShop(config, store.database);
    if (!stopping.aborted) await loadFirstContent(config, store.database, ROOT, say);
    // Before it listens: pages of this release may ask processes of the last one for its files.
    if (!stopping.aborted && runsTask(config.SHOP_ROLE, 'pages')) await keepReleaseFiles(store.database, ROOT);
    if (stopping.aborted) return () => store.close();
    const running = await startServer(config, store.database, renderer, ROOT);
    if (!stopping.aborted) {
      if (runsTask(config.SHOP_ROLE, 'pages')) announce(running.services, running, store.location, await running.createFirstRunLink());
      else announceWorker(running, store.location);
    }
    return async () => {
      await running.stop();
      await store.close();
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env, console.error);
  const stopping = new AbortController();
  // PostgreSQL must have ended when this process does, so a signal during the start waits until it can be stopped.
  endOnSignal(config.SHUTDOWN_TIMEOUT_SECONDS * 1_000, async () => {
    stopping.abort();
    const close = await opening;
    await close();
  });
  const opening = open(config, stopping.signal);
  await opening;
}

type Announced = Pick<RunningServer, 'port' | 'officeOrigin'>;

function announce(
  { configNow, settings }: Pick<AppServices, 'configNow' | 'settings'>,
  { port, officeOrigin }: Announced,
  location: string,
  firstRunLink: string | null,
): void {
  const config = configNow();
  const opening = settings.current().read(OPENING, SHOP_SCOPE);
  say('');
  const missing = missingSettings(config);
  say(opening.isOpen && missing.length === 0 ? 'Cellardoor is open:' : `Cellardoor is closed and answers "${opening.title}":`);
  for (const site of config.sites)
    say(`  ${siteOrigin(site.host, config.PUBLIC_URL, `http://localhost:${port}`).padEnd(36)} ${site.market} ${site.kind}`);
  if (officeOrigin) say(`  ${officeOrigin.padEnd(36)} office`);
  if (config.DEV_PAGES && !config.SMTP_URL && missing.length === 0)
    say(`  ${`http://localhost:${port}/dev/mailbox`.padEnd(36)} emails the shop has sent`);
  say(`  Data: ${location}`);
  say('  Stop: Ctrl-C');
  if (firstRunLink)
    say(`\nNobody works in the office yet. Open this link to become its owner. It works once, for 24 hours:\n  ${firstRunLink}`);
  if (!opening.isOpen) say(`\nSomebody opens it in the office${officeOrigin ? `: ${officeOrigin}/setup` : ''}`);
  if (missing.length > 0) say('\nIt opens when these are set:');
  for (const { variable, how } of missing) say(`  ${variable}: ${how}`);
  const advice = adviceOf(config);
  if (advice.length > 0) say('\nBetter set as well:');
  for (const { variable, how } of advice) say(`  ${variable}: ${how}`);
}

function announceWorker({ port }: Pick<Announced, 'port'>, location: string): void {
  say('');
  say('A worker of Cellardoor is running:');
  say(`  ${`http://localhost:${port}/readyz`.padEnd(36)} whether it is ready`);
  say(`  Data: ${location}`);
  say('  Stop: Ctrl-C');
}

/** Stops gracefully on the first signal, within `timeoutMs`. A second signal ends the process at once. */
function endOnSignal(timeoutMs: number, end: () => Promise<void>): void {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      ending = true;
      say('\nClosing the shop …');
      setTimeout(() => {
        console.error(`The shop did not stop within ${timeoutMs / 1_000} s (SHUTDOWN_TIMEOUT_SECONDS); it ends now.`);
        process.exit(1);
      }, timeoutMs).unref();
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

/** Formats an error for the console: only the message if the operator can fix it, the stack otherwise. */
function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof EmbeddedPostgresError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'That port is in use by another program. Choose another one, for example: PORT=3001 npm start';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
