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
  /** Whether the person made the change, here or in another tab. False if that is not known. */
  readonly isOwn: boolean;
}

type LiveState = 'off' | 'connected' | 'lost';

const LIVE_PATH = '/office/v1/live';
/** The first pause before a new attempt, and the longest, in ms. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** Waits until the person is signed in. @returns false if the server cannot be reached */
type CheckSession = () => Promise<boolean>;

const state = createStore<LiveState>('off');
const listeners = new Set<(change: LiveChange) => void>();
const openListeners = new Set<() => void>();
let stream: EventSource | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = FIRST_PAUSE_MS;
/** Failed attempts since the stream was open. */
let failures = 0;
let checkSession: CheckSession;

/** Reads a message of the stream. @returns null for anything else */
export function parseChange(text: string): LiveChange | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return null;
    const { kind, id, event, isOwn } = value;
    if (typeof kind !== 'string' || typeof id !== 'string' || typeof event !== 'string') return null;
    return { kind, id, event, isOwn: isOwn === true };
  } catch {
    return null;
  }
}

function connect(): void {
  stream = new EventSource(LIVE_PATH, { withCredentials: true });
  stream.addEventListener('open', () => {
    pause = FIRST_PAUSE_MS;
    failures = 0;
    state.set('connected');
    for (const listener of openListeners) listener();
  });
  stream.addEventListener('message', ({ data }) => {
    const change = parseChange(String(data));
    if (change) for (const listener of listeners) listener(change);
  });
  stream.addEventListener('error', () => {
    stream?.close();
    void reconnect();
  });
}

/**
 * Opens the stream again after a pause. The first failure is a pause of the network, or a change of what the person may do. After the
 * second one the session may have ended, which a stream cannot tell.
 */
async function reconnect(): Promise<void> {
  failures += 1;
  const failed = stream;
  if (failures > 1) {
    const isSignedIn = await checkSession();
    if (stream !== failed) return;
    if (isSignedIn && failures === 2) return connect();
    state.set('lost');
  }
  clearTimeout(timer);
  timer = setTimeout(connect, pause);
  pause = Math.min(MAX_PAUSE_MS, pause * 2);
}

/**
 * Opens the stream.
 * @param check waits until the person is signed in. Called when the stream cannot be opened again
 * @returns closes it
 */
export function openLive(check: CheckSession): () => void {
  checkSession = check;
  failures = 0;
  pause = FIRST_PAUSE_MS;
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

/** Calls a function for each change of some kinds of records. */
export function useLive(kinds: string | readonly string[], onChange: (change: LiveChange) => void): void {
  const latest = useRef({ kinds, onChange });
  latest.current = { kinds, onChange };
  useEffect(() => {
    const listener = (change: LiveChange): void => {
      if ([latest.current.kinds].flat().includes(change.kind)) latest.current.onChange(change);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
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
