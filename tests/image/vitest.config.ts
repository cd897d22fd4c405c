import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:image`: needs root, debootstrap and Debian's packages, so it is a run of its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/image/*.check.ts'],
    globalSetup: ['tests/fixtures/global-setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
  },
});
