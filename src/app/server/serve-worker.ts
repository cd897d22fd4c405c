/** Serves /sw.js: the worker of src/app/worker without its types, named after the build so that a new one replaces it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The worker's code. @param build what changes with every build of the pages */
export async function workerCode(root: string, build: string): Promise<string> {
  const source = await readFile(join(root, 'src/app/worker/sw.ts'), 'utf8');
  return `const BUILD = ${JSON.stringify(build)};\n${stripTypeScriptTypes(source)}`;
}

export async function serveWorker(app: FastifyInstance, root: string): Promise<void> {
  const manifest = await readFile(join(root, 'build/server/index.js')).catch(() => Buffer.from('development'));
  const code = await workerCode(root, createHash('sha256').update(manifest).digest('hex').slice(0, 16));
  app.get('/sw.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').header('service-worker-allowed', '/').send(code),
  );
}
