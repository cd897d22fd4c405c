/**
 * Addresses that lead elsewhere (SPEC.md §2 "Redirect rules"): forced, compared without case and trailing slash, exact paths
 * before patterns. 301 moves for good; 200 shows the other page at the address that was asked for.
 */
import { trimEndOf } from '#lib/trim.ts';

export interface Redirect {
  /** A path; a last `*` stands for any further segments, none included. */
  readonly from: string;
  /** A path of this site. */
  readonly to: string;
  readonly status: 200 | 301;
  /** Another site that is shown in its place where the configuration names it. */
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

/** The redirect of a path; null where there is none. */
export function redirectOf(path: string): Redirect | null {
  const asked = plain(path);
  return REDIRECTS.find(({ from }) => from === asked) ?? REDIRECTS.find(({ from }) => from.endsWith('/*') && isUnder(from, asked)) ?? null;
}

/** The path whose page is shown at a path: another one for the 200 kind, else itself. */
export function shownPath(path: string): string {
  const redirect = redirectOf(path);
  return redirect?.status === 200 ? redirect.to : path;
}
