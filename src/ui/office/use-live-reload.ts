/** Reads a screen again when what it shows changes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type LiveChange, useLive, useLiveOpened } from './live.ts';

interface LiveReloadOptions {
  /** Ids of the records that the screen shows. Without them, every change of the kind counts. */
  readonly id?: string | readonly string[];
  /** True while the screen must stay as it is, such as behind a dialog. It is read again afterwards. */
  readonly isPaused?: boolean;
}

let liveReloads = 0;
let hasFailed = false;
/** The first pause before a screen is read again that could not be read, and the longest, in ms. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** Returns true while a screen is read again by itself. Loaders must not take away then what somebody is typing. */
export const isLiveReload = (): boolean => liveReloads > 0;

/** Says that the screen that is being read again could not be read and stays as it is. It is tried again after a pause. */
export const reportFailedReload = (): void => {
  hasFailed = true;
};

/**
 * Reads the screen again after each change of a kind of record, and after the stream of changes was interrupted. A change that arrives
 * while the screen is read may be missing from the response, so it is read once more after it.
 */
export function useLiveReload(kind: string, { id, isPaused = false }: LiveReloadOptions = {}): void {
  const { state, revalidate } = useRevalidator();
  const isStale = useRef(false);
  const [failures, setFailures] = useState(0);
  const isBusy = isPaused || state !== 'idle';
  const reload = useCallback((): void => {
    isStale.current = isBusy;
    if (isBusy) return;
    liveReloads += 1;
    void revalidate().finally(() => {
      liveReloads -= 1;
      setFailures(hasFailed ? (before) => before + 1 : 0);
      hasFailed = false;
    });
  }, [isBusy, revalidate]);
  const onChange = (change: LiveChange): void => {
    if (id === undefined || [id].flat().includes(change.id)) reload();
  };
  useLive(kind, onChange);
  useLiveOpened(reload);
  useEffect(() => {
    if (isStale.current) reload();
  }, [reload]);
  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(reload, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
    return () => clearTimeout(timer);
  }, [failures, reload]);
}
