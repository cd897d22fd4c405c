import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { contractsForBrowser } from './dev/vite/contracts-for-browser.ts';

export default defineConfig({
  plugins: [contractsForBrowser(), reactRouter()],
  // Scripts do not name their maps, and dev/vite/keep-maps.ts takes those where nobody is served from.
  build: { assetsInlineLimit: 0, target: 'es2022', sourcemap: 'hidden' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // One vendor chunk: it changes seldom, and every page needs all of it.
              groups: [
                { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
                // The hosted sign-in pages alone use these.
                {
                  name: 'hosted',
                  test: /src[\\/]identity[\\/](web[\\/](Hosted|Social)|hosted-messages|password-rules|common-passwords|email)/,
                },
                // What several pages use, together: small files apart compress badly. Lists and pages made of records have parts that
                // home and offer never show.
                {
                  name: 'shared',
                  test: /src[\\/](?!app[\\/]web[\\/]pages[\\/](list|content)|search[\\/]web[\\/](PriceFilter|FilterPanel|Facet|ActivePills|use-facet|use-list)|content[\\/])(ui|platform|market|catalogue|cart|search|search-engine|coupons|shipping|identity|app)[\\/]/,
                  minShareCount: 3,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: { rolldownOptions: { input: './src/app/web/render.ts' } },
    },
  },
});
