import { data, redirect } from 'react-router';
import { redirectOf } from '../redirects.ts';
import type { Route } from './+types/RedirectPage.ts';

/** Redirects permanently moved paths [CONT-31] and keeps their query. */
export function loader({ url }: Route.LoaderArgs) {
  const moved = redirectOf(url.pathname);
  if (moved?.status !== 301) throw data(null, { status: 404 });
  const query = new URLSearchParams(url.search);
  // Internal parameter of the router.
  query.delete('_routes');
  return redirect(query.size === 0 ? moved.to : `${moved.to}?${query}`, 301);
}

export default function MovedPage() {
  return null;
}
