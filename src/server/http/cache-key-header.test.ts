import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { nameCacheKeys } from './cache-key-header.ts';

async function headersWith(name: 'surrogate-key' | 'cache-tag' | 'edge-cache-tag') {
  const app = Fastify();
  nameCacheKeys(app, { CACHE_KEY_HEADER: name });
  app.get('/', (_request, reply) => reply.header('surrogate-key', 'pages pages-au-wine').send('page'));
  app.get('/own', async () => 'no keys');
  const { headers } = await app.inject('/');
  const own = await app.inject('/own');
  await app.close();
  return {
    keys: headers[name],
    others: ['surrogate-key', 'cache-tag', 'edge-cache-tag'].filter((one) => one in headers),
    own: own.headers[name],
  };
}

test.each([
  ['surrogate-key', 'pages pages-au-wine'],
  ['cache-tag', 'pages,pages-au-wine'],
  ['edge-cache-tag', 'pages,pages-au-wine'],
] as const)('sends keys in %s alone, as its CDN separates them', async (name, keys) => {
  expect(await headersWith(name)).toEqual({ keys, others: [name], own: undefined });
});
