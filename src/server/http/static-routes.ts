/** Serves static files: hashed assets are cached for a year, files of public/ for an hour, and service workers are revalidated. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#lib/db/pool.ts';
import { HASHED_FILE_CACHE, serveReleaseFiles } from './release-files.ts';

const HOUR = 'public, max-age=3600';
const WORKER = /\/sw\.js(\.(br|gz))?$/;

/** Serves the client build from precompressed files. */
export async function serveFiles(app: FastifyInstance, database: Database, root: string): Promise<void> {
  const build = join(root, 'build/client');
  const common = { preCompressed: true, index: false, cacheControl: false } as const;
  // Assets share one wildcard route. Other files have a route each, because pages have URLs beside them.
  await app.register(
    async (assets) => {
      serveReleaseFiles(assets, database, 'shop');
      await assets.register(fastifyStatic, {
        ...common,
        root: join(build, 'assets'),
        setHeaders: (reply) => {
          reply.header('cache-control', HASHED_FILE_CACHE);
        },
      });
    },
    { prefix: '/assets' },
  );
  await app.register(fastifyStatic, {
    ...common,
    root: build,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', WORKER.test(path) ? 'no-cache' : HOUR);
    },
  });
}
