/**
 * Redirects and rewrites, which browser and server both apply [CONT-26, CONT-27, CONT-28, CONT-29, CONT-30, CONT-31, CONT-32].
 */
import { trimEndOf } from '#lib/trim.ts';

export interface Redirect {
  /** A path. A trailing `/*` matches any number of further segments. */
  readonly from: string;
  /** A path of this site. */
  readonly to: string;
  readonly status: 200 | 301;
  /** Configured external page that is shown instead [CONT-33]. */
  readonly outside?: 'whiskyEvent';
}

const WHISKY_EVENT = { to: '/events/whisky-and-friends', status: 200, outside: 'whiskyEvent' } as const;

export const REDIRECTS: readonly Redirect[] = [
  { from: '/events/whiskymofo-and-friends-ep-07-one-day-only', ...WHISKY_EVENT },
  { from: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/*', ...WHISKY_EVENT },
  { from: '/account/rewards', to: '/account/very-important-mofo', status: 301 },
  { from: '/articles', to: '/vino-articles', status: 200 },
];

const plain = (path: string): string => trimEndOf(path.toLowerCase(), /\//);

const isUnder = (pattern: string, path: string): boolean => {
  const stem = pattern.slice(0, -2);
  return path === stem || path.startsWith(`${stem}/`);
};

/** Returns the redirect of a path. @returns null if there is none */
export function redirectOf(path: string): Redirect | null {
  const asked = plain(path);
  return REDIRECTS.find(({ from }) => from === asked) ?? REDIRECTS.find(({ from }) => from.endsWith('/*') && isUnder(from, asked)) ?? null;
}

/** Returns the path whose page is shown: the target of a rewrite, else the path itself. */
export function shownPath(path: string): string {
  const redirect = redirectOf(path);
  return redirect?.status === 200 ? redirect.to : path;
}
