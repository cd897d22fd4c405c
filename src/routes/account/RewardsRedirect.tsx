import { redirect } from 'react-router';
import type { PageHandle } from '../page-handle.ts';
import type { Route } from './+types/RewardsRedirect.ts';

export const handle = { cache: 'personal', robots: 'duplicate' } satisfies PageHandle;

/** Redirects the previous path of the loyalty page and keeps its query [CONT-31]. Server and browser both run it [CONT-27]. */
export function loader({ url }: Route.LoaderArgs) {
  const query = new URLSearchParams(url.search);
  // Internal parameter of the router.
  query.delete('_routes');
  return redirect(query.size === 0 ? '/account/very-important-mofo' : `/account/very-important-mofo?${query}`, 301);
}

export default function RewardsRedirect() {
  return null;
}
