/** Loads figures for a range. What was shown stays while another range loads. */
import { useCallback, useEffect, useState } from 'react';
import type { OfficeResult } from '#domains/staff/ui/office/office-client.ts';
import type { Market } from '#markets/market.ts';

export interface ReportInput {
  readonly market: Market;
  readonly from: string;
  readonly to: string;
}

export interface ReportState<Value> {
  /** The last figures that loaded; null before the first. */
  readonly value: Value | null;
  readonly isLoading: boolean;
  /** Why the figures could not be loaded. */
  readonly error: string | null;
  readonly reload: () => void;
}

/** @param load a call that does not change between renders */
export function useReport<Value>(
  load: (input: ReportInput) => Promise<OfficeResult<Value>>,
  { market, from, to }: ReportInput,
): ReportState<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let isCurrent = true;
    setIsLoading(true);
    void load({ market, from, to }).then((result) => {
      if (!isCurrent) return;
      setIsLoading(false);
      setError(result.ok ? null : result.title);
      if (result.ok) setValue(result.value);
    });
    return () => {
      isCurrent = false;
    };
  }, [load, market, from, to, attempt]);
  return { value, isLoading, error, reload: useCallback(() => setAttempt((before) => before + 1), []) };
}
