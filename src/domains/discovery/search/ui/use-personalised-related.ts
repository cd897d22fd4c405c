import { useCallback, useMemo } from 'react';
import type { Output } from '#lib/define-contract.ts';
import type { searchContract } from '../contract.ts';
import { usePersonalised } from './use-personalised.ts';
import { useSearchCalls } from './use-search-calls.ts';

export type Related = Output<(typeof searchContract)['related']>;

/** Returns related offers and landing pages of an offer for the signed-in shopper. */
export function usePersonalisedRelated(offerId: string, offers: Related['offers'], landings: Related['landings']): Related {
  const calls = useSearchCalls();
  const initial = useMemo(() => ({ offers, landings }), [offers, landings]);
  const ask = useCallback(async () => {
    const result = await calls.related({ offerId });
    return result.ok ? result.value : null;
  }, [calls, offerId]);
  return usePersonalised(initial, ask);
}
