import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { BROWSER_FLAGS, DESKTOP, PHONE } from './tests/e2e/support/browser.ts';
import { runs } from './tests/stress/run-count.ts';

/** A test tagged `@phone` or `@desktop` runs in that project only, every other test in both. */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/*.spec.ts', 'contract/*.spec.ts'],
  outputDir: 'test-results',
  globalSetup: './tests/fixtures/global-setup.ts',
  // A test drives a browser and runs a server: more of them than cores only makes each wait for the others.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: runs(150_000),
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: BROWSER_FLAGS },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'phone', grepInvert: /@desktop/, use: { viewport: PHONE } },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: DESKTOP } },
  ],
});
