import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { PAGES } from './routes/pages.ts';

/** The pages of app/pages.ts as the router's routes. */
export default PAGES.map((page) =>
  page.path === '' ? index(page.file, { id: page.id }) : route(page.path, page.file, { id: page.id }),
) satisfies RouteConfig;
