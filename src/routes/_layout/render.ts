/** Renders a request to a complete HTML page. Single entry point for the server. */
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { type PageContext, pageContext } from '../page-context.ts';
import { createPageTable } from './page-table.ts';
import { type FinishedPage, readToEnd } from './rendered-page.ts';

/** The pages that the routes describe. */
export const pages = createPageTable(build.routes);

const handle = createRequestHandler(build, import.meta.env.MODE);

export async function render(request: Request, page: PageContext): Promise<FinishedPage> {
  const context = new RouterContextProvider();
  context.set(pageContext, page);
  return readToEnd(await handle(request, context));
}

export { renderMail } from './render-email.tsx';
