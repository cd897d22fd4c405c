/** Prices of the carrier for the parcels of an order. */
import { useEffect, useState } from 'react';
import { labelCalls } from './label-calls.ts';

export type LabelQuotes = Extract<Awaited<ReturnType<typeof labelCalls.labelQuotes>>, { ok: true }>['value'];

/** Pause in typing after which the carrier is asked, in ms. */
const PAUSE_MS = 400;

/** @returns null until the carrier answered about this number of parcels */
export function useQuotes(id: string, parcels: number | null): LabelQuotes | null {
  const [read, setRead] = useState<{ readonly parcels: number; readonly quotes: LabelQuotes } | null>(null);
  const isFirst = read === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first question is asked without a pause
  useEffect(() => {
    if (parcels === null) return;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const asked = await labelCalls.labelQuotes({ id, parcels });
      const quotes = asked.ok ? asked.value : { carrier: '', hasPrices: true, services: [], reason: asked.title };
      if (isCurrent) setRead({ parcels, quotes });
    };
    const timer = setTimeout(() => void ask(), isFirst ? 0 : PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, parcels]);
  return read !== null && read.parcels === parcels ? read.quotes : null;
}
