import { defineConfig } from 'vitest/config';
import { runs } from './tests/stress/run-count.ts';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'packages/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/**/*.test.ts',
      'tests/**/*.spec.ts',
    ],
    globalSetup: ['tests/fixtures/global-setup.ts'],
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
