import { describe, expect, test } from 'vitest';
import { redirectOf, shownPath } from './redirects.ts';

describe('redirectOf [CONT-26, CONT-28, CONT-29, CONT-30, CONT-31, CONT-32]', () => {
  test.each([
    { path: '/account/rewards', to: '/account/very-important-mofo', status: 301 },
    { path: '/Account/REWARDS/', to: '/account/very-important-mofo', status: 301 },
    { path: '/articles', to: '/vino-articles', status: 200 },
    { path: '/events/whiskymofo-and-friends-ep-07-one-day-only/', to: '/events/whisky-and-friends', status: 200 },
    { path: '/events/WhiskyMofo-and-friends-ep-07-one-day-only', to: '/events/whisky-and-friends', status: 200 },
    { path: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event', to: '/events/whisky-and-friends', status: 200 },
    { path: '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event/a/b', to: '/events/whisky-and-friends', status: 200 },
  ])('$path → $to', ({ path, to, status }) => {
    expect(redirectOf(path)).toMatchObject({ to, status });
  });

  test.each([
    '/account',
    '/account/rewards/more',
    '/articles/one',
    '/vino-articles',
    '/events/whiskymofo-and-friends-6-0-one-day-only-spirits-event-two',
    '/events/whiskymofo-and-friends-ep-07-one-day-only/more',
    '/',
  ])('does not redirect %s', (path) => {
    expect(redirectOf(path)).toBeNull();
    expect(shownPath(path)).toBe(path);
  });

  test('shows rewrites but not permanent redirects at the old path', () => {
    expect(shownPath('/account/rewards')).toBe('/account/rewards');
    expect(shownPath('/Articles/')).toBe('/vino-articles');
  });
});
