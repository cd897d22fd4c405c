import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  // The whole route table travels with the first page: no discovery requests, and every link can prefetch.
  routeDiscovery: { mode: 'initial' },
  serverBuildFile: 'index.js',
} satisfies Config;
