import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { BROWSER_FLAGS, DESKTOP, OFFICE_DESKTOP, PHONE, TABLET } from './tests/e2e/support/browser.ts';
import { runs } from './tests/stress/run-count.ts';

const OFFICE_TESTS = 'e2e/office/*.spec.ts';

/**
 * How much runs. `short`, under `npm test`: each story at one size, without those tagged `@slow` and `*.slow.spec.ts`. `every`: each one at every size.
 * Otherwise: each one at the sizes that its tags name.
 */
const SELECTION = process.env.BROWSER_TESTS ?? 'tagged';
const NONE = /^$/;
const SLOW = SELECTION === 'short' ? /@slow/ : NONE;
const SLOW_FILES = SELECTION === 'short' ? '**/*.slow.spec.ts' : [];
/** Stories that are not tagged with a size run on a phone: its layout is the one that breaks, and most shoppers have one. */
const ON_DESKTOP = SELECTION === 'short' ? /@desktop/ : /./;
/** Those of the office on a tablet: every one, those tagged `@tablet` or `@only-tablet`, or those that nothing else opens. */
const ON_TABLET = { every: /./, short: /@only-tablet/ }[SELECTION] ?? /@(?:only-)?tablet/;
/** Those that are left to the tablet, because others take the same steps on a desktop. */
const NOT_ON_DESKTOP = SELECTION === 'every' ? NONE : /@only-tablet/;

/**
 * A test tagged `@phone` or `@desktop` runs at that size only, every other one at both. Those of the office run on a desktop but for
 * NOT_ON_DESKTOP, and on a tablet as ON_TABLET says.
 */
export default defineConfig({
  testDir: 'tests',
  testMatch: ['e2e/*.spec.ts', 'contract/*.spec.ts'],
  testIgnore: SLOW_FILES,
  outputDir: 'test-results',
  globalSetup: './tests/fixtures/global-setup.ts',
  // A test drives a browser and runs a server: more of them than cores only makes each wait for the others.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Only a test that hangs takes this long, also on a slow machine.
  timeout: runs(300_000),
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: findChromium() ?? 'chromium', args: BROWSER_FLAGS },
    screenshot: 'only-on-failure',
    // Recording takes more than a third of the processor time of every test, also of those that pass.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
  },
  projects: [
    { name: 'phone', grepInvert: [/@desktop/, SLOW], use: { viewport: PHONE } },
    { name: 'desktop', grep: ON_DESKTOP, grepInvert: [/@phone/, SLOW], use: { viewport: DESKTOP } },
    {
      name: 'office-tablet',
      testMatch: OFFICE_TESTS,
      grep: ON_TABLET,
      grepInvert: [/@desktop/, SLOW],
      use: { viewport: TABLET, hasTouch: true },
    },
    { name: 'office-desktop', testMatch: OFFICE_TESTS, grepInvert: [NOT_ON_DESKTOP, SLOW], use: { viewport: OFFICE_DESKTOP } },
  ],
});
