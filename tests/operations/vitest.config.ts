import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:operations`: needs HAProxy and PgBouncer and takes minutes, so it is a run of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/operations/*.check.ts'],
    globalSetup: ['tests/fixtures/global-setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
