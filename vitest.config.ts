import { defineConfig } from 'vitest/config';
import { runs } from './dev/testing/runs.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'dev/**/*.test.ts', 'e2e/**/*.story.ts'],
    globalSetup: ['dev/testing/global-setup.ts'],
    pool: 'forks',
    testTimeout: runs(60_000),
    // What a poll waits for comes sooner; a busy machine must not make it fail.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    fileParallelism: true,
    maxWorkers: 3,
  },
});
