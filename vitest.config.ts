import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { runs } from './tests/stress/run-count.ts';

const CLUSTER = { globalSetup: ['tests/fixtures/global-setup.ts'] };

const isCoverage = process.argv.includes('--coverage');

/**
 * Node.js loads the modules itself, as it does for the shop. Through Vite, importing the server takes longer than most of its tests.
 * The coverage report needs Vite.
 */
const NATIVE = { experimental: { viteModuleRunner: isCoverage, nodeLoader: false } };

/** Workers keep what Node.js has compiled, as `npm start` does. What is not compiled again is not counted either. */
if (!isCoverage) process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Unit tests of what runs in browsers. */
const IN_BROWSERS = ['src/**/*.test.tsx', 'src/**/ui/**/*.test.ts', 'src/routes/**/*.test.ts', 'src/lib/browser/**/*.test.ts'];

/** The name of a test file says what it needs: nothing, a server and a database, or minutes. Browser tests: playwright.config.ts. */
export default defineConfig({
  test: {
    pool: 'forks',
    // A busy machine must not make a test fail.
    testTimeout: runs(150_000),
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 120_000,
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}', 'packages/**/*.ts'],
      exclude: ['**/*.test.{ts,tsx}', '**/testing/**'],
      reporter: ['text-summary', 'html', 'lcovonly'],
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Modules are imported once per worker: half of the time of these tests was spent on repeating that.
          isolate: false,
          unstubGlobals: true,
          include: ['{src,packages,scripts,tests}/**/*.test.ts'],
          exclude: ['**/*.{integration,stress,slow}.test.ts', 'tests/contract/**', ...IN_BROWSERS],
        },
      },
      // Modules of the browser have state, such as queues, that a page has once.
      { extends: true, test: { name: 'ui', include: IN_BROWSERS, exclude: ['**/*.{integration,stress,slow}.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{src,packages,scripts,tests}/**/*.integration.test.ts', 'tests/contract/*.test.ts'],
          ...CLUSTER,
          ...NATIVE,
        },
      },
      // Left out by `npm test`: what takes minutes, and fails only when what it tests has changed.
      { extends: true, test: { name: 'slow', include: ['{src,packages,scripts,tests}/**/*.slow.test.ts'], ...CLUSTER, ...NATIVE } },
      { extends: true, test: { name: 'stress', include: ['{src,tests}/**/*.stress.test.ts'], ...CLUSTER, ...NATIVE } },
    ],
  },
});
