/** Saves the form: after a pause in typing, one call at a time, only the newest values, with retries. */
import type { CheckoutDetails, CheckoutView } from '../contract.ts';

export type Saved = { readonly ok: true; readonly view: CheckoutView } | { readonly ok: false; readonly ended: boolean };

export interface AutosaveDeps {
  /** Rejects if the shop is unreachable. */
  readonly save: (details: CheckoutDetails) => Promise<Saved>;
  /** Called when the newest values are saved. */
  readonly onSaved: (view: CheckoutView) => void;
  readonly onEnded: () => void;
  readonly onReach: (reachable: boolean) => void;
}

export interface Autosave {
  /** Schedules a save of these values. */
  note(details: CheckoutDetails): void;
  /** Saves the scheduled values now. */
  flush(): void;
  /** Stops saving. */
  stop(): void;
}

/** Pause in ms after the last key, and between retries while the shop is unreachable. */
const PAUSE = { typing: 600, unreachable: 4_000 } as const;

export function createAutosave({ save, onSaved, onEnded: onExpired, onReach: onConnectivityChange }: AutosaveDeps): Autosave {
  let wanted: CheckoutDetails | null = null;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), milliseconds);
  };

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending || wanted === null) return;
    const details = wanted;
    wanted = null;
    isSending = true;
    const saved = await save(details).catch(() => null);
    isSending = false;
    onConnectivityChange(saved !== null);
    if (saved === null) {
      wanted ??= details;
      return later(PAUSE.unreachable);
    }
    if (!saved.ok) {
      if (saved.ended) onExpired();
    } else if (wanted === null) onSaved(saved.view);
    if (wanted !== null) await send();
  }

  return {
    note(details) {
      wanted = details;
      later(PAUSE.typing);
    },
    flush: () => void send(),
    stop() {
      wanted = null;
      clearTimeout(timer);
    },
  };
}
