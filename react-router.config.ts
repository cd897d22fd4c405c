import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { precompress } from './dev/vite/precompress.ts';

const config: Config = {
  // After everything is written: the router's manifest comes last.
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
  appDirectory: 'src',
  buildDirectory: 'build',
  // The whole route table travels with the first page: no discovery requests, and every link can prefetch.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'index.js',
};

export default config;
