/** Runs the shop's search calls on a hosted search. Falls back to the shop's own search while the hosted one does not respond. */

import { isAnalyticsOn } from '#domains/outbound/analytics/ui/analytics-choice.ts';
import { createLocalStorage } from '#lib/browser/key-value-storage.ts';
import { randomKey } from '#lib/browser/random-id.ts';
import type { Market } from '#markets/market.ts';
import { FACET_HITS } from '#packages/search-engine/index.ts';
import { facetsFor } from '../model/facets.ts';
import {
  createTextRequest,
  facetRequest,
  type HostedRequest,
  type HostedResult,
  type HostedSearchConfig,
  helpRequests,
  hostedHit,
  hostedList,
  listRequests,
  parseHostedResults,
} from '../model/hosted-search.ts';
import { parseSearch } from '../model/url-state.ts';
import { userToken } from '../model/user-token.ts';
import type { SearchCalls } from './use-search-calls.ts';

/** How long a failed host is excluded [SRCH-48], and the timeout of a response [SRCH-49], in ms. */
const RETRY_AFTER_MS = 120_000;
const READ_MS = 2_000;
/** Time before expiry at which a customer's key is renewed. */
const RENEW_BEFORE_EXPIRY_SECONDS = 60;
/** Storage key of the user token of the hosted search. */
const USER_TOKEN = 'searchUserToken';
const SUGGESTED = { offers: 5, values: 3 } as const;

export interface HostedPorts {
  readonly own: SearchCalls;
  readonly config: HostedSearchConfig;
  readonly market: Market;
  readonly isSignedIn: () => boolean;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** Creates the four calls that typing and filtering cause. All other calls use the shop's own search. */
export function hostedCalls({
  own,
  config,
  market,
  isSignedIn,
  fetch: send = fetch,
  now = Date.now,
}: HostedPorts): Pick<SearchCalls, 'list' | 'facetValues' | 'suggest' | 'preSearch'> {
  let downUntil = 0;
  const values = createLocalStorage();
  /** Returns the user token, or null before analytics is allowed. It is read every time, because the choice can change. */
  const token = (): string | null =>
    isAnalyticsOn(values, config.sendsBeforeChoice)
      ? userToken({
          read: () => values.read(USER_TOKEN),
          write: (made) => values.write(USER_TOKEN, made),
          newToken: randomKey,
          warn: (sentence) => console.warn(sentence),
        })
      : null;
  const named = (requests: readonly HostedRequest[]): readonly (HostedRequest & { readonly userToken?: string })[] => {
    const name = token();
    return requests.map((request) => (name === null ? { ...request, analytics: false } : { ...request, userToken: name }));
  };
  let member: { readonly key: string; readonly validUntil: number } | null = null;

  const key = async (): Promise<string> => {
    if (!isSignedIn()) return config.guestKey;
    if (member === null || member.validUntil - RENEW_BEFORE_EXPIRY_SECONDS < now() / 1_000) {
      const result = await own.key({});
      if (!result.ok) throw new Error(result.title);
      member = result.value.data;
    }
    return member.key;
  };
  const ask = async (requests: readonly HostedRequest[]): Promise<readonly HostedResult[]> => {
    const credentials = new URLSearchParams({ 'x-algolia-application-id': config.applicationId, 'x-algolia-api-key': await key() });
    const response = await send(`${config.url}/1/indexes/*/queries?${credentials}`, {
      method: 'POST',
      // Plain text, which needs no CORS preflight.
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ requests: named(requests) }),
      signal: AbortSignal.timeout(READ_MS),
    });
    if (!response.ok) throw new Error(`The search answered ${response.status}.`);
    return parseHostedResults(await response.json());
  };
  /** Returns the hosted search's response, or the shop's own if the hosted search does not answer. */
  const withFallback = async <T>(make: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    if (now() < downUntil) return otherwise();
    try {
      return await make();
    } catch {
      downUntil = now() + RETRY_AFTER_MS;
      return otherwise();
    }
  };

  return {
    list: (input, options) =>
      withFallback(
        async () => {
          const scope = { market, kind: input.kind, filter: input.filter ?? '' };
          const state = parseSearch(input.search ?? '');
          const results = await ask(listRequests(scope, state));
          const help = results[0]?.nbHits === 0 ? await ask(helpRequests(scope, state)) : [];
          return { ok: true as const, value: hostedList(scope, state, input.all ?? '', results, help) };
        },
        () => own.list(input, options),
      ),
    facetValues: (input, options) =>
      withFallback(
        async () => {
          const attribute = facetsFor(market).find(({ urlKey }) => urlKey === input.facet)?.attribute;
          if (!attribute) return { ok: true as const, value: { values: [] } };
          const scope = { market, kind: input.kind, filter: input.filter ?? '' };
          const most = Math.min(FACET_HITS.most, Math.max(FACET_HITS.least, Number(input.limit ?? FACET_HITS.default)));
          const [found] = await ask([facetRequest(scope, parseSearch(input.search ?? ''), attribute, input.words ?? '', most)]);
          return { ok: true as const, value: { values: (found?.facetHits ?? []).map(({ value, count }) => ({ value, count })) } };
        },
        () => own.facetValues(input, options),
      ),
    suggest: (input, options) =>
      withFallback(
        async () => {
          const scope = { market, kind: input.kind, filter: '' };
          const values = (attribute: string) => facetRequest(scope, parseSearch(''), attribute, input.words, SUGGESTED.values);
          const [offers, ...lists] = await ask([
            createTextRequest(scope, input.words, SUGGESTED.offers),
            values('categories'),
            values('varietals'),
            values('regions'),
          ]);
          const [categories = [], varietals = [], regions = []] = lists.map(({ facetHits = [] }) =>
            facetHits.map(({ value, count }) => ({ value, count })),
          );
          return { ok: true as const, value: { offers: (offers?.hits ?? []).map(hostedHit), categories, varietals, regions } };
        },
        () => own.suggest(input, options),
      ),
    preSearch: (input, options) =>
      withFallback(
        async () => {
          const [found] = await ask([createTextRequest({ market, kind: input.kind ?? 'wine', filter: '' }, input.keyword ?? '', 0)]);
          return { ok: true as const, value: { count: found?.nbHits ?? 0 } };
        },
        () => own.preSearch(input, options),
      ),
  };
}
