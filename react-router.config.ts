import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildWorker } from './scripts/vite/build-worker.ts';
import { moveSourceMaps } from './scripts/vite/move-source-maps.ts';
import { precompress } from './scripts/vite/precompress.ts';

const config: Config = {
  // After everything is written: the router's manifest comes last.
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await moveSourceMaps(client, join(reactRouterConfig.buildDirectory, 'maps'));
    await buildWorker(client);
    await precompress(client);
  },
  appDirectory: 'src',
  // Tests build the generated language elsewhere.
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  // The whole route table travels with the first page: no discovery requests, and every link can prefetch.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'index.js',
  // The action of a page is loaded with the page, so that a form can be sent after the connection was lost and returned.
  splitRouteModules: false,
};

export default config;
