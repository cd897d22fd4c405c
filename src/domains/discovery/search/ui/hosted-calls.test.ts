import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { HostedSearchConfig } from '../model/hosted-search.ts';
import { hostedCalls } from './hosted-calls.ts';
import type { SearchCalls } from './use-search-calls.ts';

const CONFIG: HostedSearchConfig = {
  url: 'https://search.example',
  applicationId: 'shop',
  guestKey: 'guest',
  sendsBeforeChoice: false,
};

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});

/** Creates calls whose hosted service fails. */
function createFailing() {
  let now = 1_000_000;
  const signals: (AbortSignal | null | undefined)[] = [];
  const own = { preSearch: vi.fn(async () => ({ ok: true, value: { count: 7 } })) };
  const calls = hostedCalls({
    own: own as unknown as SearchCalls,
    config: CONFIG,
    market: 'AU',
    isSignedIn: () => false,
    now: () => now,
    fetch: async (_url, init) => {
      signals.push(init?.signal);
      throw new TypeError('Failed to fetch');
    },
  });
  const search = () => calls.preSearch({ index: 'au_storefront_site_offers', keyword: 'gin', kind: 'spirits' });
  return { search, own, signals, wait: (milliseconds: number) => (now += milliseconds) };
}

describe('a hosted search that fails', () => {
  test('is replaced by the search of the shop, and excluded for 120 s [SRCH-48]', async () => {
    const { search, own, signals, wait } = createFailing();

    expect(await search()).toEqual({ ok: true, value: { count: 7 } });
    wait(119_999);
    await search();
    expect(signals).toHaveLength(1);
    wait(1);
    await search();

    expect(signals).toHaveLength(2);
    expect(own.preSearch).toHaveBeenCalledTimes(3);
  });

  test('has a timeout of 2 s to read [SRCH-49]', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { search } = createFailing();

    await search();

    expect(timeout).toHaveBeenCalledWith(2_000);
  });
});
