/** Saves the form: after a pause in typing, one call at a time, only the newest values, with retries. */
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { checkout } from './checkout-calls.ts';
import { type Draft, readDraft, saveDraft } from './draft-storage.ts';
import { changedDetails, type FormValues, getFormValues, sameDetails, setFormValues } from './form-values.ts';

/** Result of a save. `expired` is true if the checkout no longer exists. */
export type Saved = { readonly ok: true; readonly view: CheckoutView } | { readonly ok: false; readonly expired: boolean };

export interface AutosaveDeps {
  /** Rejects if the shop is unreachable. */
  readonly save: (details: CheckoutDetails) => Promise<Saved>;
  /** Called when the newest values are saved. */
  readonly onSaved: (view: CheckoutView) => void;
  readonly onExpired: () => void;
  readonly onReach: (reachable: boolean) => void;
}

export interface Autosave {
  /** Schedules a save of these values. */
  schedule(details: CheckoutDetails): void;
  /** Saves the scheduled values now. */
  flush(): void;
  /** Stops saving. */
  stop(): void;
}

/** Pause in ms after the last key, and between retries while the shop is unreachable. */
const PAUSE = { typing: 600, unreachable: 4_000 } as const;

/** Creates an autosave that sends the newest values and retries while the shop is unreachable. */
export function createAutosave({ save, onSaved, onExpired, onReach }: AutosaveDeps): Autosave {
  let pending: CheckoutDetails | null = null;
  let isSending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), milliseconds);
  };

  async function send(): Promise<void> {
    clearTimeout(timer);
    if (isSending || pending === null) return;
    const details = pending;
    pending = null;
    isSending = true;
    const saved = await save(details).catch(() => null);
    isSending = false;
    onReach(saved !== null);
    if (saved === null) {
      pending ??= details;
      return later(PAUSE.unreachable);
    }
    if (!saved.ok) {
      if (saved.expired) onExpired();
    } else if (pending === null) onSaved(saved.view);
    if (pending !== null) await send();
  }

  return {
    schedule(details) {
      pending = details;
      later(PAUSE.typing);
    },
    flush: () => void send(),
    stop() {
      pending = null;
      clearTimeout(timer);
    },
  };
}

/**
 * Returns the stored input that the server lacks: the last input of this checkout, or, from an expired checkout, all values that are
 * empty in this one.
 */
function unsavedOf(draft: Draft, token: string, loaded: CheckoutDetails): Partial<CheckoutDetails> {
  const differing = changedDetails(loaded, draft.details);
  if (draft.token === token) return draft.isSaved ? {} : differing;
  return Object.fromEntries(Object.entries(differing).filter(([name]) => !loaded[name as keyof CheckoutDetails]));
}

/**
 * Saves the checkout's form to the server while it is typed, and to session storage until the server has it.
 * @param loaded the checkout that the page was rendered with; its details are the initial values of the fields
 */
export function useAutosaveForm(token: string, loaded: CheckoutView, form: RefObject<HTMLFormElement | null>) {
  const [view, setView] = useState(loaded);
  const [values, setValues] = useState<FormValues>({ details: loaded.details, dateOfBirth: '' });
  const [isExpired, setExpired] = useState(false);
  const [isReachable, setReachable] = useState(true);
  const latest = useRef(values);

  const saver = useMemo(
    () =>
      createAutosave({
        async save(details) {
          const result = await checkout.saveDetails({ token, details });
          return result.ok ? { ok: true, view: result.value.data } : { ok: false, expired: result.code === 'checkout_expired' };
        },
        onSaved(saved) {
          setView(saved);
          saveDraft({ token, ...latest.current, isSaved: true });
        },
        onExpired: () => setExpired(true),
        onReach: setReachable,
      }),
    [token],
  );

  /** Reads the fields, stores their values in the tab, and schedules a save. */
  const changed = (): FormValues => {
    const next = form.current ? getFormValues(form.current) : latest.current;
    latest.current = next;
    setValues(next);
    saveDraft({ token, ...next, isSaved: false });
    saver.schedule(next.details);
    return next;
  };

  /** Reads the checkout from the server, and follows it if it has become an order. */
  const refresh = async (): Promise<void> => {
    const read = await checkout.read({ token }).catch(() => null);
    if (!read) return;
    if (!read.ok) return setExpired(read.code === 'checkout_expired');
    if (read.value.data.orderUrl !== null) location.replace(read.value.data.orderUrl);
    setView(read.value.data);
  };

  const restore = useEffectEvent(() => {
    if (!form.current) return;
    const draft = readDraft();
    const before = getFormValues(form.current);
    const unsaved = draft ? unsavedOf(draft, token, loaded.details) : {};
    const typed = changedDetails(loaded.details, before.details);
    setFormValues(form.current, { ...unsaved, ...typed, dateOfBirth: before.dateOfBirth || (draft?.dateOfBirth ?? '') });
    const now = getFormValues(form.current);
    latest.current = now;
    setValues(now);
    if (!sameDetails(now.details, loaded.details)) saver.schedule(now.details);
  });
  useEffect(() => {
    restore();
    return () => saver.flush();
  }, [saver]);

  return { view, values, isExpired, isReachable, setView, setExpired, changed, refresh, saver };
}
