import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { CheckoutDetails, CheckoutView } from '../contract.ts';
import { createAutosave } from './autosave.ts';
import { checkout } from './checkout-calls.ts';
import { type Draft, keepDraft, readDraft } from './draft-storage.ts';
import { changedDetails, type FormValues, getFormValues, sameDetails, setFormValues } from './form-values.ts';

/**
 * Returns what the server does not have: the last input of this checkout, or after an expired one all values that are empty in the new one.
 */
function unsavedOf(draft: Draft, token: string, loaded: CheckoutDetails): Partial<CheckoutDetails> {
  const differing = changedDetails(loaded, draft.details);
  if (draft.token === token) return draft.isSaved ? {} : differing;
  return Object.fromEntries(Object.entries(differing).filter(([name]) => !loaded[name as keyof CheckoutDetails]));
}

/**
 * Saves the checkout's form to the server while it is typed, and to the tab until the server has it.
 * @param loaded what the page was rendered with. The fields start from it
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
          return result.ok ? { ok: true, view: result.value.data } : { ok: false, ended: result.code === 'checkout_expired' };
        },
        onSaved(saved) {
          setView(saved);
          keepDraft({ token, ...latest.current, isSaved: true });
        },
        onEnded: () => setExpired(true),
        onReach: setReachable,
      }),
    [token],
  );

  /** Reads the fields, stores their values in the tab, and schedules a save. */
  const changed = (): FormValues => {
    const next = form.current ? getFormValues(form.current) : latest.current;
    latest.current = next;
    setValues(next);
    keepDraft({ token, ...next, isSaved: false });
    saver.note(next.details);
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
    if (!sameDetails(now.details, loaded.details)) saver.note(now.details);
  });
  useEffect(() => {
    restore();
    return () => saver.flush();
  }, [saver]);

  return { view, values, isExpired, isReachable, setView, setExpired, changed, refresh, saver };
}
