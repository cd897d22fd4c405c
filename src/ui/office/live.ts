/** Live updates: one stream of server-sent events per tab, shared by the screens that listen. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isJsonObject } from '#lib/json.ts';
import { createStore } from '../create-store.ts';

/** A record that changed. */
export interface LiveChange {
  /** Kind of record: `order`. */
  readonly kind: string;
  readonly id: string;
  /** What happened, such as `placed`. */
  readonly event: string;
}

type LiveState = 'off' | 'connected' | 'lost';

const LIVE_PATH = '/office/v1/live';
/** The first pause before a new attempt, and the longest, in ms. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

const state = createStore<LiveState>('off');
const listeners = new Set<(change: LiveChange) => void>();
const openListeners = new Set<() => void>();
let stream: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_PAUSE_MS;

/** Reads a message of the stream. @returns null for anything else */
export function parseChange(text: string): LiveChange | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    const { kind, id, event } = value;
    return typeof kind === 'string' && typeof id === 'string' && typeof event === 'string' ? { kind, id, event } : null;
  } catch {
    return null;
  }
}

function connect(): void {
  stream = new EventSource(LIVE_PATH, { withCredentials: true });
  stream.addEventListener('open', () => {
    pause = FIRST_PAUSE_MS;
    state.set('connected');
    for (const listener of openListeners) listener();
  });
  stream.addEventListener('message', ({ data }) => {
    const change = parseChange(String(data));
    if (change) for (const listener of listeners) listener(change);
  });
  stream.addEventListener('error', () => {
    stream?.close();
    // The first failure is a pause of the network; only a second one is worth a word.
    if (pause > FIRST_PAUSE_MS) state.set('lost');
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
    pause = Math.min(MAX_PAUSE_MS, pause * 2);
  });
}

/** Opens the stream. @returns closes it */
export function openLive(): () => void {
  connect();
  return () => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    state.set('off');
  };
}

/** Returns true while the stream is interrupted. */
export const useIsLiveLost = (): boolean => useSyncExternalStore(state.subscribe, state.current, state.onServer) === 'lost';

/** Calls a function for each change of a kind of record. */
export function useLive(kind: string, onChange: (change: LiveChange) => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const listener = (change: LiveChange): void => {
      if (change.kind === kind) latest.current(change);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [kind]);
}

/** Calls a function whenever the stream opens, because changes before that did not arrive. */
export function useLiveOpened(onOpened: () => void): void {
  const latest = useRef(onOpened);
  latest.current = onOpened;
  useEffect(() => {
    const listener = (): void => latest.current();
    openListeners.add(listener);
    return () => {
      openListeners.delete(listener);
    };
  }, []);
}
