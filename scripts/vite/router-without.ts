import type { Plugin } from 'vite';

/** Named by parts of the router that no script of ours uses; they fall out of the build with those parts. */
const UNUSED = (names: readonly string[]) => names.map((name) => `export const ${name} = undefined;`).join('\n');

/**
 * What the router brings into every page and this shop never asks it for: finding routes by and by (the whole table travels with the
 * first page, react-router.config.ts) and instrumentation. Each is put in place by what it does when it is off. And where a page's
 * code cannot be fetched the router loads the page that is being left once more; the shop is asked instead (chunk-failure.ts), but for when there is no connection.
 */
const CHANGED: Readonly<Record<string, string>> = {
  '/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};
    ${UNUSED(['getPathsWithAncestors', 'getManifestPath', 'handleClientVersionMismatch', 'URL_LIMIT'])}`,
  '/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    ${UNUSED(['instrumentHandler', 'instrumentationResultMetaContext'])}`,
  '/lib/dom/ssr/routeModules.js': `
    export async function loadRouteModule(route, known) {
      try {
        known[route.id] ??= await import(/* @vite-ignore */ route.module);
        return known[route.id];
      } catch (error) {
        if (!navigator.onLine) window.location.reload();
        else if (window.dispatchEvent(new Event('shop:page-code-lost', { cancelable: true }))) throw error;
        return new Promise(() => {});
      }
    }`,
};

/** Leaves them out of the browser's scripts (docs/decisions/0032); a router that no longer has one fails the build. */
export function routerWithout(): Plugin {
  const left = new Set(Object.keys(CHANGED));
  return {
    name: 'router-without',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const [path] = Object.keys(CHANGED).filter((each) => id.split('?')[0]?.endsWith(`node_modules/react-router/dist/production${each}`));
      if (path === undefined) return null;
      left.delete(path);
      return CHANGED[path];
    },
    generateBundle() {
      if (left.size > 0) this.error(`The router no longer brings ${[...left].join(' and ')}: see scripts/vite/router-without.ts.`);
    },
  };
}
