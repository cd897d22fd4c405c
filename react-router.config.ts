import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildWorker } from './scripts/vite/build-worker.ts';
import { keepMaps } from './scripts/vite/move-source-maps.ts';
import { precompress } from './scripts/vite/precompress.ts';

const config: Config = {
  // After everything is written: the router's manifest comes last.
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await keepMaps(client, join(reactRouterConfig.buildDirectory, 'maps'));
    await buildWorker(client);
    await precompress(client);
  },
  appDirectory: 'src',
  // Tests build the generated language elsewhere.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The whole route table travels with the first page: no discovery requests, and every link can prefetch.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'index.js',
};

export default config;
