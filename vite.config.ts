import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { CHUNKS } from './scripts/vite/chunks.ts';
import { contractsForBrowser } from './scripts/vite/contracts-for-browser.ts';
import { pseudoLocale } from './scripts/vite/pseudo-locale.ts';

export default defineConfig({
  plugins: [...(process.env.PSEUDO_LOCALE === 'yes' ? [pseudoLocale()] : []), contractsForBrowser(), reactRouter()],
  // Lightning CSS resolves the breakpoints of src/ui/styles/breakpoints.css.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  // Scripts do not name their maps, and scripts/vite/move-source-maps.ts takes those where nobody is served from.
  build: { assetsInlineLimit: 0, target: 'es2022', sourcemap: 'hidden' },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } } },
    },
    ssr: {
      build: { rolldownOptions: { input: './src/routes/_layout/render.ts' } },
    },
  },
});
