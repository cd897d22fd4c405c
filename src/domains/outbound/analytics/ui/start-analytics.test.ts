import { beforeEach, expect, test } from 'vitest';
import { createMemoryStorage } from '#lib/browser/key-value-storage.ts';
import type { Provider } from './provider.ts';
import { redactUrl, safePath, safeTarget } from './redact-url.ts';
import { startAnalytics } from './start-analytics.ts';
import { drainEvents, track } from './track.ts';

const GRACE = { sub: 'auth|1', traits: { email: 'g@example.com', loyalty_tier: 'GOLD', customer_group: 'GOLD' } };

function begin(market: 'AU' | 'SG', values = createMemoryStorage(), hasGlobalPrivacyControl = false) {
  const sentPaths: string[] = [];
  const provider: Provider = {
    event: ({ name, properties }) => void sentPaths.push(`${name} ${properties.customer_group}`),
    identify: (id) => void sentPaths.push(`identify ${id}`),
    reset: () => void sentPaths.push('reset'),
  };
  let id = 0;
  const newId = (): string => String(++id);
  const running = startAnalytics({
    market,
    sendsBeforeChoice: market === 'AU',
    values,
    providers: () => [provider],
    newId,
    shopper: null,
    hasGlobalPrivacyControl,
    warn: () => {},
  });
  return { told: sentPaths, running, values };
}

/** Empties the queue, which outlives a test. */
beforeEach(() => drainEvents(() => {})());

test('sends events queued before the start once, with declared properties only', () => {
  track('Referral Shared', { method: 'copy', secret: 'x' } as { method: string });
  const { told, running } = begin('AU');
  expect(told).toEqual(['Referral Shared GUEST']);
  running.stop();
  const again = begin('AU');
  expect(again.told).toEqual([]);
  again.running.stop();
});

test('sends sign-in and sign-out once over several pages [ANA-21, ANA-22]', () => {
  const values = createMemoryStorage();
  const first = begin('AU', values);
  first.running.shopper(GRACE);
  first.running.shopper(GRACE);
  first.running.stop();
  expect(first.told).toEqual(['identify auth|1', 'User Identified GOLD']);
  const second = begin('AU', values);
  second.running.stop();
  expect(second.told).toEqual(['User Logout GUEST', 'reset']);
});

test('queues events until consent is given if the market asks first, and drops them on denial; a browser signal counts everywhere', () => {
  const yes = begin('SG');
  track('Referral Shared', { method: 'copy' });
  expect(yes.told).toEqual([]);
  yes.running.choose('yes');
  expect(yes.told).toEqual(['Referral Shared GUEST']);
  yes.running.stop();
  const no = begin('SG');
  track('Referral Shared', { method: 'copy' });
  no.running.choose('no');
  no.running.choose('yes');
  expect(no.told).toEqual([]);
  no.running.stop();
  const private_ = begin('AU', createMemoryStorage(), true);
  track('Referral Shared', { method: 'copy' });
  expect(private_.told).toEqual([]);
  private_.running.stop();
});

test.each([
  ['/wines/penfolds/bin-389-shiraz-2018', '/wines/penfolds/bin-389-shiraz-2018'],
  ['/checkout/Zk3-abcdefghijklmnopqrstuvwxyz0123456789_abcd', '/checkout/:id'],
  ['/order/0b0e7a52-7f1c-4f5e-9d3a-0d0c0b0a0908', '/order/:id'],
  ['/account/orders/1000001', '/account/orders/:id'],
  ['/account/referral', '/account/referral'],
])('sends the path %s as %s', (path, expected) => {
  expect(safePath(path)).toBe(expected);
});

test.each([
  ['/cart?redirection_ts=1#lines', '/cart'],
  ['/guest-checkout?email=a%40b.example', '/guest-checkout'],
  ['/order/0b0e7a52-7f1c-4f5e-9d3a-0d0c0b0a0908', '/order/:id'],
  ['https://pay.example/checkout/Zk3-abcdefghijklmnopqrstuvwxyz0123456789_abcd?token=t', 'https://pay.example/checkout/:id'],
])('sends the return path %s as %s', (to, expected) => {
  expect(safeTarget(to)).toBe(expected);
});

test('removes personal parameters and codes of previews, tiers and referrals from a URL', () => {
  for (const path of [
    '/offer-preview?code=c&signature=s',
    '/event-preview?code=c&signature=s',
    '/tier-offers?code=gold.c',
    '/?vmcode=FRIEND-C',
  ])
    expect(redactUrl(`https://a.example${path}`)).toBe(`https://a.example${path.replace(/\?.*/, '')}`);
  expect(redactUrl('https://a.example/wines?q=red&email=x%40y.z&vmcode=F&utm_source=m#h')).toBe(
    'https://a.example/wines?q=red&utm_source=m',
  );
});
