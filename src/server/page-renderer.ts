/** The door to the pages and mails from the server's side: `build/server` in production, Vite's own graph in development. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderEmail } from '#routes/email-templates.ts';
import type { PageContext } from '#routes/page-context.ts';

/** A page that is all there. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
  /** The code of the inline scripts that the renderer wrote. */
  readonly scripts: readonly string[];
}

/** A request and what its loaders may use, in; a finished page, out. */
export type Render = (request: Request, page: PageContext) => Promise<RenderedPage>;

export interface Renderer {
  readonly render: Render;
  readonly renderMail: RenderEmail;
}

/** Load the built door. @throws Error that says to build where there is no build. */
export async function loadBuiltRenderer(root: string): Promise<Renderer> {
  const file = join(root, 'build/server/index.js');
  return import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`The pages are not built (${file}). Run: npm run build`, { cause: error });
  });
}
