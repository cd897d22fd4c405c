/** The door to the pages from the server's side: `build/server` in production, Vite's own graph in development. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageContext } from '../page-context.ts';

/** A request and what its loaders may use, in; a finished response, out. */
export type Render = (request: Request, page: PageContext) => Promise<Response>;

interface RenderModule {
  readonly render: Render;
}

/** Load the built door. @throws Error that says to build where there is no build. */
export async function loadBuiltRender(root: string): Promise<Render> {
  const file = join(root, 'build/server/index.js');
  const module: RenderModule = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`The pages are not built (${file}). Run: npm run build`, { cause: error });
  });
  return module.render;
}
