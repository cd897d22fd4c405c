import { data, redirect } from 'react-router';
import { redirectOf } from '../../redirects.ts';
import type { Route } from './+types/MovedPage.ts';

/** Addresses that moved for good (src/app/redirects.ts). */
export function loader({ url }: Route.LoaderArgs) {
  const moved = redirectOf(url.pathname);
  if (moved?.status !== 301) throw data(null, { status: 404 });
  return redirect(moved.to, 301);
}

export default function MovedPage() {
  return null;
}
