import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { contractsForBrowser } from './scripts/vite/contracts-for-browser.ts';
import { englishControls } from './scripts/vite/english-controls.ts';
import { finishOffice } from './scripts/vite/finish-office.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const FRAMEWORK = /node_modules[\\/](?:react|react-dom|scheduler|react-router|use-sync-external-store)[\\/]/;
const CONTROLS = /node_modules[\\/](?:react-aria|react-stately|react-aria-components|@internationalized|@react-aria|@react-types)[\\/]/;
/** The library of charts and what only it uses. */
const CHARTS =
  /node_modules[\\/](?:recharts|victory-vendor|d3-[a-z]+|internmap|@reduxjs|redux|redux-thunk|react-redux|reselect|immer|decimal\.js-light|es-toolkit|eventemitter3|tiny-invariant|@standard-schema)[\\/]/;
const FORMS = /node_modules[\\/](?:zod|@conform-to)[\\/]/;

/** The browser application of the office (docs/decisions/0150-office-application.md). The storefront's build never sees it. */
export default defineConfig({
  root: fileOf('./src/routes/office'),
  publicDir: false,
  cacheDir: fileOf('./node_modules/.vite-office'),
  plugins: [
    contractsForBrowser({ allowsSchemas: true }),
    englishControls(),
    finishOffice(fileOf('./build/office'), fileOf('./build/office-maps')),
  ],
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    outDir: fileOf('./build/office'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    sourcemap: 'hidden',
    rolldownOptions: {
      // Libraries mark modules for frameworks that render on a server.
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK, priority: 30 },
            { name: 'controls', test: CONTROLS, priority: 20 },
            { name: 'forms', test: FORMS, priority: 10 },
            { name: 'charts', test: CHARTS, priority: 5 },
          ],
        },
      },
    },
  },
});
