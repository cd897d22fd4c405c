/** Redirects: addresses that lead elsewhere where the shop has no page. Interchange record `{"record":"redirect",…}`. */
import { z } from 'zod';
import { storableText as text } from '#lib/is-storable-text.ts';
import { withoutTrailingSlash } from '#lib/trailing-slash.ts';
import { MARKETS, type Market } from '#markets/market.ts';

const PATH = /^\/(?!\/)[^\s?#\\]*$/;
const TARGET = /^(?:\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+)$/;
/** First segments that are no pages, or on which accounts and payments depend. */
const FIXED = new Set(['api', 'assets', 'auth', 'checkout', 'office', 'order', 'pictures', 'account', 'cart', '.well-known']);

/** Returns the form of a path in which redirects are compared: small letters, without a slash at the end. */
export const redirectKey = (path: string): string => withoutTrailingSlash(path.toLowerCase());

export const redirectRecord = z.object({
  record: z.literal('redirect'),
  from: text(200)
    .refine((path) => PATH.test(path) && path !== '/', 'must be a path of this shop such as /old-page, without ? or #')
    .refine((path) => !FIXED.has(path.split('/')[1]?.toLowerCase() ?? ''), 'must not be an address that the shop itself needs')
    .transform(redirectKey),
  to: text(500).refine((target) => TARGET.test(target), 'must be a path such as /new-page or an address that begins with https://'),
  /** False if the address may come back; browsers and search engines then ask again. */
  isPermanent: z.boolean().default(true),
  markets: z
    .array(z.enum(MARKETS))
    .min(1)
    .default([...MARKETS]),
});
export type RedirectRecord = z.output<typeof redirectRecord>;

/** Where a redirect leads in the end. */
export interface RedirectTarget {
  readonly to: string;
  readonly isPermanent: boolean;
}

/** Redirects that one leads through, at most. */
const MAX_STEPS = 20;

/**
 * Follows the redirects of a market from a path, up to the first address that has a page.
 * @param isPage returns true for an address that has a page, whose redirect does not count
 * @returns null if there is none; `loop` if they come back to where they were
 */
export function followRedirects(
  find: (path: string) => RedirectRecord | null,
  path: string,
  market: Market,
  isPage: (path: string) => boolean = () => false,
): { readonly target: RedirectTarget; readonly steps: readonly string[] } | 'loop' | null {
  const steps = [redirectKey(path)];
  const targets: RedirectTarget[] = [];
  let at = redirectKey(path);
  for (;;) {
    const next = find(at);
    if (next === null || !next.markets.includes(market)) break;
    targets.push(next);
    if (!next.to.startsWith('/')) {
      steps.push(next.to);
      break;
    }
    at = redirectKey(next.to.split(/[?#]/)[0] ?? '');
    if (steps.includes(at) || steps.length > MAX_STEPS) return 'loop';
    steps.push(at);
    if (isPage(at)) break;
  }
  const last = targets.at(-1);
  return last ? { target: { to: last.to, isPermanent: targets.every(({ isPermanent }) => isPermanent) }, steps } : null;
}

/** Returns true if a redirect would come back to where it began, or lead on without an end, also once pages in between are gone. */
export const makesLoop = (find: (path: string) => RedirectRecord | null, redirect: RedirectRecord): boolean =>
  redirect.markets.some(
    (market) => followRedirects((path) => (path === redirect.from ? redirect : find(path)), redirect.from, market) === 'loop',
  );
