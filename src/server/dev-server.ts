/** Serves the shop for `npm run dev`: pages and browser code come from the sources, through Vite in this process. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { readConfig } from '#lib/server/config.ts';
import type { Renderer } from '#server/page-cache/page-renderer.ts';
import { closeNewShop } from './new-shop.ts';
import { openDataStore } from './open-database.ts';
import { loadFirstContent } from './sample-shop.ts';
import { startServer } from './start-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const config = readConfig(process.env, console.error);
const store = await openDataStore(config, console.log);
await closeNewShop(config, store.database);
await loadFirstContent(config, store.database, ROOT, console.log);

const vite = await createServer({
  root: ROOT,
  appType: 'custom',
  server: { middlewareMode: true, ws: { port: config.PORT + 20_000 } },
  logLevel: 'warn',
});
/** The office has a build of its own, so it has a server of its own. Its page is served for every path that is not a call. */
const officeVite = await createServer({
  configFile: `${ROOT}vite.office.config.ts`,
  appType: 'spa',
  server: { middlewareMode: true, ws: { port: config.PORT + 20_001 } },
  logLevel: 'warn',
});
const door = (): Promise<Renderer> => vite.ssrLoadModule('/src/routes/_layout/render.ts') as Promise<Renderer>;

// Email templates and page handles are loaded once. Changes to them need a restart.
const { renderMail, pages } = await door();
const renderer: Renderer = { render: async (request, page) => (await door()).render(request, page), renderMail, pages };

const running = await startServer(config, store.database, renderer, ROOT, {
  development: {
    attach: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        vite.middlewares(request.raw, reply.raw, done);
      });
    },
    attachOffice: (office) => {
      office.setNotFoundHandler((request, reply) => {
        reply.hijack();
        officeVite.middlewares(request.raw, reply.raw);
      });
    },
  },
});
console.log(`Development at http://localhost:${running.port}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await running.stop();
    await Promise.all([vite.close(), officeVite.close()]);
    await store.close();
    process.exit(0);
  });
}
