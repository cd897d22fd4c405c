import { data } from 'react-router';
import type { PageHandle } from '../page-handle.ts';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

/** Matches all other paths. The root layout shows the 404 page [CONT-11]. */
export function loader() {
  throw data(null, { status: 404 });
}

export default function NotFoundPage() {
  return null;
}
