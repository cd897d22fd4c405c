/** Loads the pages and emails for the server: `build/server` in production, Vite's module graph in development. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderEmail } from '#routes/email-templates.ts';
import type { PageContext } from '#routes/page-context.ts';
import type { PageTable } from '#routes/page-handle.ts';

/** A completely rendered page. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
  /** Code of the renderer's inline scripts. */
  readonly scripts: readonly string[];
}

/** Renders a request to a complete page. */
export type Render = (request: Request, page: PageContext) => Promise<RenderedPage>;

export interface Renderer {
  readonly render: Render;
  readonly renderMail: RenderEmail;
  readonly pages: PageTable;
}

/** Loads the built renderer. @throws Error with the build command if there is no build */
export async function loadBuiltRenderer(root: string): Promise<Renderer> {
  const file = join(root, 'build/server/index.js');
  return import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new Error(`The pages are not built (${file}). Run: npm run build`, { cause: error });
  });
}
