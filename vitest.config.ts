import { defineConfig } from 'vitest/config';
import { runs } from './dev/testing/runs.ts';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'dev/**/*.test.ts', 'tests/**/*.test.ts', 'e2e/**/*.story.ts'],
    globalSetup: ['dev/testing/global-setup.ts'],
    pool: 'forks',
    // Stories walk far, and a busy machine must not make them fail.
    testTimeout: runs(150_000),
    // What a poll waits for comes sooner; a busy machine must not make it fail.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
    fileParallelism: true,
    maxWorkers: 3,
  },
});
