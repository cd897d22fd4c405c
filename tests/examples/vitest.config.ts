import { defineConfig } from 'vitest/config';

/** The checks of the worked examples. They run in a copy of the source that has the examples (extend-the-shop.slow.test.ts). */
export default defineConfig({
  test: {
    pool: 'forks',
    include: ['tests/examples/*.check.ts'],
    testTimeout: 150_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    globalSetup: ['tests/fixtures/global-setup.ts'],
  },
});
